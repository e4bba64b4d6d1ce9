// Tries which cause a judge names where several checks failed, and what it leaves out.
#include "fate.hpp"
#include "one_check.hpp"
#include "record.hpp"
#include "simulator_report.hpp"
#include "warpschool/harness/catch.hpp"

#include <csignal>
#include <string>
#include <vector>

using namespace warpschool::harness;

TEST_CASE("what the simulator knows goes before what values suggest", "[harness][verdict]") {
  Record record = record_of_one(1);
  record.begin("one");
  record.add({Verdict::kWrong, "values differ", "is it the index?"});
  record.add({Verdict::kWrong, "read what nobody wrote", {}, {}, {R"({"kind": "x"})"}});
  CHECK(record.checks().front().message == "read what nobody wrote");
  CHECK(record.checks().front().hint.empty());
  record.add({Verdict::kWrong, "values differ again", "is it the index?"});
  CHECK(record.checks().front().message == "read what nobody wrote");
}

TEST_CASE("many values tell more than few, and otherwise the first is told", "[harness][verdict]") {
  const auto drawn_from = [](std::size_t basis, const char* hint) {
    Finding made{Verdict::kWrong, std::string("of ") + hint, hint};
    made.basis = basis;
    return made;
  };
  Record record = record_of_one(1);
  record.begin("one");
  record.add(drawn_from(2, "two"));
  record.add(drawn_from(7, "seven"));
  CHECK(record.checks().front().hint == "two");
  record.add(drawn_from(100, "hundred"));
  CHECK(record.checks().front().message == "of hundred");
  record.add(drawn_from(1000, "thousand"));
  CHECK(record.checks().front().hint == "hundred");
}

TEST_CASE("beside a fault the other checks of its task guess nothing", "[harness][verdict]") {
  Record record;
  for (const char* name : {"racing", "wrong", "elsewhere"}) {
    Check check;
    check.name = name;
    check.task = name == std::string("elsewhere") ? 2 : 1;
    record.declare(check);
    record.begin(name);
    const bool races = name == std::string("racing");
    record.add({races ? Verdict::kRace : Verdict::kWrong, "m", races ? "" : "a guess"});
    record.end(1);
  }
  record.lead_with_causes();
  CHECK_THAT(record.checks()[1].hint, Catch::Contains("First mend what \"racing\" met"));
  CHECK(record.checks()[2].hint == "a guess");
}

namespace {

struct Told {
  const char* name;
  int task;
  warpschool::course::Kind kind;
  Finding finding;
};

Record record_of(const std::vector<Told>& all) {
  Record record;
  for (const Told& told : all) {
    Check check;
    check.name = told.name;
    check.task = told.task;
    check.kind = told.kind;
    record.declare(check);
  }
  for (const Told& told : all) {
    record.begin(told.name);
    record.add(told.finding);
    record.end(1);
  }
  record.lead_with_causes();
  return record;
}

constexpr auto kCorrectness = warpschool::course::Kind::kCorrectness;
constexpr auto kTiming = warpschool::course::Kind::kTiming;
constexpr auto kCounters = warpschool::course::Kind::kCounters;

}  // namespace

TEST_CASE("an exception made of a call's error is a failed call", "[harness][verdict]") {
  WorkerReport report;
  report.trouble = Trouble::kException;
  report.function = "gather";
  report.message = "invalid pitch argument (cudaErrorInvalidPitchValue)";
  report.error_code = 12;
  const Finding found = finding_of_report(report);
  CHECK(found.verdict == Verdict::kWrong);
  CHECK_THAT(found.message, Catch::StartsWith("gather: a CUDA call failed"));
  CHECK_THAT(found.hint, Catch::Contains("pitch"));
  report.error_code = 0;
  CHECK(finding_of_report(report).verdict == Verdict::kCrash);
}

TEST_CASE("a wrong answer does not follow from a time", "[harness][verdict]") {
  Finding guess{Verdict::kWrong, "values differ", "a guess"};
  guess.basis = 30;
  const Record record = record_of({{"answers", 1, kCorrectness, guess},
                                   {"is fast", 1, kTiming, {Verdict::kTimeout, "too long"}},
                                   {"is lean", 1, kCounters, {Verdict::kCounters, "m", "own"}}});
  CHECK(record.checks()[0].hint == "a guess");
  CHECK(record.checks()[2].hint == "own");
}

TEST_CASE("words of a check's own stay behind the cause", "[harness][verdict]") {
  Finding guess{Verdict::kWrong, "values differ", "a guess"};
  guess.basis = 30;
  const Record record = record_of({{"races", 1, kCorrectness, {Verdict::kRace, "r"}},
                                   {"is lean", 1, kCounters, {Verdict::kCounters, "m", "own"}},
                                   {"is right", 1, kCounters, guess}});
  CHECK(record.checks()[1].hint == "First mend what \"races\" met: this may follow from it. own");
  CHECK(record.checks()[2].hint == "First mend what \"races\" met: this may follow from it.");
}

TEST_CASE("words of a check's own are not replaced by guesses", "[harness][verdict]") {
  Finding guess{Verdict::kWrong, "256 of 256 differ", "a guess"};
  guess.basis = 256;
  Record record = record_of_one(1);
  record.begin("one");
  record.add({Verdict::kWrong, "1 of 1 differs"});
  record.add({Verdict::kWrong, "they stand elsewhere", "own words"});
  record.add(guess);
  CHECK(record.checks().front().message == "they stand elsewhere");
}

TEST_CASE("one cause is named, and none that came later without a line", "[harness][verdict]") {
  const Record record =
      record_of({{"is pinned", 1, kCorrectness, {Verdict::kWrong, "device memory"}},
                 {"crashes", 1, kCorrectness, {Verdict::kCrash, "c"}},
                 {"races", 1, kCorrectness, {Verdict::kRace, "r"}},
                 {"is lean", 1, kCounters, {Verdict::kCounters, "m"}}});
  CHECK_THAT(record.checks()[0].hint, !Catch::Contains("crashes"));
  CHECK(record.checks()[3].hint == "First mend what \"crashes\" met: this may follow from it.");
}

TEST_CASE("who uses what another task gives is led to it", "[harness][verdict]") {
  Finding cause{Verdict::kWrong, "expected pinned, got pageable"};
  cause.function = "make";
  Finding crash{Verdict::kCrash, "use threw"};
  crash.function = "use";
  crash.called = "make,use,";
  Finding other = crash;
  other.called = "remake,use,";
  const Record record = record_of({{"is pinned", 1, kCorrectness, cause},
                                   {"is used", 3, kCorrectness, crash},
                                   {"is used otherwise", 4, kCorrectness, other}});
  CHECK(record.checks()[1].hint ==
        "First mend what \"is pinned\" met: what make does is used here, too.");
  CHECK(record.checks()[2].hint.empty());
}

TEST_CASE("one mistake that several checks meet is told once", "[harness][verdict]") {
  const std::string text = "Thread 0 goes round a loop at line 20. Check its condition.";
  const Record record =
      record_of({{"small", 1, kCorrectness, {Verdict::kDeadlock, "f, given 1:\n" + text}},
                 {"large", 2, kCorrectness, {Verdict::kDeadlock, "f, given 9:\n" + text}}});
  CHECK(record.checks()[0].message == "f, given 1:\n" + text);
  CHECK(record.checks()[1].message ==
        "f, given 9:\nThread 0 goes round a loop at line 20. That is what \"small\" met.");
}

TEST_CASE("a small wrong answer tells more than a large one that takes long",
          "[harness][verdict]") {
  Record record = record_of_one(1);
  record.begin("one");
  record.add({Verdict::kWrong, "31 values: wrong"});
  record.add({Verdict::kTimeout, "65,508 values: 65,508 launches"});
  CHECK(record.checks().front().message == "31 values: wrong");
  record.add({Verdict::kTimeout, "a loop at line 7", {}, {}, {R"({"kind": "endless_calls"})"}});
  CHECK(record.checks().front().verdict == Verdict::kTimeout);
}

TEST_CASE("a test that crashes on what it was given blames no call", "[harness][verdict]") {
  Breadcrumb crumb;
  std::strcpy(crumb.function.data(), "frame_alloc");
  crumb.stage = static_cast<std::uint32_t>(Stage::kAfterCall);
  Death death;
  death.wait_status = SIGSEGV;
  CHECK_THAT(finding_of_death(death, crumb).message,
             Catch::StartsWith("frame_alloc had returned, and the test that used what it gave "
                               "crashed: "));
  crumb.stage = static_cast<std::uint32_t>(Stage::kCalling);
  CHECK_THAT(finding_of_death(death, crumb).message, Catch::StartsWith("frame_alloc crashed: "));
}
