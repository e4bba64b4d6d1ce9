// Tries the reader of judges' results, and the status that several checks make.
#include "pipeline/judge_answer.hpp"

#include "pipeline/witness.hpp"
#include "warpschool/course/worth.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

CheckResult check(const std::string& name, const std::string& kind, Verdict verdict, double won,
                  double possible) {
  CheckResult result;
  result.name = name;
  result.kind = kind;
  result.verdict = verdict;
  result.points = {won, possible};
  return result;
}

course::Exercise exercise_of(double correctness, double timing, double counters) {
  course::Exercise exercise;
  exercise.id = std::string("x");
  exercise.points = {correctness, timing, counters};
  return exercise;
}

ExerciseResult merged(const std::vector<Answer>& answers, const course::Exercise& exercise) {
  ExerciseResult result;
  merge_answers(answers, exercise, result);
  return result;
}

TEST_CASE("a judge's result is read with its faults and counters", "[grader]") {
  const auto answer =
      read_answer(R"({"schema":1,"device":"D","complete":true,"checks":[{"name":"n","task":2,
    "kind":"timing","verdict":"slow","points":{"won":1.5,"possible":3},"message":"m","hint":"h","output":"o\u0000",
    "ratio":1.5,"ratio_low":null,"threshold":2,"counters":{"launches":1},
    "faults":[{"kind":"race","where":{"file":"/a/b/x.cu","line":12},"message":"two threads"}]}]})",
                  "sim");
  REQUIRE(answer);
  const CheckResult& check = answer->checks.at(0);
  CHECK(answer->device == "D");
  CHECK(check.verdict == Verdict::kSlow);
  CHECK(check.backend == "sim");
  CHECK(check.points.won == 1.5);
  CHECK(check.ratio == 1.5);
  CHECK_FALSE(check.ratio_low);
  CHECK(check.counters.at("launches") == 1);
  CHECK(check.faults.at(0).file == "x.cu");
  CHECK(check.faults.at(0).line == 12);
}

TEST_CASE("what judges remark on right answers reaches the result, each remark once", "[grader]") {
  const auto answer = read_answer(
      R"({"schema":1,"device":"D","complete":true,"checks":[
          {"name":"n","kind":"correctness","verdict":"passed","points":{"won":1,"possible":1},"notes":["a","b"]},
          {"name":"m","kind":"correctness","verdict":"passed","points":{"won":1,"possible":1},"notes":["a",7]}]})",
      "sim");
  REQUIRE(answer);
  CHECK(merged({*answer, *answer}, exercise_of(2, 0, 0)).notes ==
        std::vector<std::string>{"a", "b"});
}

TEST_CASE("what is no complete, known answer is refused", "[grader]") {
  CHECK_FALSE(read_answer("", "sim"));
  CHECK_FALSE(read_answer(R"({"schema":1,"complete":true)", "sim"));
  CHECK_FALSE(read_answer(R"({"schema":2,"complete":true,"checks":[]})", "sim"));
  CHECK_FALSE(read_answer(
      R"({"schema":1,"complete":true,"checks":[{"name":"n","kind":"timing","verdict":"fine",
    "points":{"won":1,"possible":1}}]})",
      "sim"));
}

TEST_CASE("the status is the first of the order over all checks and partial marks stay",
          "[grader]") {
  const ExerciseResult result = merged({{"sim",
                                         "",
                                         true,
                                         {check("a", "correctness", Verdict::kPassed, 3, 3),
                                          check("b", "correctness", Verdict::kWrong, 0, 3),
                                          check("c", "timing", Verdict::kRace, 0, 4)}}},
                                       exercise_of(6, 4, 0));
  CHECK(result.status == Verdict::kRace);
  CHECK(result.points.won == 3);
  CHECK(result.points.possible == 10);
}

TEST_CASE("of two backends the worse verdict and the smaller points count", "[grader]") {
  Answer gpu{"gpu",
             "",
             true,
             {check("a", "correctness", Verdict::kPassed, 6, 6),
              check("t", "timing", Verdict::kSlow, 1, 3)}};
  Answer sim{"sim",
             "",
             true,
             {check("a", "correctness", Verdict::kRace, 0, 6),
              check("c", "counters", Verdict::kPassed, 1, 1)}};
  ExerciseResult result = merged({gpu, sim}, exercise_of(6, 3, 1));
  CHECK(result.status == Verdict::kRace);
  CHECK(result.points.won == 0);  // what was measured on the GPU, the simulator's race withholds
  CHECK(result.notes == std::vector<std::string>{course::withheld_text(0)});
  CHECK(result.checks.size() == 3);
  CHECK(result.checks.at(0).verdict == Verdict::kRace);

  gpu.checks.at(1).task = sim.checks.at(1).task = 2;
  result = merged({gpu, sim}, exercise_of(6, 3, 1));
  CHECK(result.points.won == 2);
  CHECK(result.notes.empty());
}

TEST_CASE("a timeout on a GPU is the deadlock that the simulator saw", "[grader]") {
  Answer gpu{"gpu",
             "",
             true,
             {check("a", "correctness", Verdict::kTimeout, 0, 6),
              check("t", "timing", Verdict::kTimeout, 0, 3)}};
  Answer sim{"sim", "", true, {check("a", "correctness", Verdict::kDeadlock, 0, 6)}};
  gpu.checks.at(0).backend = gpu.checks.at(1).backend = "gpu";
  sim.checks.at(0).backend = "sim";
  SECTION("of the same check and of the same task") {
    const ExerciseResult result = merged({gpu, sim}, exercise_of(6, 3, 0));
    CHECK(result.status == Verdict::kDeadlock);
    CHECK(result.checks.at(0).backend == "sim");
    CHECK(result.checks.at(1).verdict == Verdict::kDeadlock);
  }
  SECTION("but another task's timeout stays one") {
    gpu.checks.at(1).task = 2;
    const ExerciseResult result = merged({gpu, sim}, exercise_of(6, 3, 0));
    CHECK(result.status == Verdict::kTimeout);
  }
  SECTION("and what the simulator calls a timeout too stays one") {
    sim.checks.at(0).verdict = Verdict::kTimeout;
    const ExerciseResult result = merged({gpu, sim}, exercise_of(6, 3, 0));
    CHECK(result.status == Verdict::kTimeout);
  }
}

TEST_CASE("a crash on a GPU is the memory fault that the simulator saw, never the other way round",
          "[grader]") {
  Answer gpu{"gpu", "", true, {check("a", "correctness", Verdict::kCrash, 0, 6)}};
  Answer sim{"sim", "", true, {check("a", "correctness", Verdict::kMemoryFault, 0, 6)}};
  gpu.checks.at(0).backend = "gpu";
  sim.checks.at(0).backend = "sim";
  CHECK(merged({gpu, sim}, exercise_of(6, 0, 0)).status == Verdict::kMemoryFault);
  std::swap(gpu.checks.at(0).verdict, sim.checks.at(0).verdict);
  CHECK(merged({gpu, sim}, exercise_of(6, 0, 0)).status == Verdict::kCrash);
}

TEST_CASE("a check that one backend skips is the other's to judge", "[grader]") {
  const Answer gpu{"gpu", "", true, {check("c", "counters", Verdict::kSkipped, 0, 1)}};
  const Answer sim{"sim", "", true, {check("c", "counters", Verdict::kPassed, 1, 1)}};
  const ExerciseResult result = merged({gpu, sim}, exercise_of(0, 0, 1));
  CHECK(result.status == Verdict::kPassed);
  CHECK(result.points.won == 1);
}

TEST_CASE("what no backend can judge costs nothing and is said", "[grader]") {
  const Answer gpu{"gpu",
                   "",
                   true,
                   {check("a", "correctness", Verdict::kPassed, 6, 6),
                    check("c", "counters", Verdict::kSkipped, 0, 1)}};
  const ExerciseResult result = merged({gpu}, exercise_of(6, 0, 1));
  CHECK(result.status == Verdict::kPassed);
  CHECK(result.points.possible == 6);
  CHECK(result.notes.size() == 1);
}

TEST_CASE("no judged check at all is an internal error, never a pass", "[grader]") {
  const ExerciseResult result = merged({{"sim", "", true, {}}}, exercise_of(6, 0, 0));
  CHECK(result.status == Verdict::kInternalError);
  CHECK(result.points.possible == 0);
}

CheckResult timed(const char* backend, Verdict verdict, double won, std::optional<double> ratio) {
  CheckResult result = check("t", "timing", verdict, won, 3);
  result.backend = backend;
  result.task = 2;
  result.ratio = ratio;
  return result;
}

TEST_CASE("a time that a GPU measured is believed if the simulator's model vouches for it",
          "[grader]") {
  course::Exercise exercise = exercise_of(0, 3, 0);
  course::TimingRule rule;
  rule.task = 2;
  rule.gpu = course::TimingOn{};
  rule.gpu->full_at = 8;
  rule.sim = course::TimingOn{};
  rule.sim->full_at = 4;
  exercise.timing = {rule};
  const auto judged = [&](const CheckResult& measured, const CheckResult& modelled) {
    std::vector<Answer> answers{{"gpu", "", true, {measured}}};
    doubt_measured_times(answers, {"sim", "", true, {modelled}}, exercise);
    return answers.at(0).checks.at(0);
  };
  const CheckResult full = timed("gpu", Verdict::kPassed, 3, 9);
  // A third of the simulator's threshold is enough, less is not, and more than full is only full.
  CHECK(judged(full, timed("sim", Verdict::kSlow, 0, 1.34)).verdict == Verdict::kPassed);
  const CheckResult doubted = judged(full, timed("sim", Verdict::kSlow, 0, 1.32));
  CHECK(doubted.verdict == Verdict::kSuspicious);
  CHECK(doubted.points.won == 0);
  CHECK(doubted.points.possible == 3);
  CHECK_THAT(doubted.message, Catch::Contains("on the simulator only 1.32 times"));
  CHECK(judged(timed("gpu", Verdict::kPassed, 3, 800), timed("sim", Verdict::kSlow, 0, 1.34))
            .verdict == Verdict::kPassed);
  // Part of the way needs part of the model's; without points there is nothing to doubt.
  const CheckResult half = timed("gpu", Verdict::kSlow, 1.5, 4);
  CHECK(judged(half, timed("sim", Verdict::kSlow, 0, 0.7)).verdict == Verdict::kSlow);
  CHECK(judged(half, timed("sim", Verdict::kSlow, 0, 0.6)).verdict == Verdict::kSuspicious);
  CHECK(judged(timed("gpu", Verdict::kSlow, 0, 4), timed("sim", Verdict::kSlow, 0, 0.6)).verdict ==
        Verdict::kSlow);
  // A simulator that could not judge says nothing, one that met a crash does.
  for (const Verdict verdict :
       {Verdict::kSkipped, Verdict::kInternalError, Verdict::kInconclusive}) {
    CHECK(judged(full, timed("sim", verdict, 0, std::nullopt)).verdict == Verdict::kPassed);
  }
  CheckResult crash = timed("sim", Verdict::kCrash, 0, std::nullopt);
  CHECK(judged(full, crash).verdict == Verdict::kSuspicious);
  // A mistake that the simulator tells of in a check of correctness, too, is no reason for doubts.
  crash.message = "a crash";
  std::vector<Answer> answers{{"gpu", "", true, {full}}};
  doubt_measured_times(answers,
                       {"sim", "", true, {check("c", "correctness", Verdict::kCrash, 0, 3), crash}},
                       exercise);
  const CheckResult& told = answers.at(0).checks.at(0);
  CHECK(told.verdict == Verdict::kCrash);
  CHECK(told.points.won == 0);
  CHECK(told.message == "a crash");
  // The checks of correctness may be of another run than the modelled times, and end otherwise.
  const auto beside = [&](Verdict verdict, int task) {
    CheckResult correctness = check("c", "correctness", verdict, 0, 3);
    correctness.task = task;
    std::vector<Answer> both{{"gpu", "", true, {full}}, {"sim", "", true, {correctness}}};
    doubt_measured_times(both, {"sim", "", true, {crash}}, exercise);
    return both.at(0).checks.at(0).verdict;
  };
  CHECK(beside(Verdict::kRace, 2) == Verdict::kCrash);
  CHECK(beside(Verdict::kCrash, 1) == Verdict::kCrash);
  CHECK(beside(Verdict::kRace, 1) == Verdict::kSuspicious);
  CHECK(beside(Verdict::kPassed, 2) == Verdict::kSuspicious);
  CHECK(beside(Verdict::kInconclusive, 2) == Verdict::kSuspicious);
}

TEST_CASE("every verdict's word can be read again", "[grader]") {
  for (const Verdict verdict : all_verdicts()) {
    CHECK(verdict_from(to_string(verdict)) == verdict);
  }
  CHECK_FALSE(verdict_from("fine"));
}

}  // namespace
}  // namespace warpschool::grader
