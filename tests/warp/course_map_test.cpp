// The map of the course and the exercise that is next.
#include "course_map.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::warp {
namespace {

course::Course course() {
  return *course::parse(R"(
title: The course
modules:
  - id: 1_m
    title: First module
    exercises:
      - {id: aa, title: Ay, points: {correctness: 4}}
      - {id: bb, title: Bee, needs: [aa], points: {correctness: 6}}
  - id: 2_m
    title: Second module
    exercises:
      - {id: cc, title: Cee, needs: [bb], points: {correctness: 10}}
      - {id: dd, title: Dee, needs: [aa], points: {correctness: 2}, bonus: true}
)",
                        "course.yaml");
}

Progress passed(const std::vector<std::string>& ids) {
  Progress progress;
  for (const std::string& id : ids) {
    progress.exercises[id] = {true, 4, 4, {{1, "passed"}}, {}};
  }
  return progress;
}

}  // namespace

TEST_CASE("the next exercise is the first whose prerequisites are passed", "[warp][map]") {
  const course::Course c = course();
  CHECK(next_exercise(c, {})->id == "aa");
  CHECK(next_exercise(c, passed({"aa"}))->id == "bb");
  CHECK(next_exercise(c, passed({"aa"}), "bb")->id == "dd");
  CHECK(next_exercise(c, {}, "aa")->id == "bb");
  CHECK(next_exercise(c, passed({"aa", "bb", "cc", "dd"})) == nullptr);
}

TEST_CASE("the map shows what is done, what is next and what comes before", "[warp][map]") {
  Progress progress = passed({"aa"});
  progress.exercises["bb"] = {false, 2.5, 6, {{1, "passed"}, {2, "race"}}, {}};
  const std::string map = course_map(course(), progress, {{"cc", 3}}, false);
  CHECK(map ==
        "The course: 1 of 4 exercises, 6.5/20 points\n"
        "\nFirst module\n"
        "  aa                    passed  1/1 task        4/4\n"
        "> bb                    begun   1/2 tasks     2.5/6   next: Bee\n"
        "\nSecond module\n"
        "  cc                            0/3 tasks      0/10   after bb\n"
        "  dd                            0/0 tasks       0/2   bonus\n");
}

TEST_CASE("colours are for terminals alone", "[warp][map]") {
  CHECK(course_map(course(), {}, {}, true).find('\x1b') != std::string::npos);
  CHECK(course_map(course(), {}, {}, false).find('\x1b') == std::string::npos);
}

}  // namespace warpschool::warp
