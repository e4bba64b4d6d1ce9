// Tries which verdict follows from faults, deaths and a check's findings, and the words for it.
#include "fate.hpp"
#include "one_check.hpp"
#include "record.hpp"
#include "simulator_report.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/fault.hpp"

#include <csignal>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace warpschool::harness;
namespace sim = warpschool::sim;

namespace {

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
  crumb.crash = static_cast<std::uint32_t>(HostCrash::kFreedDeviceMemory);
  CHECK_THAT(died_of(SIGSEGV).message, Catch::Contains("is given back with cudaFree."));
  crumb.crash = static_cast<std::uint32_t>(HostCrash::kFreedPinnedMemory);
  CHECK_THAT(died_of(SIGSEGV).message, Catch::Contains("is given back with cudaFreeHost."));
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
