// Tries the scores of a class: due dates, lateness, extensions, totals.
#include "score/class_score.hpp"

#include "result/grading.hpp"
#include "score/deadline.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

constexpr const char* kScoredCourse =
    "title: t\n"
    "late: {grace: 15min, loss_per_day: 10%, latest: 7d, late_days: 2}\n"
    "modules:\n- id: 1_m\n  title: m\n  exercises:\n"
    "  - {id: aa, title: First, points: {correctness: 10}, due: 2027-03-01T12:00:00Z}\n"
    "  - {id: bb, title: Second, points: {correctness: 10}, due: 2027-03-08T12:00:00Z}\n"
    "  - {id: cc, title: Third, points: {correctness: 10}}\n"
    "  - {id: dd, title: Extra, points: {correctness: 5}, bonus: true}\n";

course::Time at(const std::string& text) {
  return course::parse_time(text).value();
}

ScoreRules rules_as_of(const std::string& as_of) {
  ScoreRules rules;
  rules.course = *course::parse(kScoredCourse, "course.yaml");
  rules.as_of = at(as_of);
  return rules;
}

ExerciseResult passed(const std::string& exercise, double worth) {
  ExerciseResult result;
  result.exercise = exercise;
  CheckResult check;
  check.kind = "correctness";
  check.verdict = Verdict::kPassed;
  check.points = {worth, worth};
  result.checks = {check};
  return result;
}

ExerciseResult missing(const std::string& exercise) {
  ExerciseResult result;
  result.exercise = exercise;
  result.status = Verdict::kMissing;
  return result;
}

/// One student, ada, with a result for each of the four exercises.
ClassResult class_of(std::vector<ExerciseResult> results) {
  ClassResult result;
  for (const ExerciseResult& of : results) {
    ExerciseInfo info;
    info.id = of.exercise;
    result.exercises.push_back(info);
  }
  result.students = {{"ada", "ada", std::move(results), {}}};
  return result;
}

ClassResult all_passed() {
  return class_of({passed("aa", 10), passed("bb", 10), passed("cc", 10), passed("dd", 5)});
}

TEST_CASE("what is not due yet and not handed in counts neither for nor against",
          "[grader][score]") {
  ClassResult result = class_of({passed("aa", 10), missing("bb"), missing("cc"), missing("dd")});
  score_class(result, rules_as_of("2027-03-02T00:00:00Z"), {});
  const StudentResult& ada = result.students[0];
  CHECK(ada.exercises[1].status == Verdict::kNotDueYet);
  CHECK(ada.exercises[2].status == Verdict::kMissing);  // has no date: it is always due
  CHECK(ada.points.won == 10);
  CHECK(ada.points.possible == 20);
  CHECK(result.exercises[0].is_due);
  CHECK_FALSE(result.exercises[1].is_due);
  CHECK(result.as_of.empty());

  score_class(result, rules_as_of("2027-03-08T12:00:00Z"), {});  // to the second
  CHECK(ada.exercises[1].status == Verdict::kMissing);
  CHECK(ada.points.possible == 30);
}

TEST_CASE("early work is extra: it cannot spoil a percentage", "[grader][score]") {
  ClassResult result = all_passed();
  ScoreRules rules = rules_as_of("2027-03-02T00:00:00Z");
  rules.as_of_chosen = true;
  score_class(result, rules, {});
  const StudentResult& ada = result.students[0];
  CHECK(ada.points.won == 25);
  CHECK(ada.points.possible == 20);
  CHECK(ada.early.won == 10);
  CHECK(ada.early.possible == 10);
  CHECK(ada.exercises[1].time.early);
  CHECK(time_sentences(ada.exercises[1]).size() == 1);
  CHECK(result.as_of == "2027-03-02T00:00:00Z");
}

TEST_CASE("a date that is put off keeps the clock of the one before", "[grader][score]") {
  const course::Time time = *course::parse_time("2027-02-28T23:59:00Z");
  CHECK(course::to_text(time) == "2027-02-28T23:59:00Z");
  CHECK(course::to_text(time, "2027-02-27T00:59:00+01:00") == "2027-03-01T00:59:00+01:00");
  CHECK(course::to_text(time, "2027-02-27T00:59:00-03:30") == "2027-02-28T20:29:00-03:30");
  CHECK(course::parse_time("2027-02-28T20:29:00-03:30") == time);
}

TEST_CASE("days late are begun days, but the grace is free", "[grader][score]") {
  const course::LatePolicy late = *rules_as_of("2027-01-01T00:00:00Z").course.late;
  const course::Time due = at("2027-03-01T12:00:00Z");
  CHECK(days_late(at("2027-03-01T11:00:00Z"), due, late) == 0);
  CHECK(days_late(at("2027-03-01T12:15:00Z"), due, late) == 0);
  CHECK(days_late(at("2027-03-01T12:15:01Z"), due, late) == 1);
  CHECK(days_late(at("2027-03-02T12:00:00Z"), due, late) == 1);
  CHECK(days_late(at("2027-03-02T12:00:01Z"), due, late) == 2);
  CHECK_FALSE(is_too_late(at("2027-03-08T12:00:00Z"), due, late));
  CHECK(is_too_late(at("2027-03-08T12:00:01Z"), due, late));
  CHECK(points_lost(10, 3, late) == 3);
  CHECK(points_lost(10, 99, late) == 10);
  CHECK(explain(late) ==
        "Late work loses 10 % of its points for each day begun, after 15 min of grace, and counts "
        "for nothing later than 7 days after the due date. Every student may be late by 2 days in "
        "all without losing points.");
  CHECK(explain(course::LatePolicy{}).empty());
}

TEST_CASE("late days pay for what was due first, the rest loses points", "[grader][score]") {
  ClassResult result = all_passed();
  ScoreRules rules = rules_as_of("2027-06-01T00:00:00Z");
  rules.handed_in[{"ada", "aa"}] = at("2027-03-02T11:00:00Z");  // one day
  rules.handed_in[{"ada", "bb"}] = at("2027-03-11T11:00:00Z");  // three days
  score_class(result, rules, {});
  const StudentResult& ada = result.students[0];
  CHECK(ada.exercises[0].time.days_late == 1);
  CHECK(ada.exercises[0].time.late_days == 1);
  CHECK(ada.exercises[0].points.won == 10);
  CHECK(ada.exercises[1].time.late_days == 1);
  CHECK(ada.exercises[1].time.lost == 2);
  CHECK(ada.exercises[1].points.won == 8);
  CHECK(ada.late_days_used == 2);
  CHECK(ada.points.won == 33);
  CHECK(time_sentences(ada.exercises[1]) ==
        std::vector<std::string>{"Handed in 11 March 2027, 11:00 (UTC), due 8 March 2027, 12:00 "
                                 "(UTC): 3 days late, 1 of them "
                                 "paid with late days; 2 points lost."});
}

TEST_CASE("after the latest moment nothing counts, and no late day is spent", "[grader][score]") {
  ClassResult result = all_passed();
  ScoreRules rules = rules_as_of("2027-06-01T00:00:00Z");
  rules.handed_in[{"ada", "aa"}] = at("2027-03-20T12:00:00Z");
  score_class(result, rules, {});
  CHECK(result.students[0].exercises[0].points.won == 0);
  CHECK(result.students[0].exercises[0].time.too_late);
  CHECK(result.students[0].late_days_used == 0);
}

TEST_CASE("a term's dates, policy and extensions go before the course's", "[grader][score]") {
  ScoreRules rules = rules_as_of("2027-09-10T00:00:00Z");
  rules.policy = *course::parse_policy(
      "term: 2027 autumn\nlate: {loss_per_day: 50%}\ndue: {1_m: 2027-09-01T12:00:00Z}\n"
      "extensions:\n- {student: ada, exercise: aa, days: 1}\n"
      "- {student: ada, exercise: bb, until: 2027-10-01T00:00:00Z}\n"
      "- {student: boris, days: 100}\n"
      "handed_in:\n- {student: ada, exercise: aa, at: 2027-09-03T11:00:00Z}\n",
      "p", rules.course);
  ClassResult result = class_of({passed("aa", 10), missing("bb"), missing("cc"), missing("dd")});
  score_class(result, rules, {});
  const StudentResult& ada = result.students[0];
  CHECK(result.course.term == "2027 autumn");
  CHECK(ada.exercises[0].time.due == "2027-09-02T12:00:00Z");
  CHECK(ada.exercises[0].points.won == 5);
  CHECK(ada.exercises[1].status == Verdict::kNotDueYet);
  CHECK(ada.exercises[2].status == Verdict::kMissing);
  CHECK(result.exercises[1].due == "2027-09-01T12:00:00Z");
  CHECK(result.exercises[1].is_due);  // for everybody else
}

Remark points_by_hand(double points, std::int64_t number) {
  Remark remark;
  remark.kind = Remark::Kind::kOverride;
  remark.student = "ada";
  remark.exercise = "aa";
  remark.points = points;
  remark.text = "the judge was too strict";
  remark.by = "kim";
  remark.number = number;
  remark.at = "2027-03-05T10:00:00Z";
  return remark;
}

TEST_CASE("points by hand replace all others until they are revoked", "[grader][score]") {
  ClassResult result = class_of({missing("aa"), passed("bb", 10), missing("cc"), missing("dd")});
  result.students[0].exercises[0].status = Verdict::kInternalError;
  std::vector<Remark> remarks{points_by_hand(4, 1), points_by_hand(7, 2)};
  const ScoreRules rules = rules_as_of("2027-06-01T00:00:00Z");
  score_class(result, rules, remarks);
  const ExerciseResult& first = result.students[0].exercises[0];
  REQUIRE(first.by_hand);
  CHECK(first.has_points());
  CHECK(first.points.won == 7);
  CHECK(first.points.possible == 10);
  CHECK(result.students[0].points.won == 17);
  CHECK(say(*first.by_hand) == "7 points given by kim, 2027-03-05: the judge was too strict");

  Remark revoked = points_by_hand(0, 3);
  revoked.points.reset();
  remarks.push_back(revoked);
  score_class(result, rules, remarks);
  CHECK_FALSE(first.by_hand);
  CHECK_FALSE(first.has_points());
  CHECK(result.students[0].points.won == 10);
}

TEST_CASE("points by hand are out of all that the exercise is worth", "[grader][score]") {
  ExerciseResult half = passed("aa", 5);
  half.checks.push_back(half.checks.front());
  half.checks[1].verdict = Verdict::kSkipped;
  ClassResult result = class_of({half, passed("bb", 10), passed("cc", 10), passed("dd", 5)});
  const ScoreRules rules = rules_as_of("2027-06-01T00:00:00Z");
  score_class(result, rules, {});
  const ExerciseResult& first = result.students[0].exercises[0];
  CHECK(first.points.won == 5);
  CHECK(first.points.possible == 5);
  CHECK(first.notes.size() == 1);
  score_class(result, rules, {points_by_hand(10, 1)});
  CHECK(first.points.won == 10);
  CHECK(first.points.possible == 10);
  CHECK(first.by_hand->computed == 5.0);
  CHECK(first.notes.empty());  // nothing is left out of 10
  CHECK(result.students[0].points.possible == 30);
}

TEST_CASE("no late day is spent on points by hand", "[grader][score]") {
  ClassResult result = all_passed();
  ScoreRules rules = rules_as_of("2027-06-01T00:00:00Z");
  rules.handed_in[{"ada", "aa"}] = at("2027-03-04T11:00:00Z");  // three days
  rules.handed_in[{"ada", "bb"}] = at("2027-03-10T11:00:00Z");  // two days
  score_class(result, rules, {});
  const StudentResult& ada = result.students[0];
  CHECK(ada.exercises[0].points.won == 9);
  CHECK(ada.exercises[1].points.won == 8);
  score_class(result, rules, {points_by_hand(9.5, 1)});
  CHECK(ada.exercises[0].points.won == 9.5);
  CHECK(ada.exercises[0].by_hand->computed == 9.0);  // as it was before
  CHECK(ada.exercises[0].time.days_late == 3);
  CHECK(ada.exercises[0].time.late_days == 0);
  CHECK(ada.exercises[0].time.lost == 0);
  CHECK(ada.exercises[1].time.late_days == 2);
  CHECK(ada.exercises[1].points.won == 10);
  CHECK(ada.late_days_used == 2);
  CHECK(time_sentences(ada.exercises[0]) ==
        std::vector<std::string>{"Handed in 4 March 2027, 11:00 (UTC), due 1 March 2027, 12:00 "
                                 "(UTC): 3 days late; points given by hand lose nothing, and no "
                                 "late day is spent."});
}

TEST_CASE("comments stay until they are taken back, and name nobody else", "[grader][score]") {
  Remark comment;
  comment.student = "ada";
  comment.text = "see me";
  comment.number = 1;
  Remark other = comment;
  other.student = "boris";
  other.number = 2;
  ClassResult result = all_passed();
  const ScoreRules rules = rules_as_of("2027-06-01T00:00:00Z");
  score_class(result, rules, {comment, other});
  REQUIRE(result.students[0].comments.size() == 1);
  Remark back = comment;
  back.revokes = 1;
  back.number = 3;
  score_class(result, rules, {comment, other, back});
  CHECK(result.students[0].comments.empty());
}

}  // namespace
}  // namespace warpschool::grader
