#include "points.hpp"

#include <fstream>
#include <unistd.h>
#include <warpschool/harness/catch.hpp>

namespace warpschool::course {
namespace {

namespace fs = std::filesystem;

const char* const kCourse = R"(
title: t
modules:
  - id: 5_r
    title: r
    exercises:
      - id: reduce
        title: t
        points: {correctness: 6, timing: 3, counters: 1}
        timing: [{gpu: {n: 1, full_at: 9}, sim: {n: 1, full_at: 6}}]
        counters: [{name: launches, max: 1}]
)";

/// A build folder with results, and the exercise's one file, a minute old.
class Scene {
 public:
  Scene() : top_(fs::temp_directory_path() / ("warpschool_points_" + std::to_string(::getpid()))) {
    fs::remove_all(top_);
    fs::create_directories(top_ / "exercises/5_r/reduce");
    fs::create_directories(top_ / "build/sim/results/reduce");
    std::ofstream(top_ / "exercises/5_r/reduce/reduce.cu") << "stub";
    fs::last_write_time(top_ / "exercises/5_r/reduce/reduce.cu",
                        fs::file_time_type::clock::now() - std::chrono::minutes(1));
    build_.preset = "sim";
    build_.source = top_;
    build_.directory = top_ / "build/sim";
    build_.course = top_ / "course.yaml";
    build_.backends.push_back({"sim",
                               {"correctness", "timing", "counters"},
                               top_ / "build/sim/bin/judge_reduce",
                               top_ / "build/sim/lib/reference/reduce.so"});
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;
  ~Scene() { fs::remove_all(top_); }

  void result(const std::string& name, const std::string& json) {
    std::ofstream(build_.directory / "results/reduce" / (name + ".json")) << json;
  }
  void won(const std::string& name, double points, const std::string& verdict = "passed") {
    result(name,
           R"({"schema":1,"seed":123,"complete":true,"points":{"won":)" + std::to_string(points) +
               R"(},"checks":[{"name":"the sum","task":2,"verdict":")" + verdict +
               R"(","message":"Given 5 floats:\n  got 4\nmore","hint":"Look at the tail."}]})");
  }
  void touch_student_file() {
    fs::last_write_time(top_ / "exercises/5_r/reduce/reduce.cu",
                        fs::file_time_type::clock::now() + std::chrono::minutes(1));
  }

  Score score() const { return read_score(exercise(), build_); }
  std::string text() const { return summary(exercise(), build_, score()); }
  const Exercise& exercise() const { return *course_.find("reduce"); }
  Build build_;

 private:
  fs::path top_;
  Course course_ = *parse(kCourse, "course.yaml");
};

}  // namespace

TEST_CASE("full marks need every kind judged and passed", "[course][points]") {
  Scene scene;
  scene.won("correctness", 6);
  scene.won("timing", 3);
  CHECK_FALSE(scene.score().full());
  scene.won("counters", 1);
  CHECK(scene.score().full());
  CHECK(scene.score().won() == 10);
  CHECK(scene.text().find("Full marks.") != std::string::npos);
}

TEST_CASE("a loss names the check, its first sentence and both ways to repeat it",
          "[course][points]") {
  Scene scene;
  scene.won("correctness", 6);
  scene.won("timing", 1.5, "slow");
  scene.won("counters", 1);
  const std::string text = scene.text();
  const char* const command =
      "build/sim/bin/judge_reduce --student build/sim/lib/student/reduce.so --reference "
      "build/sim/lib/reference/reduce.so"
      " --course course.yaml --exercise reduce --backend sim --kind timing --seed 123";
  for (const char* line :
       {"reduce: 8.5 of 10 points", "slow: the sum",
        "Next: task 2, \"the sum\": Given 5 floats: got 4\n", "exercises/5_r/reduce/hints.md",
        "ctest --preset sim -R '^reduce\\.'", command}) {
    CAPTURE(text, line);
    CHECK(text.find(line) != std::string::npos);
  }
}

TEST_CASE("a result older than the student's file counts for nothing", "[course][points]") {
  Scene scene;
  scene.won("correctness", 6);
  scene.touch_student_file();
  CHECK(scene.score().won() == 0);
  CHECK(scene.score().kinds[0].state == State::kNotJudged);
}

TEST_CASE("a judge that did not finish is an internal error, never a pass", "[course][points]") {
  Scene scene;
  for (const char* damaged :
       {"", "{", "[]", "{}", R"({"complete":false,"points":{"won":6},"checks":[]})",
        R"({"complete":true})", R"({"complete":true,"points":3,"checks":4})"}) {
    CAPTURE(damaged);
    scene.result("correctness", damaged);
    CHECK(scene.score().kinds[0].state == State::kBroken);
    CHECK_FALSE(scene.score().full());
  }
}

TEST_CASE("points beyond the possible are not believed", "[course][points]") {
  Scene scene;
  scene.won("correctness", 1000);
  CHECK(scene.score().won() == 6);
}

TEST_CASE("what cannot run on this machine is skipped and not lost", "[course][points]") {
  Scene scene;
  scene.won("correctness", 6);
  scene.won("timing", 0, "skipped");
  scene.won("counters", 1);
  CHECK(scene.score().full());
  CHECK(scene.score().skipped());
}

TEST_CASE("of two backends the one with fewer points counts", "[course][points]") {
  Scene scene;
  scene.build_.backends.front().backend = "gpu";
  scene.build_.backends.front().kinds = {"correctness", "timing"};
  scene.build_.backends.push_back(
      {"sim", {"correctness", "counters"}, "judge_reduce_sim", "lib/sim/reference/reduce.so"});
  scene.won("correctness", 6);
  scene.won("correctness_sim", 2, "race");
  scene.won("timing", 3);
  scene.won("counters", 1);
  CHECK(scene.score().won() == 6);
  CHECK(scene.score().kinds[0].verdict == "race");
  CHECK(scene.score().kinds[0].backend == "sim");
}

TEST_CASE("where both backends lose as much the first one's reason is told", "[course][points]") {
  Scene scene;
  scene.build_.backends.front().backend = "gpu";
  scene.build_.backends.push_back(
      {"sim", {"correctness", "counters"}, "judge_reduce_sim", "lib/sim/reference/reduce.so"});
  scene.won("correctness", 0, "wrong");
  scene.won("correctness_sim", 0, "wrong");
  CHECK(scene.score().kinds[0].verdict == "wrong");
  CHECK(scene.score().kinds[0].check == "the sum");
  CHECK(scene.score().kinds[0].backend == "gpu");
}

TEST_CASE("a manifest that is not there says how to make one", "[course][points]") {
  const Result<Build> build = read_manifest("/nonexistent/warpschool-build.json", "reduce");
  REQUIRE_FALSE(build);
  CHECK(to_string(build.diagnostics().front()).find("cmake --preset sim") != std::string::npos);
}

TEST_CASE("a student's module may lie elsewhere than beside the reference", "[course][points]") {
  Scene scene;
  scene.build_.backends[0].student = scene.build_.directory / "lib/student/reduce.so";
  scene.build_.backends[0].reference = scene.build_.source / "tools/lib/reference/sim/reduce.so";
  scene.won("correctness", 0, "wrong");
  CHECK(scene.text().find("--student build/sim/lib/student/reduce.so --reference "
                          "tools/lib/reference/sim/reduce.so") != std::string::npos);
}

TEST_CASE("what is checked on grading day is told", "[course][points]") {
  const Scene scene;
  Exercise exercise = scene.exercise();
  CHECK(summary(exercise, scene.build_, scene.score()).find("grading day") == std::string::npos);
  exercise.on_grading_day = 2.5;
  CHECK(
      summary(exercise, scene.build_, scene.score()).find("2.5 more are checked on grading day.") !=
      std::string::npos);
}

}  // namespace warpschool::course
