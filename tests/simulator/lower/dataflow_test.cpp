// Which addresses the dataflow layer takes for equal, and which definitions reach a use.
#include "lower/analysis/dataflow.hpp"

#include "exec/device_library/device_library.hpp"
#include "exec/launch/isa.hpp"
#include "lower/analysis/guards.hpp"
#include "lower/lowering/lowering.hpp"
#include "lower/lowering/passes.hpp"
#include "parse_helpers.hpp"

#include <set>

using namespace warpschool::sim;

namespace {

/// A kernel of two pointers, in %a and %b, and a number in %n.
Program program_of(const std::string& body) {
  const ptx::Module module = ptx::parsed(
      ptx::with_header(".visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n)\n{\n"
                       ".local .align 8 .b8 __local_depot0[64];\n.reg .b64 %SP;\n.reg .b64 %SPL;\n"
                       ".reg .pred %p<9>;\n.reg .b32 %r<40>;\n.reg .b64 %d<40>;\n"
                       ".reg .b64 %a;\n.reg .b64 %b;\n.reg .b32 %n;\n"
                       "mov.u64 %SPL, __local_depot0;\ncvta.local.u64 %SP, %SPL;\n"
                       "ld.param.u64 %a, [a];\nld.param.u64 %b, [b];\nld.param.u32 %n, [n];\n" +
                       body + "ret;\n}\n"));
  warpschool::Result<Program> program =
      lower_kernel(module, module.functions.at(0), {}, {best_handlers(), find_intrinsic});
  REQUIRE(program);
  return std::move(*program);
}

/// The first load of 4 bytes that is not of the frame.
std::size_t find_load(const Program& program) {
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    if (program.info[at].opcode == Opcode::kLd && program.code[at].bytes == 4 &&
        program.code[at].target == 0 && program.code[at].space == Space::kGeneric) {
      return at;
    }
  }
  FAIL("no load");
  return 0;
}

std::size_t find_atomic(const Program& program) {
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    if (program.info[at].opcode == Opcode::kAtom) {
      return at;
    }
  }
  FAIL("no atomic");
  return 0;
}

/// Is the address of the first load that of the first atomic?
bool are_equal(const std::string& body) {
  const Program program = program_of(body);
  const Dataflow flow(program);
  return flow.addresses.address(find_load(program)) == flow.addresses.address(find_atomic(program));
}

/// Are the first load and the first atomic of one array, as far as it is known?
bool are_of_one_array(const std::string& body) {
  const Program program = program_of(body);
  const Dataflow flow(program);
  const auto array = flow.origins.of_access(find_load(program));
  return array != PointerOrigins::kUnknown && array == flow.origins.of_access(find_atomic(program));
}

std::size_t tested_loads_of(const std::string& body) {
  return program_of(body).tested_loads.size();
}

const std::string kSwap = "atom.cas.b32 %r9, [%d9], 0, 1;\n";

}  // namespace

TEST_CASE("Equal computations of an address are one address") {
  CHECK(are_equal("ld.u32 %r1, [%a+4];\nadd.s64 %d9, %a, 4;\n" + kSwap));
  CHECK(
      are_equal("mul.wide.s32 %d1, %n, 4;\nadd.s64 %d2, %a, %d1;\nld.u32 %r1, [%d2+8];\n"
                "mul.wide.s32 %d3, %n, 4;\nadd.s64 %d4, %d3, 8;\nadd.s64 %d9, %d4, %a;\n" +
                kSwap));
  CHECK_FALSE(are_equal("ld.u32 %r1, [%a];\nmov.u64 %d9, %b;\n" + kSwap));
  CHECK_FALSE(are_equal("ld.u32 %r1, [%a];\nadd.s64 %d9, %a, 4;\n" + kSwap));
}

TEST_CASE("A register that was changed in between holds another address") {
  CHECK_FALSE(are_equal("mov.u64 %d9, %a;\nld.u32 %r1, [%d9];\nadd.s64 %d9, %d9, 4;\n" + kSwap));
  CHECK_FALSE(
      are_equal("mov.u64 %d9, %a;\nsetp.eq.s32 %p1, %n, 0;\nld.u32 %r1, [%d9];\n@%p1 bra L;\n"
                "mov.u64 %d9, %b;\nL:\n" +
                kSwap));
  CHECK(
      are_equal("mov.u64 %d9, %a;\nsetp.eq.s32 %p1, %n, 0;\nld.u32 %r1, [%d9];\n@%p1 bra L;\n"
                "mov.u32 %r2, 1;\nL:\n" +
                kSwap));
  CHECK_FALSE(
      are_equal("mov.u64 %d9, %a;\nsetp.eq.s32 %p1, %n, 0;\nL:\nld.u32 %r1, [%d9];\n"
                "@%p1 add.s64 %d9, %d9, 4;\n" +
                kSwap + "bra L;\n"));
  CHECK(are_equal("mov.u64 %d9, %a;\nL:\nld.u32 %r1, [%d9];\n" + kSwap +
                  "add.s64 %d9, %d9, 4;\nbra L;\n"));
}

TEST_CASE("Scalars of the frame hand addresses on") {
  CHECK(
      are_equal("st.u64 [%SP+8], %a;\nld.u64 %d1, [%SP+8];\nld.u32 %r1, [%d1];\n"
                "ld.u64 %d9, [%SP+8];\n" +
                kSwap));
  CHECK_FALSE(
      are_equal("st.u64 [%SP+8], %a;\nld.u64 %d1, [%SP+8];\nld.u32 %r1, [%d1];\n"
                "st.u32 [%SP+12], %n;\nld.u64 %d9, [%SP+8];\n" +
                kSwap));
  // Its address is taken, so that a store by pointer may change it.
  const std::string given =
      "add.u64 %d7, %SP, 8;\nst.u64 [%b], %d7;\nst.u64 [%SP+8], %a;\n"
      "ld.u64 %d1, [%SP+8];\nld.u32 %r1, [%d1];\n";
  CHECK(are_equal(given + "ld.u64 %d9, [%SP+8];\n" + kSwap));
  CHECK_FALSE(are_equal(given + "st.u64 [%b], %b;\nld.u64 %d9, [%SP+8];\n" + kSwap));
}

TEST_CASE("Two loads of one place are equal while nothing may write it") {
  const std::string first = "ld.u64 %d1, [%b];\nld.u32 %r1, [%d1];\n";
  CHECK(are_equal(first + "ld.u64 %d9, [%b];\n" + kSwap));
  CHECK_FALSE(are_equal(first + "st.u32 [%a], %n;\nld.u64 %d9, [%b];\n" + kSwap));
  CHECK_FALSE(are_equal(first + "bar.sync 0;\nld.u64 %d9, [%b];\n" + kSwap));
}

TEST_CASE("Elements of one array have one origin, whatever their indices") {
  const std::string index = "mul.wide.s32 %d1, %n, 4;\nadd.s64 %d2, %a, %d1;\n";
  CHECK(are_of_one_array(index + "ld.u32 %r1, [%d2];\nadd.s64 %d9, %a, 4;\n" + kSwap));
  CHECK_FALSE(are_of_one_array(index + "ld.u32 %r1, [%d2];\nadd.s64 %d9, %b, 4;\n" + kSwap));
  CHECK(
      are_of_one_array("ld.u64 %d1, [%b];\nld.u32 %r1, [%d1];\nst.u32 [%a], %n;\n"
                       "ld.u64 %d9, [%b];\nadd.s64 %d9, %d9, 8;\n" +
                       kSwap));
  CHECK_FALSE(
      are_of_one_array("ld.u64 %d1, [%b];\nld.u32 %r1, [%d1];\nld.u64 %d9, [%b+8];\n" + kSwap));
}

TEST_CASE("Where two pointers meet the array is not known") {
  const std::string choice =
      "ld.u32 %r1, [%a];\nmov.u64 %d9, %a;\nsetp.eq.s32 %p1, %n, 0;\n@%p1 bra L;\n";
  CHECK_FALSE(are_of_one_array(choice + "mov.u64 %d9, %b;\nL:\n" + kSwap));
  CHECK(are_of_one_array(choice + "add.s64 %d9, %a, 64;\nL:\n" + kSwap));
  CHECK(are_of_one_array("ld.u32 %r1, [%a];\nmov.u64 %d9, %a;\nL:\n" + kSwap +
                         "add.s64 %d9, %d9, 4;\nbra L;\n"));
}

TEST_CASE("A load is tested if equality is all that is asked, and swaps alone change its array") {
  const std::string load = "ld.u32 %r1, [%a];\nadd.s32 %r2, %n, -1;\n";
  const std::string swap = "atom.cas.b32 %r9, [%a+64], -1, %n;\n";
  CHECK(tested_loads_of(load + "setp.eq.s32 %p1, %r1, %r2;\n" + swap) == 1);
  CHECK(tested_loads_of(load + "setp.lt.s32 %p1, %r1, %r2;\n" + swap) == 0);
  CHECK(tested_loads_of(load + "setp.eq.s32 %p1, %r1, %r2;\nst.u32 [%b], %r1;\n" + swap) == 0);
  CHECK(tested_loads_of(load + "setp.eq.s32 %p1, %r1, %r2;\nred.add.u32 [%a+8], 1;\n" + swap) == 0);
  CHECK(tested_loads_of(load + "setp.eq.s32 %p1, %r1, %r2;\nred.add.u32 [%b], 1;\n" + swap) == 1);
  CHECK(tested_loads_of(load + "setp.eq.s32 %p1, %r1, %r2;\nmov.u32 %r3, %tid.x;\n"
                               "atom.cas.b32 %r9, [%a+64], -1, %r3;\n") == 0);
}

TEST_CASE("All definitions that reach a use are found, and their uses") {
  const Program program = program_of(
      "mov.u32 %r1, 1;\nsetp.eq.s32 %p1, %n, 0;\n@%p1 bra L;\nmov.u32 %r1, 2;\nL:\n"
      "st.u32 [%a], %r1;\nmov.u32 %r1, 3;\nst.u32 [%b], %r1;\n");
  const Dataflow flow(program);
  std::vector<std::size_t> stores, moves;
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    if (program.info[at].opcode == Opcode::kSt) {
      stores.push_back(at);
    } else if (program.info[at].opcode == Opcode::kMov &&
               program.info[at].type == ptx::Type::kU32) {
      moves.push_back(at);
    }
  }
  REQUIRE(stores.size() == 2);
  REQUIRE(moves.size() == 3);
  const auto reaching = [&](std::size_t store) {
    const auto all = flow.def_use.definitions(flow.def_use.read(store, program.code[store].d));
    return std::set<std::size_t>(all.begin(), all.end());
  };
  CHECK(reaching(stores[0]) == std::set<std::size_t>{moves[0], moves[1]});
  CHECK(reaching(stores[1]) == std::set<std::size_t>{moves[2]});
  CHECK(flow.def_use.uses(moves[1]) ==
        std::vector<std::uint32_t>{static_cast<std::uint32_t>(stores[0])});
}

TEST_CASE("Each pass says what it finds") {
  for (const Pass& pass : passes()) {
    CHECK(std::string(pass.name).size() > 0);
    CHECK(std::string(pass.finds).size() > 0);
  }
}

namespace {

/// Is there a guard of the address of the first load?
bool is_guarded(const std::string& body) {
  const Program program = program_of("mov.u32 %r1, %tid.x;\nmov.u32 %r2, %tid.y;\n" + body);
  const std::uint32_t guard =
      guard_of_index(program, static_cast<std::uint32_t>(find_load(program)));
  return guard != kNoIndex && program.code[guard].step == Step::kBranch;
}

const std::string kElement = "mul.wide.s32 %d1, %r1, 4;\nadd.s64 %d2, %a, %d1;\n";

std::vector<std::uint32_t> generic_loads(const Program& program) {
  std::vector<std::uint32_t> loads;
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    if (program.info[at].opcode == Opcode::kLd && program.code[at].space == Space::kGeneric) {
      loads.push_back(at);
    }
  }
  return loads;
}

/// From the first of two loads to the second and back, in a loop with `between` and `behind`.
std::pair<bool, bool> ways_past_barriers(const std::string& between, const std::string& behind) {
  const Program program =
      program_of("LOOP:\nld.u32 %r1, [%a];\n" + between + "ld.u32 %r2, [%b];\n" + behind +
                 "setp.lt.s32 %p1, %r1, %n;\n@%p1 bra LOOP;\n");
  const std::vector<std::uint32_t> loads = generic_loads(program);
  REQUIRE(loads.size() == 2);
  return {leads_past_barriers(program, loads[0], loads[1]),
          leads_past_barriers(program, loads[1], loads[0])};
}

}  // namespace

TEST_CASE("The guard of an access compares its index, and decides whether it is come to") {
  const std::string load = kElement + "ld.u32 %r3, [%d2];\nL:\n";
  CHECK(is_guarded("setp.ge.s32 %p1, %r1, %n;\n@%p1 bra L;\n" + load));
  CHECK(
      is_guarded("setp.ge.s32 %p1, %r1, %n;\nsetp.ge.s32 %p2, %r2, %n;\n"
                 "or.pred %p3, %p1, %p2;\n@%p3 bra L;\n" +
                 load));
  CHECK(
      is_guarded("st.u32 [%SP+8], %r1;\nld.u32 %r4, [%SP+8];\nsetp.ge.s32 %p1, %r4, %n;\n"
                 "@%p1 bra L;\n" +
                 load));
  // Of another number, of the other way round, and of what merely comes before.
  CHECK_FALSE(is_guarded("setp.ge.s32 %p1, %r2, %n;\n@%p1 bra L;\n" + load));
  CHECK_FALSE(is_guarded("setp.ge.s32 %p1, %r1, %n;\n@%p1 bra M;\nmov.u32 %r5, 1;\nM:\n" + load));
  // The index is read from memory: a condition on where it was read guards nothing here.
  CHECK_FALSE(is_guarded("setp.ge.s32 %p1, %r1, %n;\n@%p1 bra L;\n" + kElement +
                         "ld.global.u16 %r4, [%d2];\nmul.wide.s32 %d3, %r4, 4;\n"
                         "add.s64 %d4, %b, %d3;\nld.u32 %r3, [%d4];\nL:\n"));
}

TEST_CASE("Barriers on the way from one access to another are found, and those on the way back") {
  using Ways = std::pair<bool, bool>;
  CHECK(ways_past_barriers("", "") == Ways(true, true));
  CHECK(ways_past_barriers("bar.sync 0;\n", "") == Ways(false, true));
  CHECK(ways_past_barriers("", "bar.sync 0;\n") == Ways(true, false));
  CHECK(ways_past_barriers("bar.sync 0;\n", "bar.sync 0;\n") == Ways(false, false));
  CHECK(ways_past_barriers("@%p2 bra M;\nbar.sync 0;\nM:\n", "") == Ways(true, true));
}

TEST_CASE("Barriers hinder no way from one access to another, but without a loop none leads back") {
  const Program program = program_of("ld.u32 %r1, [%a];\nbar.sync 0;\nld.u32 %r2, [%b];\n");
  const std::vector<std::uint32_t> loads = generic_loads(program);
  REQUIRE(loads.size() == 2);
  CHECK(leads(program, loads[0], loads[1]));
  CHECK_FALSE(leads(program, loads[1], loads[0]));
}
