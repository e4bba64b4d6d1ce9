// Tries what a TA is told besides the verdicts.
#include "commands/notices.hpp"

#include <fmt/format.h>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

StudentResult with_results(const std::string& id, std::vector<ExerciseResult> results) {
  return {id, id, std::move(results), {}};
}

ExerciseResult result_of(const std::string& exercise, Verdict status, std::int64_t attempt) {
  ExerciseResult result;
  result.exercise = exercise;
  result.status = status;
  result.attempt = attempt;
  return result;
}

/// Two exercises of 10 and of 5 points.
ClassResult class_of(std::vector<StudentResult> students) {
  ClassResult result;
  result.exercises.resize(2);
  result.exercises[0].id = "aa";
  result.exercises[0].points = 10;
  result.exercises[1].id = "bb";
  result.exercises[1].points = 5;
  result.students = std::move(students);
  return result;
}

Attempt attempt_of(const std::string& student, const std::string& exercise,
                   const std::string& status = "passed") {
  Attempt attempt;
  attempt.key.student = student;
  attempt.key.exercise = exercise;
  attempt.status = status;
  return attempt;
}

Remark remark_on(const std::string& student, Remark::Kind kind, std::int64_t number) {
  Remark remark;
  remark.kind = kind;
  remark.student = student;
  remark.number = number;
  return remark;
}

Remark points_for(const std::string& student, std::optional<double> points, std::int64_t number) {
  Remark remark = remark_on(student, Remark::Kind::kOverride, number);
  remark.exercise = "aa";
  remark.points = points;
  return remark;
}

std::vector<std::string> doubts_of(const ClassResult& result, const std::vector<Remark>& remarks,
                                   const course::Policy& policy = {}) {
  ScoreRules rules;
  rules.policy = policy;
  KeptRules kept;
  kept.policy_file = "p";
  return doubts(result, rules, kept, remarks);
}

TEST_CASE("a result is lost when it was graded and is not there now", "[grader][notices]") {
  const ClassResult result = class_of(
      {with_results("ada",
                    {result_of("aa", Verdict::kMissing, 0), result_of("bb", Verdict::kPassed, 7)}),
       with_results("bob", {result_of("aa", Verdict::kSkipped, 0),  // changed, not judged yet
                            result_of("bb", Verdict::kNotDueYet, 0)})});
  const std::vector<Attempt> attempts{attempt_of("cy", "bb"),  attempt_of("ada", "bb"),
                                      attempt_of("ada", "aa"), attempt_of("ada", "aa"),
                                      attempt_of("bob", "aa"), attempt_of("bob", "bb"),
                                      attempt_of("cy", "gone")};
  CHECK(listed(lost_results(result, attempts)) == "aa of ada; bb of cy, bob");
  CHECK(lost_results(result, {attempt_of("cy", "aa", "internal_error")}).empty());
}

TEST_CASE("a lost result is news until it was scored as one", "[grader][notices]") {
  ScoreEntry passed;
  passed.student = "ada";
  passed.exercise = "aa";
  passed.attempt = 3;
  ScoreEntry missing = passed;
  missing.exercise = "bb";
  missing.attempt = 0;
  CHECK(listed(still_scored({{"aa", "ada"}, {"bb", "ada"}, {"aa", "cy"}}, {passed, missing})) ==
        "aa of ada");
}

TEST_CASE("of many lost results some are named", "[grader][notices]") {
  std::vector<LostResult> lost;
  for (int i = 1; i <= 14; ++i) {
    lost.push_back({"aa", fmt::format("s{}", i)});
  }
  CHECK(listed(lost) == "aa of s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12 and 2 more");
}

TEST_CASE("a remark on nobody is told while it is in force", "[grader][notices]") {
  const ClassResult result = class_of({with_results("ada", {{}, {}})});
  Remark comment = remark_on("bob", Remark::Kind::kComment, 3);
  std::vector<Remark> remarks{points_for("bob", 4, 1), points_for("bob", 7.5, 2), comment,
                              points_for("ada", 3, 4)};
  const std::vector<std::string> told = doubts_of(result, remarks);
  REQUIRE(told.size() == 1);
  CHECK(told[0].rfind("nobody in the class is called \"bob\", so this has no effect: 7.5 points "
                      "by hand for aa, a comment. ",
                      0) == 0);
  comment.number = 5;
  comment.revokes = 3;
  remarks.push_back(comment);
  remarks.push_back(points_for("bob", std::nullopt, 6));
  CHECK(doubts_of(result, remarks).empty());
}

TEST_CASE("entries of a policy on nobody are told with their place", "[grader][notices]") {
  course::Policy policy;
  policy.extensions = {{"ada", "", {}, 2, "", {3, 5}}, {"adda", "", {}, 2, "", {4, 5}}};
  policy.handed_in = {{"boris", "aa", "2027-02-01T12:00:00Z", {6, 7}}};
  CHECK(doubts_of(class_of({with_results("ada", {{}, {}})}), {}, policy) ==
        std::vector<std::string>{
            "p:4:5: nobody in the class is called \"adda\"; the entry has no effect",
            "p:6:7: nobody in the class is called \"boris\"; the entry has no effect"});
}

TEST_CASE("more points by hand than there are to win are told", "[grader][notices]") {
  ExerciseResult exact = result_of("aa", Verdict::kPassed, 1);
  exact.by_hand = Override{10, "why", "kim", ""};
  ExerciseResult more = result_of("bb", Verdict::kPassed, 2);
  more.by_hand = Override{7.555, "why", "kim", ""};
  CHECK(doubts_of(class_of({with_results("ada", {exact, more})}), {}) ==
        std::vector<std::string>{"ada has 7.56 points by hand for bb, more than the 5 that it is "
                                 "worth: grader override gives others"});
}

TEST_CASE("times that the machine could not tell are counted beside other verdicts",
          "[grader][notices]") {
  ExerciseResult noisy = result_of("aa", Verdict::kWrong, 1);  // another task's is
  noisy.checks.resize(2);
  noisy.checks[0].verdict = Verdict::kWrong;
  noisy.checks[1].verdict = Verdict::kInconclusive;
  ExerciseResult by_hand = noisy;
  by_hand.by_hand = Override{10, "why", "kim", ""};
  CHECK(
      noisy_results(class_of({with_results("ada", {noisy, {}}), with_results("bob", {by_hand, {}}),
                              with_results("cy", {{}, noisy})})) == 2);
}

TEST_CASE("a mark is changed that was given before and is another one now", "[grader][notices]") {
  ClassResult result = class_of({with_results("ada", {result_of("aa", Verdict::kPassed, 3),
                                                      result_of("bb", Verdict::kPassed, 2)}),
                                 with_results("bob", {result_of("aa", Verdict::kWrong, 4),
                                                      result_of("bb", Verdict::kMissing, 0)})});
  result.students[0].exercises[0].points = {10, 10};
  result.students[0].exercises[1].points = {5, 5};
  std::vector<ScoreEntry> before(3);
  before[0] = {"ada", "aa", 1, "wrong", 2.5, 10, 0, false, false, {}};
  before[1] = {"ada", "bb", 2, "passed", 5, 5, 0, false, false, {}};
  before[2] = {"bob", "aa", 0, "missing", 0, 10, 0, false, false, {}};
  const std::vector<ChangedScore> changed = changed_scores(result, before);
  REQUIRE(changed.size() == 1);  // bob's is new
  CHECK(listed(changed) == "ada: aa 2.5 to 10");
  CHECK(changed_scores(result, {}).empty());
}

TEST_CASE("a late mark of Canvas that costs nothing for want of a time is told",
          "[grader][notices]") {
  ClassResult result = class_of({with_results(
      "ada", {result_of("aa", Verdict::kPassed, 1), result_of("bb", Verdict::kPassed, 2)})});
  result.students[0].exercises[1].notes = {std::string(kLateOnCanvas)};
  CHECK(doubts_of(result, {}).empty());  // lateness costs nothing at all
  result.late_policy = "A day late costs 10 %.";
  const std::vector<std::string> told = doubts_of(result, {});
  REQUIRE(told.size() == 1);
  CHECK(told[0].find("takes nothing off: bb of ada.") != std::string::npos);
  result.students[0].exercises[1].time.handed_in = "2027-03-01T10:00:00Z";
  CHECK(doubts_of(result, {}).empty());
}

}  // namespace
}  // namespace warpschool::grader
