// Tries the entry of a new exercise in course.yaml.
#include "skeleton/course_entry.hpp"

#include "warpschool/course/course.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

constexpr const char* kEditedCourse = R"(title: T
modules:
  - id: 1_a
    title: A
    exercises:
      - id: first
        title: First
        points: {correctness: 1}

  # the second module
  - id: 2_b
    title: B
    exercises:
      - id: second
        title: Second
        points: {correctness: 1}
)";

TEST_CASE("a new entry comes last in its module and leaves the rest alone", "[grader][new]") {
  for (const char* module : {"1_a", "2_b"}) {
    const auto edited = with_entry(kEditedCourse, module, "third", "Third: \"and\" more");
    REQUIRE(edited);
    const auto course = course::parse(*edited, "course.yaml");
    REQUIRE(course);
    const course::Exercise* third = course->find("third");
    REQUIRE(third != nullptr);
    CHECK(third->module == module);
    CHECK(third->title == "Third: \"and\" more");
    CHECK(edited->find("\n  # the second module\n  - id: 2_b") != std::string::npos);
  }
}

TEST_CASE("a module in another layout is left to the instructor", "[grader][new]") {
  CHECK_FALSE(with_entry("modules: [{id: 1_a, exercises: []}]\n", "1_a", "x", "X"));
  CHECK_FALSE(with_entry("modules:\n  - id: 1_a\n    exercises: []\n", "1_a", "x", "X"));
  CHECK_FALSE(with_entry(kEditedCourse, "9_z", "x", "X"));
}

}  // namespace
}  // namespace warpschool::grader
