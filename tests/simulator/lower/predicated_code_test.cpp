// What has no branch in machine code, and what is computed once then.
#include "lowered_kernel.hpp"

#include <string>

using namespace warpschool::sim;

namespace {

/// A store of shared memory by some threads, beside `more`.
std::string guarded(const std::string& more) {
  return "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra PAST;\nld.shared.f32 %f1, [s];\n" + more +
         "st.shared.f32 [s+4], %f1;\nPAST:\nbar.sync 0;\n";
}

TEST_CASE("short conditional code has no branch in machine code", "[sim][lower]") {
  const Program program = lowered(guarded(""));
  REQUIRE(program.predicated.size() == 1);
  const PredicatedCode::Way& missed = program.predicated[0].missed_if_taken;
  CHECK(missed.shared_loads == 1);
  CHECK(missed.shared_stores == 1);
  CHECK(missed.issue_slots == 2);
  CHECK(program.predicated[0].missed_if_passed.issue_slots == 0);
  CHECK(count(program, &InstructionInfo::is_predicated) >= 1);
}

TEST_CASE("the other side of a branch may be the short one", "[sim][lower]") {
  const Program program = lowered(
      "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra DO;\nbra.uni PAST;\nDO:\nst.shared.f32 [s], %f1;\n"
      "PAST:\nbar.sync 0;\n");
  REQUIRE(program.predicated.size() == 1);
  CHECK(program.predicated[0].missed_if_passed.shared_stores == 1);
  CHECK(program.predicated[0].missed_if_taken.shared_stores == 0);
}

TEST_CASE("both ways of an if are predicated if they are short together", "[sim][lower]") {
  const auto both = [](const std::string& more) {
    return lowered(
        "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra ONE;\nst.shared.f32 [s], %f1;\n"
        "add.rn.f32 %f1, %f1, %f1;\nbra.uni PAST;\nONE:\nst.shared.f32 [s+4], %f1;\n" +
        more + "PAST:\nbar.sync 0;\n");
  };
  const Program program = both("");
  REQUIRE(program.predicated.size() == 1);
  CHECK(program.predicated[0].missed_if_taken.issue_slots == 2);
  CHECK(program.predicated[0].missed_if_passed.issue_slots == 1);
  std::string sums;
  for (int i = 0; i < 16; ++i) {
    sums += "add.rn.f32 %f1, %f1, %f1;\n";
  }
  CHECK(both(sums).predicated.empty());
}

TEST_CASE("conditional code with a condition in it stands behind a branch", "[sim][lower]") {
  const Program program = lowered(
      "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra PAST;\nld.shared.f32 %f1, [s];\n"
      "setp.gt.f32 %p2, %f1, %f1;\n@%p2 bra PAST;\nst.shared.f32 [s+4], %f1;\nPAST:\n"
      "bar.sync 0;\n");
  CHECK(program.predicated.size() == 1);
}

TEST_CASE("who goes round the last conditional code of a kernel issues nothing of it",
          "[sim][lower]") {
  const Program program = lowered(
      "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra PAST;\nld.shared.f32 %f1, [s];\n"
      "st.global.f32 [%a], %f1;\nPAST:\n");
  CHECK(program.predicated.empty());
  CHECK(count(program, &InstructionInfo::is_predicated) >= 1);
}

TEST_CASE("longer code, and code that waits, stands behind a branch", "[sim][lower]") {
  std::string sums;
  for (int i = 0; i < 16; ++i) {
    sums += "add.rn.f32 %f1, %f1, %f1;\n";
  }
  CHECK(lowered(guarded(sums)).predicated.empty());
  CHECK(lowered(guarded("bar.sync 0;\n")).predicated.empty());
}

TEST_CASE("conditions that skip the same code are one", "[sim][lower]") {
  const auto chain = [](const std::string& more, const std::string& other = "PAST") {
    return lowered(
        "setp.ne.s32 %p1, %r1, 0;\nsetp.lt.s32 %p2, %r1, %n;\nsetp.gt.s32 %p3, %n, 5;\n"
        "@%p1 bra PAST;\n" +
        more + "and.pred %p4, %p2, %p3;\n@!%p4 bra " + other +
        ";\nbra.uni DO;\nDO:\nst.shared.f32 [s], %f1;\nbra.uni PAST;\n"
        "THERE:\nst.shared.f32 [s+8], %f1;\nPAST:\nbar.sync 0;\n");
  };
  const auto branches = [](const Program& program) {
    unsigned slots = 0;
    for (std::size_t at = 0; at < program.code.size(); ++at) {
      slots += program.code[at].step == Step::kBranch ? program.info[at].issue_slots : 0u;
    }
    return slots;
  };
  CHECK(branches(chain("")) == 0);
  CHECK(branches(chain("add.s32 %r2, %r1, 1;\nsetp.lt.s32 %p2, %r2, %n;\n")) == 0);
  CHECK(branches(chain("ld.shared.f32 %f1, [s+4];\n")) != 0);  // what is loaded may decide
  CHECK(branches(chain("", "THERE")) != 0);
}

TEST_CASE("an address that two predicated pieces of code need is computed once", "[sim][lower]") {
  const auto sums = [](const std::string& between, const std::string& second = "%d1, %d2") {
    const Program program = lowered(
        "cvt.s64.s32 %d1, %r1;\ncvt.s64.s32 %d2, %n;\nsetp.ne.s32 %p1, %r1, 0;\n@%p1 bra ONE;\n"
        "add.s64 %d3, %d1, %d2;\nst.shared.f32 [%d3], %f1;\nONE:\n" +
        between + "setp.ne.s32 %p2, %n, 0;\n@%p2 bra TWO;\nadd.s64 %d4, " + second +
        ";\nst.shared.f32 [%d4], %f1;\nTWO:\nbar.sync 0;\n");
    unsigned number = 0;
    for (const InstructionInfo& info : program.info) {
      number += info.opcode == Opcode::kAdd && info.issue_slots != 0 ? 1u : 0u;
    }
    return number;
  };
  CHECK(sums("") == 1);
  CHECK(sums("", "%d2, %d2") == 2);
  CHECK(sums("bar.sync 0;\n") == 2);
  std::string work = "setp.gt.s32 %p3, %r1, 9;\n@%p3 bra FAR;\n";
  for (int i = 0; i < 16; ++i) {
    work += "add.rn.f32 %f1, %f1, %f1;\n";
  }
  CHECK(sums(work + "FAR:\n") == 2 + 16);
}

}  // namespace
