// Tries what lint says of the outcomes of its trials.
#include "good_exercise.hpp"
#include "lint/lint.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

ExerciseResult result_with(Verdict status, std::vector<CheckResult> checks, Score points) {
  ExerciseResult result;
  result.status = status;
  result.checks = std::move(checks);
  result.points = points;
  return result;
}

CheckResult check_of(int task, Verdict verdict, double won) {
  CheckResult check;
  check.name = "c";
  check.task = task;
  check.verdict = verdict;
  check.points = {won, 5};
  return check;
}

TEST_CASE("a stub must fail every task and win nothing", "[grader][lint]") {
  const course::Exercise exercise = exercise_x();
  const Trial stub{&exercise, Trial::Role::kStub, {}, "x.cu", Verdict::kWrong};
  const auto outcome = [&](Verdict second, double won) {
    return judge_trial(
        stub, result_with(Verdict::kWrong,
                          {check_of(1, Verdict::kWrong, 0), check_of(2, second, won)}, {won, 10}));
  };
  CHECK(outcome(Verdict::kWrong, 0).empty());
  CHECK(mentions(outcome(Verdict::kPassed, 5), "the stub passes task 2"));
  CHECK(mentions(outcome(Verdict::kSlow, 1), "the stub wins 1 points"));
  CHECK(
      mentions(judge_trial(stub, result_with(Verdict::kBuildError, {}, {0, 10})), "must compile"));
}

TEST_CASE("a model answer must get full marks, a near miss exactly its verdict", "[grader][lint]") {
  const course::Exercise exercise = exercise_x();
  const Trial answer{&exercise, Trial::Role::kModelAnswer, {}, "x.cu", Verdict::kPassed};
  CHECK(judge_trial(answer, result_with(Verdict::kPassed, {}, {10, 10})).empty());
  CHECK(mentions(judge_trial(answer, result_with(Verdict::kPassed, {}, {8, 8})),
                 "add up to 8 points"));
  CHECK(mentions(judge_trial(answer, result_with(Verdict::kSlow, {}, {8, 10})),
                 "is slow with 8 of 10"));
  const Trial near{&exercise, Trial::Role::kNearMiss, {}, "race_x.cu", Verdict::kRace};
  CHECK(judge_trial(near, result_with(Verdict::kRace, {}, {0, 10})).empty());
  CHECK(mentions(judge_trial(near, result_with(Verdict::kWrong, {}, {0, 10})),
                 "is wrong instead of race"));
  CHECK(mentions(judge_trial(near, result_with(Verdict::kInternalError, {}, {0, 0})),
                 "could not be graded"));
}

TEST_CASE("a reference is right by its checks of correctness", "[grader][lint]") {
  const course::Exercise exercise = exercise_x();
  const GoodExercise good;
  std::vector<Trial> trials = trials_of(folders_of(good.folder.path(), exercise), exercise);
  const auto reference = std::find_if(trials.begin(), trials.end(), [](const Trial& trial) {
    return trial.role == Trial::Role::kReference;
  });
  REQUIRE(reference != trials.end());
  CHECK(reference->manner.is_reference);
  CHECK(reference->manner.kind == "correctness");
  CheckResult check = check_of(1, Verdict::kPassed, 5);
  check.kind = "correctness";
  std::vector<course::Excuse> excuses;
  const auto judged = [&] {
    return judge_reference(folders_of(good.folder.path(), exercise), excuses, *reference,
                           result_with(check.verdict, {check}, {0, 10}));
  };
  CHECK(judged().empty());
  check.verdict = Verdict::kWrong;
  check.message = "f, given 9 floats:\n2 of 9 differ:\n  a[3]: 4 instead of 5\n  and more\n";
  CHECK(mentions(judged(),
                 "exercises/1_m/x/reference.cu: the reference is wrong: \"c\": f, given "
                 "9 floats: 2 of 9 differ: a[3]: 4 instead of 5 ("));
  CHECK(mentions(judged(), "- {reference: \"c\", why: ...}"));
  excuses = *course::parse_excuses("- {reference: c, why: it need not}\n", "excused.yaml");
  CHECK(judged().empty());
  check.verdict = Verdict::kPassed;
  CHECK(mentions(judged(),
                 "solutions/1_m/x/excused.yaml:1:3: the reference passes \"c\": nothing "
                 "needs this excuse"));
  check.name = "d";
  CHECK(mentions(judged(), "excused.yaml:1:3: no check of correctness is called \"c\""));
}

TEST_CASE("a finding has the figures of the check", "[grader][lint]") {
  const course::Exercise exercise = exercise_x();
  const Trial near{&exercise, Trial::Role::kNearMiss, {}, "race_x.cu", Verdict::kRace};
  CheckResult check = check_of(1, Verdict::kCounters, 0);
  check.message = "Too many atomics.\n\n  atomics: 12, at most 4\n  more\n";
  CHECK(mentions(judge_trial(near, result_with(Verdict::kCounters, {check}, {0, 10})),
                 "(\"c\": Too many atomics. atomics: 12, at most 4)"));
}

TEST_CASE("a timing rule without sizes for a backend is told as that", "[grader][lint]") {
  course::Exercise exercise = exercise_x();
  course::TimingRule rule;
  rule.task = 1;
  rule.gpu = course::TimingOn{};
  rule.place = {12, 34};
  exercise.timing = {rule};
  const Trial answer{&exercise, Trial::Role::kModelAnswer, {}, "x.cu", Verdict::kPassed};
  CheckResult check = check_of(1, Verdict::kSkipped, 0);
  check.kind = "timing";
  check.backend = "sim";
  const Diagnostics findings = judge_trial(answer, result_with(Verdict::kPassed, {check}, {7, 7}));
  CHECK(findings.size() == 1);
  CHECK(
      mentions(findings, "course.yaml:12:34: the timing rule of exercise x has no sizes for sim"));
  CHECK(mentions(findings, "add sim: {n: ..., full_at: ...}"));
}

}  // namespace
}  // namespace warpschool::grader
