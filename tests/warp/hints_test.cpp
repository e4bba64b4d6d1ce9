// hints.md, hint by hint.
#include "hints.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::warp {

TEST_CASE("hints are read task by task, each in one line and without links", "[warp][hints]") {
  const auto hints = read_hints(
      "# Hints for x\n\n## Task 1\n\n1. First\n   goes on ([Guide,\n   "
      "Chapter](https://a.b/c)).\n2. "
      "Second: 1. is no item here\n\n## Task 2\n\n1. Other\n\n## Else\n\n1. not a hint\n");
  REQUIRE(hints.size() == 2);
  CHECK(hints.at(1) ==
        std::vector<std::string>{"First goes on (Guide, Chapter).", "Second: 1. is no item here"});
  CHECK(hints.at(2) == std::vector<std::string>{"Other"});
}

TEST_CASE("text before the first hint of a task is no hint", "[warp][hints]") {
  CHECK(read_hints("1. no task yet\n## Task 1\nwords\n").empty());
  CHECK(read_hints("").empty());
}

}  // namespace warpschool::warp
