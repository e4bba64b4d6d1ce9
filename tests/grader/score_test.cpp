// Tries the score of one result when course.yaml has changed.
#include "score/score.hpp"

#include "pipeline/fingerprint.hpp"
#include "test_folder.hpp"
#include "warpschool/course/worth.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

course::Exercise rules() {
  course::Exercise exercise;
  exercise.id = "alpha";
  exercise.module = "1_first";
  exercise.points = {6, 4, 0};
  course::TimingRule rule;
  rule.sim = course::TimingOn{64, 3, 1, {}};
  exercise.timing = {rule};
  return exercise;
}

CheckResult correctness(Verdict verdict) {
  CheckResult check;
  check.name = "a letter";
  check.kind = "correctness";
  check.verdict = verdict;
  check.points = {verdict == Verdict::kPassed ? 3.0 : 0.0, 3};
  return check;
}

/// A race as a judge stores it: 2.0 times as fast, full points from 3 on.
CheckResult race(Verdict verdict, double ratio, double threshold, double won) {
  CheckResult check;
  check.name = "quick enough";
  check.kind = "timing";
  check.backend = "sim";
  check.verdict = verdict;
  check.ratio = check.ratio_low = check.ratio_high = ratio;
  check.threshold = threshold;
  check.points = {won, 4};
  check.message = "as the judge said it";
  return check;
}

ExerciseResult result_of(std::vector<CheckResult> checks) {
  ExerciseResult result;
  result.exercise = "alpha";
  result.checks = std::move(checks);
  return result;
}

TEST_CASE("with the rules it was judged by a result keeps its points", "[grader][score]") {
  ExerciseResult result = result_of({correctness(Verdict::kPassed), correctness(Verdict::kPassed),
                                     race(Verdict::kSlow, 2, 3, 2)});
  score_result(result, rules());
  CHECK(result.status == Verdict::kSlow);
  CHECK(result.points.won == 8);
  CHECK(result.points.possible == 10);
  CHECK(result.checks[2].message == "as the judge said it");
}

TEST_CASE("changed points are spread over the checks anew", "[grader][score]") {
  ExerciseResult result = result_of({correctness(Verdict::kPassed), correctness(Verdict::kPassed),
                                     race(Verdict::kSlow, 2, 3, 2)});
  course::Exercise exercise = rules();
  exercise.points = {10, 1, 0};
  score_result(result, exercise);
  CHECK(result.checks[0].points.won == 5);
  CHECK(result.checks[2].points.won == 0.5);
  CHECK(result.points.won == 10.5);
  CHECK(result.points.possible == 11);
}

TEST_CASE("checks for grading day share the points that are hidden", "[grader][score]") {
  CheckResult at_home = correctness(Verdict::kPassed),
              on_grading_day = correctness(Verdict::kWrong);
  on_grading_day.hidden = true;
  ExerciseResult result =
      result_of({at_home, at_home, on_grading_day, race(Verdict::kPassed, 4, 3, 4)});
  course::Exercise exercise = rules();
  exercise.hidden_points = {5, 0, 0};
  score_result(result, exercise);
  CHECK(result.points.won == 1);  // the time's are withheld
  CHECK(result.checks[0].points.possible == 0.5);
  CHECK(result.checks[2].points.possible == 5);
  result.checks[2].verdict = Verdict::kPassed;
  exercise.hidden_points = {3, 0, 0};
  score_result(result, exercise);
  CHECK(result.points.won == 10);
  CHECK(result.checks[2].points.won == 3);
}

TEST_CASE("a stored ratio passes or is slow by the thresholds of now", "[grader][score]") {
  course::Exercise exercise = rules();
  exercise.timing[0].sim->full_at = 2;
  ExerciseResult result = result_of({correctness(Verdict::kPassed), correctness(Verdict::kPassed),
                                     race(Verdict::kSlow, 2, 3, 2)});
  score_result(result, exercise);
  CHECK(result.status == Verdict::kPassed);
  CHECK(result.points.won == 10);
  CHECK(result.checks[2].threshold == 2.0);
  CHECK(result.checks[2].message.empty());

  exercise.timing[0].sim->full_at = 5;
  score_result(result, exercise);
  CHECK(result.status == Verdict::kSlow);
  CHECK(result.checks[2].points.won == 1);
  CHECK(result.checks[2].message ==
        "n = 64: 2 times as fast as the reference; full points from 5 on, none below 1.");

  exercise.timing[0].sim->zero_at = 2;
  score_result(result, exercise);
  CHECK(result.checks[2].points.won == 0);
}

TEST_CASE("an interval that holds the threshold is inconclusive", "[grader][score]") {
  CheckResult noisy = race(Verdict::kSlow, 2, 3, 2);
  noisy.ratio_low = 1.9;
  noisy.ratio_high = 2.2;
  course::Exercise exercise = rules();
  exercise.timing[0].sim->full_at = 2.1;
  ExerciseResult result = result_of({noisy});
  score_result(result, exercise);
  CHECK(result.checks[0].verdict == Verdict::kInconclusive);
  CHECK(result.checks[0].points.won == 4);
}

TEST_CASE("what did not fail for its ratio does not pass for it", "[grader][score]") {
  course::Exercise exercise = rules();
  exercise.timing[0].sim->full_at = 1.5;
  for (const Verdict verdict : {Verdict::kWrong, Verdict::kCrash, Verdict::kSuspicious}) {
    ExerciseResult result = result_of({race(verdict, 2, 3, 0)});
    score_result(result, exercise);
    CHECK(result.checks[0].verdict == verdict);
    CHECK(result.points.won == 0);
  }
}

TEST_CASE("without checks a result is worth nothing, or says nothing", "[grader][score]") {
  ExerciseResult result = result_of({});
  result.status = Verdict::kBuildError;
  score_result(result, rules());
  CHECK(result.points.possible == 10);
  result.status = Verdict::kInternalError;
  score_result(result, rules());
  CHECK(result.points.possible == 0);
  CHECK(result.status == Verdict::kInternalError);
}

TEST_CASE("quick and wrong wins nothing for being quick", "[grader][score]") {
  CheckResult elsewhere = race(Verdict::kSlow, 2, 3, 2);
  elsewhere.task = 2;
  CheckResult frugal = correctness(Verdict::kPassed);
  frugal.kind = "counters";
  ExerciseResult result = result_of({correctness(Verdict::kPassed), correctness(Verdict::kWrong),
                                     race(Verdict::kPassed, 4, 3, 4), frugal, elsewhere});
  course::Exercise exercise = rules();
  exercise.points.counters = 2;
  for (int times = 0; times < 2; ++times) {  // what was withheld once is so again
    score_result(result, exercise);
    CHECK(result.status == Verdict::kWrong);
    CHECK(result.points.won == 4);  // 3 for a right answer, 1 for half the time of task 2
    CHECK(result.points.possible == 12);
    CHECK(result.checks[2].verdict == Verdict::kPassed);
    CHECK(result.checks[2].points.won == 0);
    CHECK(result.checks[3].points.won == 0);
    CHECK(result.notes == std::vector<std::string>{course::withheld_text(0)});
  }
}

TEST_CASE("points that were withheld come back with right answers", "[grader][score]") {
  ExerciseResult result = result_of({correctness(Verdict::kWrong), race(Verdict::kSlow, 2, 3, 2)});
  score_result(result, rules());
  CHECK(result.points.won == 0);
  CHECK(result.notes.size() == 1);
  result.checks[0].verdict = Verdict::kPassed;
  score_result(result, rules());
  CHECK(result.points.won == 8);
  CHECK(result.notes.empty());
}

TEST_CASE("wrong answers of a slow check lose its time, and what only failed is not told",
          "[grader][score]") {
  ExerciseResult result = result_of({correctness(Verdict::kCrash), race(Verdict::kCrash, 2, 3, 0)});
  score_result(result, rules());
  CHECK(result.points.won == 0);
  CHECK(result.notes.empty());
}

TEST_CASE("what no backend could judge is left out, and said once", "[grader][score]") {
  ExerciseResult result = result_of({correctness(Verdict::kPassed)});
  score_result(result, rules());
  score_result(result, rules());
  CHECK(result.points.won == 6);
  CHECK(result.points.possible == 6);
  CHECK(result.notes == std::vector<std::string>{"4 of 10 points could not be judged on this "
                                                 "machine and are left out."});
}

TEST_CASE("sums of thirds are rounded", "[grader][score]") {
  course::Exercise exercise = rules();
  exercise.points = {8, 0, 0};
  ExerciseResult result = result_of({correctness(Verdict::kPassed), correctness(Verdict::kPassed),
                                     correctness(Verdict::kPassed)});
  score_result(result, exercise);
  CHECK(result.points.won == 8);
  CHECK(to_cents(7.999999999999999) == 8);
  CHECK(to_cents(2.0 / 3) == 0.67);
}

TEST_CASE("only what can change a verdict is in a job's key", "[grader][score]") {
  const ScratchFolder folder;
  folder.add("exercises/1_first/alpha/harness.cpp", "checks");
  Manifest manifest;
  manifest.source_dir = folder.path();
  const std::string before = rules_hash(manifest, rules());
  course::Exercise changed = rules();
  changed.points = {60, 0.5, 0};
  changed.timing[0].sim->full_at = 30;
  changed.timing[0].sim->zero_at = 2;
  changed.due = "2027-03-01T12:00:00Z";
  changed.bonus = true;
  changed.title = "Another";
  CHECK(rules_hash(manifest, changed) == before);

  changed = rules();
  changed.points.timing = 0;  // then it is not judged at all
  CHECK(rules_hash(manifest, changed) != before);
  changed = rules();
  changed.timing[0].sim->n = 128;
  CHECK(rules_hash(manifest, changed) != before);
  changed = rules();
  changed.limits.run_ms = 1;
  CHECK(rules_hash(manifest, changed) != before);
  changed = rules();
  changed.counters.push_back({1, "launches", {}, 1.0, {}, {}});
  CHECK(rules_hash(manifest, changed) != before);
  folder.add("exercises/1_first/alpha/harness.cpp", "other checks");
  CHECK(rules_hash(manifest, rules()) != before);
}

}  // namespace
}  // namespace warpschool::grader
