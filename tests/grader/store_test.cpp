// Tries the SQLite store of results, scores and remarks.
#include "store/store.hpp"

#include "store/result_json.hpp"
#include "test_folder.hpp"

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

const ResultKey kBoris{"boris", "vector_add", "f", "r", "e"};

TEST_CASE("equal files share what one of them was judged with, each in a row of its own",
          "[grader][store]") {
  const ScratchFolder folder;
  Store store(folder.path() / "s.sqlite");
  StoredResult judged = some_result(Verdict::kSlow);
  judged.result.command = "ada's command";
  judged.result.log = "logs/ada.log";
  const ResultKey chen{"chen", "vector_add", "f", "r", "e"};
  const std::int64_t first =
      store.add(kKey, judged, "2027-02-01T12:00:00Z",
                {{kBoris, "2027-02-02T12:00:00Z", "boris' command", "logs/boris.log"}});
  const auto work = store.find_work(chen);
  REQUIRE(work);
  CHECK(work->attempt == first);
  store.share({{first, {chen, "", "chen's command", "logs/chen.log"}}});

  StoredResult boris = *store.find(kBoris);
  CHECK(boris.result.command == "boris' command");
  CHECK(boris.result.log == "logs/boris.log");
  CHECK(boris.result.attempt != first);
  CHECK(boris.devices == judged.devices);
  boris.result.command = judged.result.command;
  boris.result.log = judged.result.log;
  CHECK(to_stored(boris.result).dump() == to_stored(judged.result).dump());
  CHECK(store.find(kKey)->result.command == "ada's command");
  CHECK(store.find(chen)->result.status == Verdict::kSlow);
  CHECK(store.status(chen) == "slow");

  const std::vector<Attempt> attempts = store.attempts("boris");
  REQUIRE(attempts.size() == 1);
  CHECK(attempts[0].same_as == first);
  CHECK(attempts[0].same_as_whose == "ada");
  CHECK(attempts[0].handed_in == "2027-02-02T12:00:00Z");
  CHECK(attempts[0].points.won == 2.5);
  CHECK(store.attempts("ada")[0].same_as == 0);
}

TEST_CASE("other files, rules or machines share nothing", "[grader][store]") {
  const ScratchFolder folder;
  Store store(folder.path() / "s.sqlite");
  store.add(kKey, some_result(Verdict::kPassed));
  CHECK(store.find_work(kBoris));
  CHECK_FALSE(store.find_work({"boris", "transpose", "f", "r", "e"}));
  CHECK_FALSE(store.find_work({"boris", "vector_add", "other", "r", "e"}));
  CHECK_FALSE(store.find_work({"boris", "vector_add", "f", "other", "e"}));
  CHECK_FALSE(store.find_work({"boris", "vector_add", "f", "r", "other"}));
}

TEST_CASE("what the machine had a part in is not shared", "[grader][store]") {
  const ScratchFolder folder;
  Store store(folder.path() / "s.sqlite");
  for (const Verdict status :
       {Verdict::kInternalError, Verdict::kInconclusive, Verdict::kSuspicious}) {
    store.add(kKey, some_result(status));
    CHECK_FALSE(store.find_work(kBoris));
  }
  StoredResult noisy = some_result(Verdict::kWrong);  // one check of several could not be measured
  noisy.result.checks.push_back(noisy.result.checks.front());
  noisy.result.checks.back().verdict = Verdict::kInconclusive;
  store.add(kKey, noisy);
  CHECK_FALSE(store.find_work(kBoris));
  store.add(kKey, some_result(Verdict::kTimeout));
  store.add(kKey, noisy);
  REQUIRE(store.find_work(kBoris));
  CHECK(store.find_work(kBoris)->result.status == Verdict::kTimeout);
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
