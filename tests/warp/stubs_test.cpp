// TODO regions, and which of them are untouched.
#include "stubs.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::warp {
namespace {

const char* const kStub =
    "void f() {\n"
    "  // TODO(1): add it (about 4 lines)\n"
    "  // END TODO(1)\n"
    "  // TODO(2): blocks\n"
    "  const unsigned blocks = 1;\n"
    "  // END TODO(2)\n"
    "}\n";

}  // namespace

TEST_CASE("regions have their wish and their code", "[warp][stubs]") {
  const auto regions = todo_regions(kStub);
  REQUIRE(regions.size() == 2);
  CHECK(regions.at(1).wish == "add it");
  CHECK(regions.at(1).code.empty());
  CHECK(regions.at(2).wish == "blocks");
  CHECK(regions.at(2).code == "const unsigned blocks = 1 ; ");
}

TEST_CASE("comments and blanks do not fill a region", "[warp][stubs]") {
  const auto todos = untouched(kStub,
                               "// TODO(1): add it\n  // later\n\n// END TODO(1)\n"
                               "// TODO(2)\nconst  unsigned blocks=1;\n// END TODO(2)\n",
                               "f.cu");
  REQUIRE(todos.size() == 2);
  CHECK(todos[0].number == 1);
  CHECK(todos[0].file == "f.cu");
  CHECK(todos[0].wish == "add it");
}

TEST_CASE("code fills a region, and a region that is gone is not empty", "[warp][stubs]") {
  CHECK(untouched(kStub, "// TODO(1)\nint i;\n// END TODO(1)\n", "f.cu").empty());
  CHECK(untouched(kStub, "int i;\n", "f.cu").empty());
  CHECK(todo_regions("// TODO(1): no end\nint i;\n").empty());
}

}  // namespace warpschool::warp
