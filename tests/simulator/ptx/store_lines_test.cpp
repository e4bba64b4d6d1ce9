// Vector stores that have the line of the statement behind them.
#include "parse_helpers.hpp"

namespace warpschool::sim::ptx {
namespace {

/// The line of the store in a kernel that begins at line 10.
unsigned line_of_store(const std::string& body) {
  const Function function = parsed_kernel(
      ".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>;\n.loc 1 10 0\n"
      "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n" +
      body);
  for (const Instruction& instruction : function.instructions) {
    if (instruction.opcode == "st") {
      return instruction.loc.line;
    }
  }
  return 0;
}

constexpr const char* kStore = "st.global.v2.f32 [%rd3], {%f1, %f2};\n";

TEST_CASE("a vector store has the line of its address or values, not of what follows",
          "[sim][ptx]") {
  const std::string address = ".loc 1 12 3\nadd.s64 %rd3, %rd1, %rd2;\n";
  const std::string values = ".loc 1 11 5\nmov.f32 %f1, 0f00000000;\nmov.f32 %f2, %f1;\n";
  const std::string brace = ".loc 1 13 1\n";
  CHECK(line_of_store(values + address + brace + kStore + "ret;") == 12);
  CHECK(line_of_store(address + values + brace + kStore + "ret;") == 12);
  // at the end of a loop that begins before: the later of the two
  CHECK(line_of_store(address + values + ".loc 1 10 9\n" + kStore + "add.s32 %r1, %r1, 1;\nret;") ==
        12);
  // values of a function that lies before the kernel
  const std::string inlined = ".loc 1 4 5\nmov.f32 %f1, 0f00000000;\nmov.f32 %f2, %f1;\n";
  CHECK(line_of_store(address + inlined + brace + kStore + "ret;") == 12);
}

TEST_CASE("a store with a line of its own keeps it", "[sim][ptx]") {
  const std::string before =
      ".loc 1 11 5\nmov.f32 %f1, 0f00000000;\nmov.f32 %f2, %f1;\nadd.s64 %rd3, %rd1, %rd2;\n"
      ".loc 1 12 7\n";
  CHECK(line_of_store(before + kStore + ".loc 1 13 1\nret;") == 12);
  CHECK(line_of_store(before + kStore + kStore + "ret;") == 12);  // unrolled
  CHECK(line_of_store(before + "// begin inline asm\n" + kStore +
                      "mov.f32 %f1, %f2;\n// end inline asm\nret;") == 12);
  CHECK(line_of_store(before + "st.global.f32 [%rd3], %f1;\nret;") == 12);
}

}  // namespace
}  // namespace warpschool::sim::ptx
