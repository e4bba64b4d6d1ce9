// Tries the reader of course.yaml.
#include "warpschool/course/course.hpp"

#include "warpschool/course/emit_cmake.hpp"

#include <filesystem>
#include <warpschool/harness/catch.hpp>

namespace warpschool::course {
namespace {

const char* const kWhole = R"(
title: A course
term: spring
grading: {A: 90, B: 79.5}
modules:
  - id: 1_first
    title: First
    exercises:
      - {id: easy, title: Easy, points: {correctness: 10}}
  - id: 5_reductions
    title: Reductions
    exercises:
      - id: reduce
        title: "Sum: any n"
        needs: [easy]
        points: {correctness: 6, timing: 2.5, counters: 1}
        due: 2027-03-01T23:59:00+01:00
        files: [reduce.cu, reduce_helper.cuh]
        limits: {build: 90s, run: 500ms, memory: 512MiB}
        timing:
          - {task: 2, than: reference, gpu: {n: 16777216, full_at: 80}, sim: {n: 262144, full_at: 6, zero_at: 2}}
        counters:
          - {task: 2, name: shared_requests_per_warp, max: 2}
        forbidden: [thrust, cub]
        bonus: true
        host_copies: never
)";

}  // namespace

TEST_CASE("every field of an exercise is read", "[course]") {
  const Result<Course> course = parse(kWhole, "course.yaml");
  REQUIRE(course);
  CHECK(course->title == "A course");
  CHECK(course->term == "spring");
  CHECK(course->grading == std::map<std::string, double>{{"A", 90}, {"B", 79.5}});
  const Exercise* reduce = course->find("reduce");
  REQUIRE(reduce != nullptr);
  CHECK(reduce->title == "Sum: any n");
  CHECK(reduce->folder() == "5_reductions/reduce");
  CHECK(reduce->line == 13);
  CHECK(reduce->needs == std::vector<std::string>{"easy"});
  CHECK(reduce->points.total() == 9.5);
  CHECK(reduce->due == "2027-03-01T23:59:00+01:00");
  CHECK(reduce->files == std::vector<std::string>{"reduce.cu", "reduce_helper.cuh"});
  CHECK(reduce->limits.build_ms == 90'000);
  CHECK(reduce->limits.run_ms == 500);
  CHECK(reduce->limits.memory_bytes == 512ull << 20);
  REQUIRE(reduce->timing.size() == 1);
  CHECK(reduce->timing[0].task == 2);
  CHECK(reduce->timing[0].gpu->zero_at == 1);
  CHECK(reduce->timing[0].sim->full_at == 6);
  REQUIRE(reduce->counters.size() == 1);
  CHECK(reduce->counters[0].max == 2.0);
  CHECK_FALSE(reduce->counters[0].min);
  CHECK(reduce->forbidden == std::vector<std::string>{"thrust", "cub"});
  CHECK(reduce->bonus);
  CHECK(reduce->host_copies == HostCopies::kNothing);
}

TEST_CASE("what is not given has its default", "[course]") {
  const Result<Course> course = parse(kWhole, "course.yaml");
  REQUIRE(course);
  const Exercise* easy = course->find("easy");
  REQUIRE(easy != nullptr);
  CHECK(easy->files == std::vector<std::string>{"easy.cu"});
  CHECK(easy->limits.build_ms == 60'000);
  CHECK_FALSE(easy->due);
  CHECK_FALSE(easy->bonus);
  CHECK(easy->host_copies == HostCopies::kFlags);
  CHECK(course->find("none") == nullptr);
}

TEST_CASE("a timing check has the rule of its task, or the only one", "[course]") {
  Exercise exercise;
  CHECK(exercise.timing_rule(1) == nullptr);
  TimingRule first, third;
  first.task = 1;
  first.sim = TimingOn{10, 2, 1, {}};
  third.task = 3;
  third.gpu = TimingOn{20, 3, 1, {}};
  exercise.timing = {first, third};
  CHECK(exercise.timing_rule(3) == &exercise.timing[1]);
  CHECK(exercise.timing_rule(2) == nullptr);
  CHECK(exercise.timing_rule(0) == exercise.timing.data());
  CHECK(exercise.timing[0].on("sim")->n == 10);
  CHECK(exercise.timing[0].on("gpu") == nullptr);
  CHECK(exercise.timing[1].on("gpu")->n == 20);
  exercise.timing[0].task = 0;
  CHECK(exercise.timing_rule(2) == exercise.timing.data());
}

TEST_CASE("bonus exercises do not count towards the total", "[course]") {
  const Result<Course> course = parse(kWhole, "course.yaml");
  REQUIRE(course);
  CHECK(course->total_points() == 10);
  CHECK(course->exercises().size() == 2);
}

TEST_CASE("CMake gets ids, files, kinds and limits", "[course][cmake]") {
  const Result<Course> course = parse(kWhole, "course.yaml");
  REQUIRE(course);
  const std::string cmake = to_cmake(*course);
  for (const char* line :
       {"set(WARPSCHOOL_EXERCISES easy reduce)", "set(WARPSCHOOL_reduce_MODULE 5_reductions)",
        "set(WARPSCHOOL_reduce_FILES reduce.cu reduce_helper.cuh)",
        "set(WARPSCHOOL_reduce_KINDS correctness timing counters)",
        "set(WARPSCHOOL_easy_KINDS correctness)", "set(WARPSCHOOL_reduce_TIMED_ON gpu sim)",
        "set(WARPSCHOOL_reduce_BUILD_SECONDS 90)", "set(WARPSCHOOL_reduce_RUN_SECONDS 1)"}) {
    CAPTURE(line);
    CHECK(cmake.find(line) != std::string::npos);
  }
}

TEST_CASE("the course we ship has no mistakes", "[course]") {
  const Result<Course> course = load_with_exercises(WARPSCHOOL_COURSE_YAML);
  if (!course) {
    for (const Diagnostic& diagnostic : course.diagnostics()) {
      UNSCOPED_INFO(to_string(diagnostic));
    }
  }
  REQUIRE(course);
  CHECK(course->find("vector_add") != nullptr);
}

TEST_CASE("a folder in its place is one diagnostic", "[course]") {
  const auto course = load_with_exercises(std::filesystem::temp_directory_path());
  REQUIRE_FALSE(course);
  REQUIRE(course.diagnostics().size() == 1);
  CHECK(course.diagnostics().front().message == "cannot be read");
}

TEST_CASE("a file that is not there is one diagnostic", "[course]") {
  const Result<Course> course = load("/nonexistent/course.yaml");
  REQUIRE_FALSE(course);
  CHECK(course.diagnostics().size() == 1);
}

}  // namespace warpschool::course
