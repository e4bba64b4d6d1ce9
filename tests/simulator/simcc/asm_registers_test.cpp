// Special registers in inline PTX with one per cent, as nvcc takes them.
#include "simcc/repairs/asm_registers.hpp"

#include "warpschool/harness/catch.hpp"

namespace warpschool::simcc {
namespace {

TEST_CASE("one per cent before a special register becomes two", "[simcc]") {
  CHECK(double_register_percents(R"(asm("mov.u32 %0, %laneid;" : "=r"(id));)") ==
        R"(asm("mov.u32 %0, %%laneid;" : "=r"(id));)");
  CHECK(double_register_percents(
            "__asm__ __volatile__(\n  \"mov.u64 %0, %clock64;\"\n  \"mov.u32 %1, "
            "%tid.x;\" : : );") ==
        "__asm__ __volatile__(\n  \"mov.u64 %0, %%clock64;\"\n  \"mov.u32 %1, %%tid.x;\" : : );");
}

TEST_CASE("what is right stays as it is", "[simcc]") {
  for (const char* source :
       {R"(asm volatile("mov.u32 %0, %%smid;" : "=r"(id));)", R"(printf("%tid %clock\n", a);)",
        R"(asm("{ .reg .u32 t%=; add.u32 %0, %1, %2; }" : "=r"(a) : "r"(b), "r"(c));)",
        R"(int asm_count = f("%laneid");)", "// \"an open quote\nasm", "asm(\"unfinished %", ""}) {
    CHECK(double_register_percents(source) == source);
  }
}

TEST_CASE("statements behind a comment's quote are still found", "[simcc]") {
  CHECK(double_register_percents("// it's 5\" wide\nasm(\"mov.u32 %0, %warpid;\" : );") ==
        "// it's 5\" wide\nasm(\"mov.u32 %0, %%warpid;\" : );");
}

}  // namespace
}  // namespace warpschool::simcc
