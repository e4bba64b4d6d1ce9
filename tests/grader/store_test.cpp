#include "store/store.hpp"

#include "scratch.hpp"
#include "store/result_json.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

StoredResult some_result(Verdict status) {
  StoredResult stored;
  stored.devices = {"a device"};
  ExerciseResult& result = stored.result;
  result.exercise = "vector_add";
  result.status = status;
  result.points = {2.5, 10};
  result.source = "__global__ \"quoted\" \xc3\xa9";
  result.more_sources = {{"kernels.cu", "__device__"}};
  result.notes = {"a note"};
  CheckResult check;
  check.name = "a check";
  check.kind = "timing";
  check.verdict = Verdict::kSlow;
  check.ratio = 1.25;
  check.output = "printed";
  check.counters = {{"launches", 3}};
  check.faults = {{"race", "two threads", "x.cu", 7, "{}"}};
  result.checks = {check};
  return stored;
}

const ResultKey kKey{"ada", "vector_add", "f", "r", "e"};

TEST_CASE("a stored result comes back as it was, also after the store was closed", "[grader]") {
  const ScratchFolder folder;
  Store(folder.path() / "s.sqlite").add(kKey, some_result(Verdict::kSlow));
  Store store(folder.path() / "s.sqlite");
  const auto found = store.find(kKey);
  REQUIRE(found);
  CHECK(to_stored(found->result).dump() == to_stored(some_result(Verdict::kSlow).result).dump());
  CHECK(found->devices == std::vector<std::string>{"a device"});
}

TEST_CASE("every part of the key tells results apart", "[grader]") {
  const ScratchFolder folder;
  Store store(folder.path() / "s.sqlite");
  store.add(kKey, some_result(Verdict::kPassed));
  CHECK_FALSE(store.find({"boris", "vector_add", "f", "r", "e"}));
  CHECK_FALSE(store.find({"ada", "transpose", "f", "r", "e"}));
  CHECK_FALSE(store.find({"ada", "vector_add", "other", "r", "e"}));
  CHECK_FALSE(store.find({"ada", "vector_add", "f", "other", "e"}));
  CHECK_FALSE(store.find({"ada", "vector_add", "f", "r", "other"}));
}

TEST_CASE("the newest of several results counts", "[grader]") {
  const ScratchFolder folder;
  Store store(folder.path() / "s.sqlite");
  store.add(kKey, some_result(Verdict::kInternalError));
  store.add(kKey, some_result(Verdict::kPassed));
  CHECK(store.find(kKey)->result.status == Verdict::kPassed);
}

TEST_CASE("attempts are listed in their order, with what the judge gave", "[grader]") {
  const ScratchFolder folder;
  Store store(folder.path() / "s.sqlite");
  store.add(kKey, some_result(Verdict::kInternalError));
  store.add(kKey, some_result(Verdict::kPassed));
  store.add({"boris", "vector_add", "f", "r", "e"}, some_result(Verdict::kWrong));
  const std::vector<Attempt> attempts = store.attempts("ada");
  REQUIRE(attempts.size() == 2);
  CHECK(attempts[0].status == "internal_error");
  CHECK(attempts[1].number == store.find(kKey)->result.attempt);
  CHECK(attempts[1].points.won == 2.5);
  CHECK(attempts[1].at.size() == 24);
  CHECK(attempts[1].at.back() == 'Z');
  CHECK(store.attempts("").size() == 3);
}

TEST_CASE("of each result the newest score is known, and the history stays", "[grader]") {
  const ScratchFolder folder;
  Store store(folder.path() / "s.sqlite");
  const ScoreEntry first{"ada", "vector_add", 1, "slow", 7, 10, 1, false, false, ""};
  ScoreEntry second = first;
  second.won = 8;
  CHECK_FALSE(first.same_score(second));
  store.add(std::vector<ScoreEntry>{first});
  store.add(std::vector<ScoreEntry>{second});
  REQUIRE(store.scores().size() == 1);
  CHECK(store.scores()[0].same_score(second));
  REQUIRE(store.score_history("ada").size() == 2);
  CHECK(store.score_history("ada")[0].same_score(first));
  CHECK(store.score_history("boris").empty());
}

TEST_CASE("remarks come back numbered, with the time and without points where revoked",
          "[grader]") {
  const ScratchFolder folder;
  Store store(folder.path() / "s.sqlite");
  Remark remark;
  remark.kind = Remark::Kind::kOverride;
  remark.student = "ada";
  remark.exercise = "vector_add";
  remark.points = 8;
  remark.text = "it's \"why\"";
  remark.by = "kim";
  CHECK(store.add(remark) == 1);
  remark.points.reset();
  CHECK(store.add(remark) == 2);
  const std::vector<Remark> remarks = store.remarks();
  REQUIRE(remarks.size() == 2);
  CHECK(remarks[0].points == 8.0);
  CHECK(remarks[0].text == remark.text);
  CHECK(remarks[0].at.size() == 24);
  CHECK_FALSE(remarks[1].points);
  CHECK(remarks[1].number == 2);
}

TEST_CASE("facts are kept and replaced", "[grader]") {
  const ScratchFolder folder;
  Store store(folder.path() / "s.sqlite");
  CHECK_FALSE(store.fact("roster"));
  store.set_fact("roster", "one");
  store.set_fact("roster", "two");
  CHECK(store.fact("roster") == "two");
}

TEST_CASE("a file that is no store is refused", "[grader]") {
  const ScratchFolder folder;
  folder.add("s.sqlite", std::string(5000, 'x'));
  CHECK_THROWS(Store(folder.path() / "s.sqlite"));
}

}  // namespace
}  // namespace warpschool::grader
