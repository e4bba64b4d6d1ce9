// Fates, points, intervals and metrics: the pure parts of a verdict.
#include "fate.hpp"
#include "overlap.hpp"
#include "processor_time.hpp"
#include "record.hpp"
#include "simulator_report.hpp"
#include "statistics.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/harness/metrics.hpp"
#include "warpschool/sim/fault.hpp"

#include <cmath>
#include <csignal>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <unistd.h>

using namespace warpschool::harness;
namespace sim = warpschool::sim;

namespace {

Record record_of_one(double possible) {
  Record record;
  Check check;
  check.name = "one";
  check.possible = possible;
  record.declare(check);
  return record;
}

Finding finding(Verdict verdict) {
  return {verdict, to_string(verdict), {}, {}, {}};
}

}  // namespace

TEST_CASE("every fault of the simulator has its verdict", "[harness][verdict]") {
  // Of notes, and of launches that were refused, nothing is decided.
  const std::set<std::string> decides_nothing{"same_value_write", "division_by_zero",
                                              "counter_not_reset", "invalid_launch", "leak"};
  const std::map<std::string, Verdict> verdicts{{"out_of_bounds", Verdict::kMemoryFault},
                                                {"misaligned", Verdict::kMemoryFault},
                                                {"use_after_free", Verdict::kMemoryFault},
                                                {"host_pointer", Verdict::kMemoryFault},
                                                {"host_access", Verdict::kMemoryFault},
                                                {"invalid_copy", Verdict::kMemoryFault},
                                                {"invalid_free", Verdict::kMemoryFault},
                                                {"unsynchronised_access", Verdict::kMemoryFault},
                                                {"uninitialised_read", Verdict::kWrong},
                                                {"race", Verdict::kRace},
                                                {"deadlock", Verdict::kDeadlock},
                                                {"divergent_barrier", Verdict::kWrong},
                                                {"invalid_lane_mask", Verdict::kWrong},
                                                {"invalid_handle", Verdict::kWrong},
                                                {"work_limit", Verdict::kTimeout},
                                                {"trap", Verdict::kCrash},
                                                {"assert", Verdict::kCrash},
                                                {"stack_overflow", Verdict::kCrash},
                                                {"invalid_instruction", Verdict::kCrash}};
  CHECK(verdicts.size() + decides_nothing.size() == sim::kFaultKinds);
  for (std::size_t i = 0; i < sim::kFaultKinds; ++i) {
    const std::string kind = sim::to_string(static_cast<sim::FaultKind>(i));
    CAPTURE(kind);
    if (decides_nothing.count(kind) == 0) {
      REQUIRE(verdicts.count(kind) == 1);
      CHECK(verdict_of_fault(kind) == verdicts.at(kind));
    }
  }
}

TEST_CASE("of several faults the worst decides and all are kept", "[harness][verdict]") {
  WorkerReport report;
  report.simulator_report =
      R"({"faults": [{"kind": "race", "text": "r"}, {"kind": "out_of_bounds", "text": "o"}, {"kind": "invalid_launch"}]})";
  const Finding found = finding_of_report(report);
  CHECK(found.verdict == Verdict::kMemoryFault);
  CHECK_THAT(found.message, Catch::StartsWith("o"));
  CHECK(found.faults.size() == 2);
}

TEST_CASE("memory of the caller that was given back is told as such", "[harness][verdict]") {
  WorkerReport report;
  report.function = "vector_add";
  const auto message_of = [&report](const std::string& allocation) {
    report.simulator_report =
        R"({"faults": [{"kind": "invalid_free", "text": "freed twice", "allocation": )" +
        allocation + R"(}, {"kind": "use_after_free", "text": "freed", "allocation": )" +
        allocation + "}]}";
    return finding_of_report(report).message;
  };
  CHECK_THAT(message_of(R"({"name": "", "origin": "", "freed_at": "a.cu:25"})"),
             Catch::StartsWith("vector_add gave back memory that its caller had made, at a.cu:25"));
  CHECK_THAT(message_of(R"({"name": "", "origin": "", "freed_at": "a.cu:25"})"),
             !Catch::Contains("in all"));
  CHECK_THAT(message_of(R"({"name": "", "origin": "a.cu:7", "freed_at": "a.cu:25"})"),
             Catch::StartsWith("freed twice"));
  CHECK_THAT(message_of(R"({"name": "", "origin": 7, "freed_at": []})"),
             Catch::StartsWith("freed twice"));
  CHECK_THAT(message_of("null"), Catch::StartsWith("freed twice"));
}

TEST_CASE("a remark is made of each line once, in the check that met it first",
          "[harness][verdict]") {
  const std::vector<LineRemark> remarks = lane_notes(
      R"({"lane_notes": [{"line": 38, "text": "Thread 0 asks"}, {"line": 38, "text": "Thread 32 asks"}]})");
  REQUIRE(remarks.size() == 2);
  Record record = record_of_one(1);
  record.begin("one");
  for (const LineRemark& remark : remarks) {
    record.add_note_on_line(remark.line, remark.text);
  }
  CHECK(record.current().notes == std::vector<std::string>{"Thread 0 asks"});
  CHECK(lane_notes("").empty());
  CHECK_FALSE(flaw_of_report(R"({"lane_notes": [{"line": "a"}]})").empty());
}

TEST_CASE("a report that is no JSON does no harm", "[harness][verdict]") {
  WorkerReport report;
  report.simulator_report = "{\"faults\": [";
  CHECK(finding_of_report(report).verdict == Verdict::kPassed);
}

TEST_CASE(
    "a check's verdict is the worst of what happened in it, explained by the first of that kind",
    "[harness][verdict]") {
  Record record = record_of_one(4);
  record.begin("one");
  record.add({Verdict::kWrong, "first wrong", {}, {}, {}});
  record.add({Verdict::kCrash, "first crash", {}, {}, {}});
  record.add({Verdict::kCrash, "second crash", {}, {}, {}});
  record.end(3);
  CHECK(record.checks()[0].verdict == Verdict::kCrash);
  CHECK(record.checks()[0].message == "first crash");
  CHECK(record.won() == 0);
  CHECK(record.complete());
}

TEST_CASE("what was booked is used by the next failed assertion alone", "[harness][verdict]") {
  Record record = record_of_one(1);
  record.begin("one");
  record.book(finding(Verdict::kRace));
  record.forget_booked();
  record.commit(finding(Verdict::kWrong));
  CHECK(record.checks()[0].verdict == Verdict::kWrong);
}

TEST_CASE("a check that asserted nothing did not pass", "[harness][verdict]") {
  Record record = record_of_one(1);
  record.begin("one");
  record.end(0);
  CHECK(record.worst() == Verdict::kInternalError);
}

TEST_CASE("a check that never ran makes the record incomplete", "[harness][verdict]") {
  const Record record = record_of_one(1);
  CHECK_FALSE(record.complete());
  CHECK(record.worst() == Verdict::kInternalError);
}

TEST_CASE("the interval of a median covers it with 99 percent", "[harness][verdict]") {
  const MedianInterval eight = median_interval({6, 1, 5, 2, 8, 4, 3, 7});  // 99.2 %
  CHECK(eight.median == 4.5);
  CHECK(eight.low == 1);
  CHECK(eight.high == 8);
  std::vector<double> fifteen;
  for (int i = 1; i <= 15; ++i) {
    fifteen.push_back(i);
  }
  const MedianInterval wide = median_interval(fifteen);  // the third from either end: 99.3 %
  CHECK(wide.median == 8);
  CHECK(wide.low == 3);
  CHECK(wide.high == 13);
  CHECK(median_interval({5}).low == 5);
}

TEST_CASE("metrics are ratios of counters", "[harness][verdict]") {
  const CounterValues counters{{"global_load_requests", 10},
                               {"global_load_sectors", 40},
                               {"global_store_requests", 10},
                               {"global_store_sectors", 120},
                               {"shared_load_passes", 64},
                               {"shared_load_ideal_passes", 32},
                               {"launches", 2}};
  CHECK(metric_value("sectors_per_request", counters) == 8.0);
  CHECK(metric_value("sectors_per_load", counters) == 4.0);
  CHECK(metric_value("shared_bank_conflicts", counters) == 32.0);
  CHECK(metric_value("shared_conflict_ratio", counters) == 2.0);
  CHECK(metric_value("launches", counters) == 2.0);
  CHECK(std::isnan(metric_value("shuffles_per_warp", counters).value()));  // over no warps
  CHECK_FALSE(metric_value("beauty", counters));
  for (const Metric& metric : metrics()) {
    CHECK(metric_value(metric.name, counters));
  }
}

TEST_CASE("a death is told in words", "[harness][verdict]") {
  Breadcrumb crumb;
  crumb.stage = static_cast<std::uint32_t>(Stage::kCalling);
  std::string("doubled").copy(crumb.function.data(), 7);
  CHECK_THAT(finding_of_death({SIGFPE, false}, crumb).message,
             Catch::StartsWith("doubled crashed"));
  CHECK_THAT(finding_of_death({5 << 8, false}, crumb).message, Catch::Contains("exit status 5"));
  CHECK_THAT(finding_of_memory(crumb, 2ULL << 30).message, Catch::Contains("2 GiB"));
  crumb.function.fill('x');  // not terminated: a worker may write anything there
  CHECK(finding_of_timeout(crumb, 1000).message.size() < 300);
}

TEST_CASE("a crash of host code is told with its line", "[harness][verdict]") {
  Breadcrumb crumb;
  std::string("f").copy(crumb.function.data(), 1);
  std::string("x.cu").copy(crumb.file.data(), 4);
  crumb.line = 12;
  const auto died_of = [&](int signal) { return finding_of_death({signal, false}, crumb); };
  crumb.crash = static_cast<std::uint32_t>(HostCrash::kNullPointer);
  const Finding null = died_of(SIGSEGV);
  CHECK(null.verdict == Verdict::kCrash);
  CHECK_THAT(null.message,
             Catch::StartsWith("f crashed at line 12 of x.cu: host code followed a null pointer"));
  REQUIRE(null.faults.size() == 1);
  CHECK_THAT(null.faults.front(), Catch::Contains(R"("line":12)"));
  crumb.crash = static_cast<std::uint32_t>(HostCrash::kStack);
  CHECK_THAT(died_of(SIGSEGV).message, Catch::Contains("the stack of host code is full"));
  CHECK_THAT(died_of(SIGFPE).message, Catch::Contains("line 12 of x.cu: an integer division"));
  crumb.file[1] = '\n';  // a worker may write anything there
  CHECK_THAT(died_of(SIGABRT).message, Catch::StartsWith("f aborted at line 12 of x?cu."));
}

TEST_CASE("what takes too long is told with the line that it is at", "[harness][verdict]") {
  Breadcrumb crumb;
  CHECK_THAT(finding_of_timeout(crumb, 3000).message, Catch::Contains("within 3 s."));
  std::string("x.cu").copy(crumb.file.data(), 4);
  crumb.line = 7;
  CHECK_THAT(finding_of_timeout(crumb, 3000).message,
             Catch::Contains("host code was still at line 7 of x.cu"));
  crumb.in_call = 1;
  CHECK_THAT(
      finding_of_timeout(crumb, 3000).message,
      Catch::Contains("it was in the CUDA call, or the launch of the kernel, at line 7 of x.cu"));
  crumb.calls = 5000;
  const Finding calls = finding_of_timeout(crumb, 3000);
  CHECK(calls.verdict == Verdict::kTimeout);
  CHECK_THAT(calls.message,
             Catch::Contains("it had made 5000 calls of CUDA, the last at line 7 of x.cu"));
  REQUIRE(calls.faults.size() == 1);
  CHECK_THAT(calls.faults.front(), Catch::Contains(R"("kind":"endless_calls")"));
}

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

TEST_CASE("who works is told from who waits", "[harness][processor_time]") {
  const std::uint64_t before = processor_ms(::getpid());
  CHECK(wants_processor(::getpid()));
  volatile unsigned rounds = 0;
  while (processor_ms(::getpid()) < before + 20 && rounds < 1'000'000) {
    rounds = rounds + 1;
  }
  CHECK(processor_ms(::getpid()) >= before + 20);
  CHECK(processor_ms(-1) == 0);
  CHECK_FALSE(wants_processor(-1));
}

TEST_CASE("overlap is work over the time in which there was any", "[harness][counters]") {
  CHECK(overlap_of({}) == 0);
  CHECK(overlap_of({{0, 4}, {4, 6}}) == 1);
  CHECK(overlap_of({{10, 14}, {0, 4}}) == 1);          // in any order, with a pause
  CHECK(overlap_of({{0, 4}, {0, 4}, {4, 8}}) == 1.5);  // one of two beside another
  CHECK(overlap_of({{0, 8}, {1, 3}, {2, 6}}) == 14.0 / 8);
}

TEST_CASE("only what the simulator may have written passes for its report", "[harness][report]") {
  CHECK(flaw_of_report(R"({"launches": [], "faults": []})").empty());
  CHECK(flaw_of_report(R"({"launches": [{"counters": {"warps": 1}}], "faults": [{"kind": "race",
      "text": "two", "other": {"place": {"file": "x.cu", "line": 3}}}], "copies": {"bytes": 8},
      "timeline": [{"what": "kernel", "begin_us": 0.5, "end_us": 1}]})")
            .empty());
  const auto text =
      GENERATE(as<std::string>{}, "", "launches: none", "[]", "{\"faults\": [",
               R"({"faults": [{"kind": 7}]})", R"({"faults": [null]})",
               R"({"faults": [{"kind": "race", "text": []}]})", R"({"faults": "none"})",
               R"({"launches": [5]})", R"({"launches": [{"counters": [1]}]})", R"({"copies": 3})",
               R"({"timeline": [{"what": {}}]})", "{\"faults\": \"\xff\"}");
  INFO(text);
  CHECK_FALSE(flaw_of_report(text).empty());
}

TEST_CASE("launches of a long report are counted, if it is whole", "[harness][report]") {
  std::string launches;
  for (int i = 0; i < 12'000; ++i) {
    launches += std::string(i == 0 ? "" : ",") + R"({"counters": {"warps": 1}, "grid": [1, 1, 1]})";
  }
  const std::string whole =
      R"({"launches_dropped": 3, "timeline": [{"what": "kernel"}], "launches": [)" + launches +
      "]}";
  CHECK(launches_of_overlong(whole) == 12'003U);
  CHECK_FALSE(launches_of_overlong(whole.substr(0, whole.size() - 1)));
  CHECK_FALSE(launches_of_overlong(R"({"launches": [{}], "faults": []})"));
  const Finding found = finding_of_too_much_work("sum", 65'512);
  CHECK(found.verdict == Verdict::kTimeout);
  CHECK_THAT(found.message, Catch::Contains("sum launched 65,512 kernels"));
}

TEST_CASE("a report nested a million levels deep is refused, not walked", "[harness][report]") {
  constexpr std::size_t kLevels = 1'000'000;
  const std::string deep = R"({"faults": [{"kind": "race", "x": )" + std::string(kLevels, '[') +
                           std::string(kLevels, ']') + "}]}";
  CHECK_FALSE(flaw_of_report(deep).empty());
}
