// Tries the estimate of how long grading takes.
#include "commands/progress_line.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

TEST_CASE("the estimate follows from what the finished jobs took", "[grader]") {
  CHECK(Progress::estimate(5, 0, 10) == "no estimate yet");
  CHECK(Progress::estimate(10, 5, 10) == "about 10 s left");
  CHECK(Progress::estimate(100, 10, 30) == "about 3 min 20 s left");
  CHECK(Progress::estimate(3600, 1, 3) == "about 2 h 0 min left");
}

}  // namespace
}  // namespace warpschool::grader
