// Which branches the time model takes for such that lanes may part at.
#include "exec/device_library/device_library.hpp"
#include "exec/launch/isa.hpp"
#include "lower/lowering/lowering.hpp"
#include "parse_helpers.hpp"

#include <vector>

using namespace warpschool::sim;

namespace {

/// Too much to be predicated.
std::string work() {
  std::string text;
  for (int i = 0; i < 16; ++i) {
    text += "fma.rn.f32 %f1, %f1, %f2, %f2;\n";
  }
  return text;
}

/// A kernel that has the thread's place in %r1, the block's in %r2, a parameter in %n, and what it
/// loaded in %r3.
Program parting_kernel(const std::string& body) {
  const ptx::Module module = ptx::parsed(ptx::with_header(
      ".const .align 4 .b8 table[256];\n.visible .entry k(.param .u64 a, .param .u32 n)\n{\n"
      ".reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .pred %p<9>;\n.reg .b64 %d<9>;\n"
      ".reg .b32 %n;\n"
      "ld.param.u64 %d1, [a];\nld.param.u32 %n, [n];\n"
      "cvta.to.global.u64 %d1, %d1;\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n"
      "ld.global.u32 %r3, [%d1];\nmov.f32 %f1, 0f3F800000;\n"
      "mov.f32 %f2, 0f3F000000;\n" +
      body + "st.global.f32 [%d1], %f1;\nst.global.u32 [%d1+4], %r4;\nret;\n}\n"));
  LoadedSymbols symbols;
  symbols.variables.emplace("table", 0x1000);
  const warpschool::Result<Program> program =
      lower_kernel(module, module.functions.at(0), symbols, {best_handlers(), find_intrinsic});
  REQUIRE(program);
  return *program;
}

/// What the conditional branches of a kernel are, in the order of its code.
std::vector<Parting> partings_of(const std::string& body) {
  const Program program = parting_kernel(body);
  std::vector<Parting> found;
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    if (program.code[at].step == Step::kBranch && program.code[at].guard != kNoSlot) {
      found.push_back(program.info[at].parting);
    }
  }
  return found;
}

std::string around(const std::string& condition) {
  return "mov.u32 %r4, 0;\n" + condition + "@%p1 bra AFTER;\n" + work() + "AFTER:\n";
}

using Found = std::vector<Parting>;

TEST_CASE("lanes part where they have different values", "[sim][lower]") {
  const std::string compare = "setp.gt.u32 %p1, %r5, 7;\n";
  CHECK(partings_of(around("mov.u32 %r5, %r1;\n" + compare)) == Found{Parting::kRegion});
  CHECK(partings_of(around("add.u32 %r5, %r3, %n;\n" + compare)) == Found{Parting::kRegion});
  CHECK(partings_of(around("mov.u32 %r5, %n;\n" + compare)) == Found{Parting::kNever});
  CHECK(partings_of(around("add.u32 %r5, %r2, %n;\n" + compare)) == Found{Parting::kNever});
  CHECK(partings_of(around("setp.gt.u32 %p2, %r3, 7;\n"
                           "vote.sync.any.pred %p1, %p2, 0xffffffff;\n")) ==
        Found{Parting::kNever});
}

TEST_CASE("values that meet behind a branch differ where lanes have parted", "[sim][lower]") {
  const auto chosen_by = [](const std::string& place) {
    return "mov.u32 %r5, 1;\nsetp.gt.u32 %p2, " + place + ", 3;\n@%p2 bra ONE;\n" + work() +
           "mov.u32 %r5, 9;\nONE:\n" + around("setp.gt.u32 %p1, %r5, 7;\n");
  };
  CHECK(partings_of(chosen_by("%r1")) == Found{Parting::kRegion, Parting::kRegion});
  CHECK(partings_of(chosen_by("%n")) == Found{Parting::kNever, Parting::kNever});
}

TEST_CASE("conditions that lead to one place are one region", "[sim][lower]") {
  CHECK(partings_of("mov.u32 %r4, 0;\nsetp.gt.u32 %p1, %r1, 3;\n@%p1 bra AFTER;\n" + work() +
                    "setp.gt.u32 %p2, %r3, 3;\n@%p2 bra AFTER;\n" + work() + "AFTER:\n") ==
        Found{Parting::kRegion, Parting::kWithin});
  CHECK(partings_of("mov.u32 %r4, 0;\nsetp.gt.u32 %p1, %r1, 3;\n@%p1 bra AFTER;\n" + work() +
                    "setp.gt.u32 %p2, %r3, 3;\n@%p2 bra INNER;\n" + work() + "INNER:\n" + work() +
                    "AFTER:\n") == Found{Parting::kRegion, Parting::kRegion});
}

std::string loop_until(const std::string& bound) {
  return "mov.u32 %r4, 0;\nLOOP:\n" + work() + "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, " +
         bound + ";\n@%p1 bra LOOP;\n";
}

TEST_CASE("lanes leave a loop at different turns if its bound is their own", "[sim][lower]") {
  CHECK(partings_of(loop_until("%r3")) == Found{Parting::kStaysIfTaken});
  CHECK(partings_of(loop_until("%n")) == Found{Parting::kNever});
  const std::string behind = "setp.gt.u32 %p2, %r4, 5;\n@%p2 bra AFTER;\n" + work() + "AFTER:\n";
  CHECK(partings_of(loop_until("%r3") + behind) == Found{Parting::kStaysIfTaken, Parting::kRegion});
  CHECK(partings_of(loop_until("%n") + behind) == Found{Parting::kNever, Parting::kNever});
  CHECK(partings_of("mov.u32 %r4, 0;\nLOOP:\n" + work() +
                    "ld.global.u32 %r5, [%d1+8];\nsetp.eq.u32 %p2, %r5, 0;\n@%p2 bra OUT;\n" +
                    work() +
                    "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, %n;\n@%p1 bra LOOP;\n"
                    "OUT:\n" +
                    work()) == Found{Parting::kLeavesIfTaken, Parting::kNever});
}

TEST_CASE("nobody waits for lanes that have nothing left to do", "[sim][lower]") {
  CHECK(partings_of("mov.u32 %r4, 0;\nsetp.gt.u32 %p1, %r1, 3;\n@%p1 bra END;\n" + work() +
                    "st.global.f32 [%d1], %f1;\nEND:\nret;\n") == Found{Parting::kNever});
}

/// Is the one load of constant memory no operand? Its place is made of %r5.
bool is_by_register(const std::string& before, const std::string& place,
                    const std::string& after = "") {
  const Program program =
      parting_kernel("mov.u32 %r4, 0;\nmov.u64 %d2, table;\nmov.u32 %r5, 4;\n" + before +
                     "mul.wide.u32 %d3, %r5, 4;\nadd.s64 %d3, %d2, %d3;\nld.const.f32 %f1, [" +
                     place + "];\n" + after);
  for (std::size_t at = 0; at < program.code.size(); ++at) {
    if (program.info[at].opcode == Opcode::kLd && program.code[at].space == Space::kConst) {
      return program.info[at].is_by_register;
    }
  }
  FAIL("no load of constant memory");
  return false;
}

TEST_CASE("constants at places of the lanes' own are loaded", "[sim][lower]") {
  CHECK(is_by_register("mov.u32 %r5, %r1;\n", "%d3"));
  CHECK(!is_by_register("mov.u32 %r5, %n;\n", "%d3"));
  CHECK(!is_by_register("", "table+4"));
}

TEST_CASE("so are those at places that are not known, where lanes have parted", "[sim][lower]") {
  const auto in_loop_until = [](const std::string& bound) {
    return is_by_register(
        "LOOP:\nmov.u32 %r5, %r4;\n", "%d3",
        work() + "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, " + bound + ";\n@%p1 bra LOOP;\n");
  };
  CHECK(in_loop_until("%r3"));
  CHECK(!in_loop_until("%n"));
  const std::string branch = "setp.gt.u32 %p1, %r1, 3;\n@%p1 bra AFTER;\n" + work();
  CHECK(is_by_register(branch + "mov.u32 %r5, %n;\n", "%d3", "AFTER:\n"));
  CHECK(!is_by_register(branch, "table+4", "AFTER:\n"));
}

}  // namespace
