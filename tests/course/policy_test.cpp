// Tries late policies, and the dates of a term.
#include "warpschool/course/policy.hpp"

#include "units.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::course {
namespace {

Course small_course(const std::string& late = "") {
  const Result<Course> course =
      parse("title: t\n" + late +
                "modules:\n- id: 1_m\n  title: m\n  exercises:\n"
                "  - {id: aa, title: t, points: {correctness: 4}, due: 2027-03-01T12:00:00Z}\n"
                "  - {id: bb, title: t, points: {correctness: 4}}\n",
            "course.yaml");
  REQUIRE(course);
  return *course;
}

std::vector<std::string> policy_complaints(const std::string& text) {
  const Result<Policy> policy = parse_policy(text, "p", small_course());
  std::vector<std::string> said;
  if (!policy) {
    for (const Diagnostic& diagnostic : policy.diagnostics()) {
      said.push_back(to_string(diagnostic));
    }
  }
  return said;
}

TEST_CASE("times are compared in UTC, whatever their offset", "[course][policy]") {
  CHECK(parse_time("1970-01-02T00:00:01Z")->time_since_epoch().count() == 86401);
  CHECK(parse_time("2027-03-01T23:59:00+01:00") == parse_time("2027-03-01T22:59:00Z"));
  CHECK(parse_time("2027-02-28T20:29:00.75-02:30") == parse_time("2027-02-28T22:59:00Z"));
  CHECK(to_text(*parse_time("2028-02-29T23:30:05-01:00")) == "2028-03-01T00:30:05Z");
  CHECK_FALSE(parse_time("2027-03-01"));
  CHECK_FALSE(parse_time("2027-03-01T23:59:00"));
}

TEST_CASE("a percentage has its sign and lies between nothing and all", "[course][units]") {
  CHECK(parse_percentage("10%") == 0.1);
  CHECK(parse_percentage("12.5 %") == 0.125);
  CHECK(parse_percentage("100%") == 1.0);
  for (const char* bad : {"", "10", "%", "101%", "-1%", "10%%", "x%"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_percentage(bad));
  }
}

TEST_CASE("a course says what late work costs", "[course][policy]") {
  const Course course =
      small_course("late: {grace: 15min, loss_per_day: 10%, latest: 7d, late_days: 3}\n");
  REQUIRE(course.late);
  CHECK(course.late->grace_s == 900);
  CHECK(course.late->loss_per_day == 0.1);
  CHECK(course.late->latest_s == 7 * 86400);
  CHECK(course.late->late_days == 3);
  CHECK_FALSE(small_course().late);
}

TEST_CASE("mistakes in the late policy are named where they stand", "[course][policy]") {
  CHECK(policy_complaints("late: {grace: 15, loss_per_day: 10, lates: 3d}\n") ==
        std::vector<std::string>{
            "p:1:15: 'grace' must be a time, but is '15' (write 15min, 6h or 7d)",
            "p:1:33: 'loss_per_day' must be a percentage of the points won, but is '10' (did you "
            "mean '10%'?)",
            "p:1:37: unknown key 'lates' in late (did you mean 'latest'?)"});
  CHECK(policy_complaints("late: {grace: 2d, latest: 1d}\n") ==
        std::vector<std::string>{"p:1:27: 'latest' comes before the end of 'grace' (both count "
                                 "from the due date)"});
  CHECK(policy_complaints("late: {loss_per_day: 0.1, late_days: 2}\n") ==
        std::vector<std::string>{"p:1:22: 'loss_per_day' must be a percentage of the points won, "
                                 "but is '0.1' (did you mean '10%'?)"});
  CHECK(policy_complaints("late: {loss_per_day: 10%}\n---\nlate: {grace: 1h}\n") ==
        std::vector<std::string>{
            "p:2:1: a second document begins, which nobody would read (take out this line)"});
  CHECK(policy_complaints("late: {late_days: 2}\n") ==
        std::vector<std::string>{"p:1:19: 'late_days' save from a loss, but there is no "
                                 "'loss_per_day' (add loss_per_day: 10%)"});
}

TEST_CASE("a term has dates for exercises and for whole modules", "[course][policy]") {
  const Result<Policy> policy = parse_policy(
      "term: 2027 autumn\ndue:\n  1_m: 2027-09-01T12:00:00Z\n  bb: 2027-09-08T12:00:00Z\n"
      "extensions:\n- {student: ada, exercise: aa, days: 2.5, why: ill}\n"
      "- {student: boris, until: 2027-10-01T00:00:00Z}\n"
      "handed_in:\n- {student: ada, exercise: bb, at: 2027-09-09T12:00:00Z}\n",
      "p", small_course());
  REQUIRE(policy);
  CHECK(policy->term == "2027 autumn");
  CHECK(policy->due.at("aa") == "2027-09-01T12:00:00Z");
  CHECK(policy->due.at("bb") == "2027-09-08T12:00:00Z");
  REQUIRE(policy->extensions.size() == 2);
  CHECK(policy->extensions[0].days == 2.5);
  CHECK(policy->extensions[1].exercise.empty());
  CHECK(policy->extensions[1].until == "2027-10-01T00:00:00Z");
  CHECK(policy->handed_in.at(0).at == "2027-09-09T12:00:00Z");
  CHECK(parse_policy("", "p", small_course()));
}

TEST_CASE("mistakes in a term are named all at once", "[course][policy]") {
  const std::string no_date =
      "p:1:37: 'aa' must be a date, time and offset, but is 'tomorrow' (write "
      "2027-03-01T23:59:00+01:00)";
  CHECK(policy_complaints(
            "due: {ab: 2027-09-01T12:00:00Z, aa: tomorrow}\n"
            "extensions:\n- {student: ada, exercise: cc, days: 1, until: 2027-10-01T00:00:00Z}\n"
            "- {exercise: aa, days: 400}\n"
            "handed_in: [{student: ada, exercise: aa}]\n") ==
        std::vector<std::string>{
            "p:1:7: unknown key 'ab' in due (did you mean 'aa'?)", no_date,
            "p:3:3: an extension has either 'until' or 'days' (write days: 3)",
            "p:3:28: there is no exercise 'cc' (known: aa, bb)",
            "p:4:3: an extension has no 'student'",
            "p:4:24: 'days' must be a number from 0 to 366, but is '400'",
            "p:5:13: an entry of handed_in has no 'at' (write at: 2027-03-01T23:59:00+01:00)"});
  CHECK(
      policy_complaints("- a list\n") ==
      std::vector<std::string>{"p:1:1: the policy must be a mapping (key: value), but is a list"});
  CHECK(policy_complaints("due: [\n").size() == 1);
  CHECK_FALSE(load_policy("/does/not/exist.yaml", small_course()));
}

TEST_CASE("two moments for one piece of work are a mistake", "[course][policy]") {
  const std::string two =
      "handed_in:\n- {student: ada, exercise: aa, at: 2027-09-01T12:00:00Z}\n"
      "- {student: ada, exercise: bb, at: 2027-09-01T12:00:00Z}\n"
      "- {student: boris, exercise: aa, at: 2027-09-01T12:00:00Z}\n";
  CHECK(policy_complaints(two).empty());
  CHECK(policy_complaints(two + "- {exercise: aa, student: ada, at: 2027-09-02T12:00:00Z}\n") ==
        std::vector<std::string>{"p:5:27: 'aa' of 'ada' appears twice in handed_in (take one of "
                                 "the two out: the first is in line 2)"});
  // Of several extensions the latest holds: they may well be two.
  CHECK(policy_complaints("extensions:\n- {student: ada, exercise: aa, days: 1}\n"
                          "- {student: ada, exercise: aa, days: 2}\n")
            .empty());
}

}  // namespace
}  // namespace warpschool::course
