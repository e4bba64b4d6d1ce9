// Which line of the source a load has that the compiler made of loads on several lines.
#include "exec/device_library/device_library.hpp"
#include "exec/launch/isa.hpp"
#include "lower/lowering/lowering.hpp"
#include "parse_helpers.hpp"
#include "warpschool/harness/catch.hpp"

#include <algorithm>
#include <string>

using namespace warpschool::sim;

namespace {

/// The line of the load from global memory in a kernel whose barrier stands on line 5.
int line_of_load(const std::string& behind_the_barrier) {
  const ptx::Module module = ptx::parsed(ptx::with_header(
      ".file 1 \"sums.cu\"\n.visible .entry k(.param .u64 a)\n{\n"
      ".reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .b64 %a;\n"
      ".loc 1 3 1\nld.param.u64 %a, [a];\nsetp.eq.u64 %p1, %a, 0;\n.loc 1 5 3\nbar.sync 0;\n" +
      behind_the_barrier + ".loc 1 9 1\nret;\n}\n"));
  const warpschool::Result<Program> program =
      lower_kernel(module, module.functions.at(0), {}, {best_handlers(), find_intrinsic});
  REQUIRE(program);
  const auto load = std::find_if(program->code.begin(), program->code.end(),
                                 [](const auto& each) { return each.space == Space::kGlobal; });
  REQUIRE(load != program->code.end());
  return static_cast<int>(
      program->info[static_cast<std::size_t>(load - program->code.begin())].line);
}

TEST_CASE("a load of no line has that of the first line that needs its value", "[sim][lower]") {
  const std::string load = ".loc 1 0 0\nld.global.u32 %r1, [%a];\n";
  CHECK(line_of_load(load + ".loc 1 7 5\nadd.s32 %r2, %r1, 1;\n") == 7);
  CHECK(line_of_load(load + "selp.b32 %r2, 0, %r1, %p1;\n.loc 1 8 5\nadd.s32 %r3, %r2, 1;\n") == 8);
  CHECK(line_of_load(".loc 1 0 0\nld.global.v2.u32 {%r1, %r2}, [%a];\n"
                     ".loc 1 6 5\nadd.s32 %r3, %r2, 1;\n") == 6);
}

TEST_CASE("a load of no line that nothing of the program needs has the line before",
          "[sim][lower]") {
  CHECK(line_of_load(".loc 1 0 0\nld.global.u32 %r1, [%a];\n") == 5);
  CHECK(line_of_load(".loc 1 4 1\nld.global.u32 %r1, [%a];\n"
                     ".loc 1 7 5\nadd.s32 %r2, %r1, 1;\n") == 4);
}

}  // namespace
