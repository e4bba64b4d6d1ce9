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
