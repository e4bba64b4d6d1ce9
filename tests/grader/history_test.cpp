// Tries the order of a student's submissions, and what is told of work that is missing.
#include "store/history.hpp"

#include "result/grading.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

Attempt attempt(std::int64_t number, const std::string& files, const std::string& status,
                const std::string& handed_in = {}) {
  Attempt made;
  made.number = number;
  made.key = {"ada", "alpha", files, "r", "e"};
  made.status = status;
  made.points = {4, 10};
  made.handed_in = handed_in;
  return made;
}

RollEntry entry(const std::string& files) {
  return {{"ada", "alpha", files, "r", "e"}, std::nullopt, {}, {}};
}

std::vector<std::string> files_of(const std::vector<PastSubmission>& history) {
  std::vector<std::string> files;
  files.reserve(history.size());
  for (const PastSubmission& submission : history) {
    files.push_back(submission.files);
  }
  return files;
}

TEST_CASE("files that were judged twice are one submission, with the newest verdict", "[grader]") {
  const auto history =
      history_of(entry("x"), {attempt(1, "x", "internal_error"), attempt(2, "x", "slow")});
  REQUIRE(history.size() == 1);
  CHECK(history[0].status == Verdict::kSlow);
  CHECK(history[0].counts);
  CHECK(why_it_counts(history[0], history) == "counts: the only one");
}

TEST_CASE("times order submissions, and the latest counts", "[grader]") {
  const auto history = history_of(entry("y"), {attempt(1, "y", "passed", "2027-02-03T12:00:00Z"),
                                               attempt(2, "x", "wrong", "2027-02-01T12:00:00Z")});
  CHECK(files_of(history) == std::vector<std::string>{"x", "y"});
  CHECK(why_it_counts(history[1], history) == "counts: the latest");
  CHECK(why_it_counts(history[0], history) == "does not count: another one was graded last");
}

TEST_CASE("without times what was graded last comes last, also where it is an old one",
          "[grader]") {
  const auto history =
      history_of(entry("x"), {attempt(1, "x", "passed"), attempt(2, "y", "wrong")});
  CHECK(files_of(history) == std::vector<std::string>{"y", "x"});
  CHECK(history[1].counts);
  CHECK(why_it_counts(history[1], history) == "counts: what was graded last holds it");
}

TEST_CASE("what a download holds besides is told, and judged work is not told twice", "[grader]") {
  RollEntry now = entry("z");
  PastSubmission never, once;
  never.files = "y";
  never.place = "week1/alpha.cu";
  once.files = "x";
  now.earlier = {never, once};
  const auto history = history_of(now, {attempt(1, "x", "wrong"), attempt(2, "z", "passed")});
  CHECK(files_of(history) == std::vector<std::string>{"y", "x", "z"});
  CHECK_FALSE(history[0].judged);
  CHECK(history[1].judged);
  CHECK(history[1].status == Verdict::kWrong);
}

TEST_CASE("work that is missing now is still told", "[grader]") {
  RollEntry now = entry("");
  now.missing = ExerciseResult{};
  const auto history = history_of(now, {attempt(1, "x", "passed")});
  REQUIRE(history.size() == 1);
  CHECK_FALSE(history[0].counts);
  CHECK(why_it_counts(history[0], history) ==
        "does not count: what was graded last does not hold it");
  CHECK(history_of(now, {}).empty());
}

}  // namespace
}  // namespace warpschool::grader
