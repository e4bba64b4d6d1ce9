// Each judge reads its own exercise's part of course.yaml.
#include "pipeline/job.hpp"
#include "test_folder.hpp"
#include "warpschool/harness/catch.hpp"

namespace warpschool::grader {
namespace {

constexpr const char* kCourse =
    "title: A course\n"
    "modules:\n"
    "  - id: 1_first\n"
    "    title: First\n"
    "    exercises:\n"
    "      - id: one\n"
    "        title: One\n"
    "        points: {correctness: 6, counters: 4}\n"
    "        counters:\n"
    "          - {name: launches, max: 1}\n"
    "      - id: two\n"
    "        title: Two\n"
    "        needs: [one]\n"
    "        points: {correctness: 10}\n";

}  // namespace

TEST_CASE("a judge's course.yaml has its exercise as the whole has it, and no other",
          "[grader][workshop]") {
  const ScratchFolder scratch;
  scratch.add("course.yaml", kCourse);
  Manifest manifest;
  manifest.course = scratch.path() / "course.yaml";
  Workshop workshop;
  workshop.manifest = &manifest;
  workshop.scratch = scratch.path() / ".jobs";
  const std::filesystem::path file = workshop.course_of("one");
  CHECK(file != manifest.course);
  CHECK(workshop.course_of("one") == file);
  const auto part = course::load(file);
  const auto whole = course::load(manifest.course);
  REQUIRE(part);
  REQUIRE(whole);
  REQUIRE(part->exercises().size() == 1);
  const course::Exercise& exercise = *part->exercises().front();
  CHECK(exercise.id == "one");
  CHECK(exercise.points.correctness == 6);
  CHECK(exercise.counters.size() == whole->find("one")->counters.size());
  CHECK(exercise.limits.run_ms == whole->find("one")->limits.run_ms);
}

TEST_CASE("where an exercise cannot be cut out its judge reads all of course.yaml",
          "[grader][workshop]") {
  const ScratchFolder scratch;
  scratch.add("course.yaml",
              "title: A course\nmodules: [{id: 1_first, title: First, exercises: [{id: one, title: "
              "One, points: {correctness: 10}}, {id: two, title: Two, points: {correctness: 10}}]}]"
              "\n");
  Manifest manifest;
  manifest.course = scratch.path() / "course.yaml";
  Workshop workshop;
  workshop.manifest = &manifest;
  workshop.scratch = scratch.path() / ".jobs";
  CHECK(workshop.course_of("one") == manifest.course);
}

}  // namespace warpschool::grader
