// Tries the repair of a main without a type.
#include "simcc/repairs/bare_main.hpp"

#include "simcc/repairs/source_repairs.hpp"
#include "warpschool/harness/catch.hpp"

namespace warpschool::simcc {
namespace {

TEST_CASE("main without a type gets one", "[simcc]") {
  CHECK(type_bare_main("main() {}") == "int main() {}");
  CHECK(type_bare_main("int n;\n\n main(int c, char** v)\n{}") ==
        "int n;\n\n int main(int c, char** v)\n{}");
  CHECK(type_bare_main("void f() {}\n// main\n#define A \\\n  b\nmain (void) /* c */ {}") ==
        "void f() {}\n// main\n#define A \\\n  b\nint main (void) /* c */ {}");
  CHECK(repaired_source("__global__ void k() {}\nmain() { k<<<1, 1>>>(); }") ==
        "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }");
}

TEST_CASE("main with a type stays as it is, and what is no definition of it", "[simcc]") {
  for (const char* source :
       {"int\nmain() {}", "int main() {}", "auto main() -> int {}", "int f() { ; main(1); }",
        "static int x; /* c */ int // d\n  main(int c, char** v) {}", "#define main() {}\nint x;",
        "int domain; main_loop() {}", "struct A { int i; };\nextern int\nmain(void) {}"}) {
    CHECK(type_bare_main(source) == source);
  }
}

}  // namespace
}  // namespace warpschool::simcc
