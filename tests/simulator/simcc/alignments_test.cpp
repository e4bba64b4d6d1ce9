// Tries the repair of alignas behind a memory space.
#include "simcc/repairs/alignments.hpp"

#include "warpschool/harness/catch.hpp"

namespace warpschool::simcc {
namespace {

TEST_CASE("alignas behind a memory space becomes _Alignas", "[simcc]") {
  CHECK(free_alignments("__shared__ alignas(16) float a[4];") ==
        "__shared__ _Alignas(16) float a[4];");
  CHECK(free_alignments("extern __shared__  alignas(T) char a[];") ==
        "extern __shared__ _Alignas(T) char a[];");
  CHECK(free_alignments("__device__\nalignas (8) int a, b;") ==
        "__device__\n_Alignas (8) int a, b;");
}

TEST_CASE("alignas elsewhere stays", "[simcc]") {
  for (const char* text :
       {"alignas(16) __shared__ float a[4];", "struct alignas(16) A {};",
        "// __shared__ alignas(16) float a;", "\"__shared__ alignas(16) float a;\"",
        "my__shared__ alignas(16)", "__shared__ alignas_of(16)", "__shared__", "__shared__ "}) {
    CHECK(free_alignments(text) == text);
  }
}

}  // namespace
}  // namespace warpschool::simcc
