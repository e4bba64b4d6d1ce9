// Tries what tells a forged report from what the harness does itself.
#include "claims.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::harness {
namespace {

constexpr SealedQuestion kSealed{Mode::kCorrectness, 1000, false, false};
/// Of an exercise whose input is a few numbers.
constexpr SealedQuestion kFewNumbers{Mode::kCorrectness, 8, false, false,
                                     course::HostCopies::kNothing};
constexpr SealedQuestion kPlain{Mode::kCorrectness, 0, true, false};

TEST_CASE("what the harness does itself is no forgery", "[harness][claims]") {
  DeviceCalls calls;
  WorkerReport report;
  calls.outside = {1, 1, 500, 200};
  report.harness_copies = {1, 1, 500, 200};
  CHECK(forgery_in(calls, report, kSealed).empty());
  calls.outside.device_to_host_bytes = report.harness_copies.device_to_host_bytes = 400;
  CHECK_FALSE(forgery_in(calls, report, kSealed).empty());
  CHECK(forgery_in(calls, report, kPlain).empty());
}

TEST_CASE("work outside of calls is told", "[harness][claims]") {
  DeviceCalls calls;
  WorkerReport report;
  SealedQuestion question = kSealed;
  SECTION("kernels") {
    calls.launches_outside = 1;
  }
  SECTION("copies that the harness did not make") {
    calls.outside.bytes = 1;
  }
  SECTION("copies on the device") {
    calls.moved_outside_bytes = 1;
  }
  SECTION("more of them than a harness makes that places its inputs") {
    question.places_inputs = true;
    calls.moved_outside_bytes = 2000;
    CHECK(forgery_in(calls, report, question).empty());
    calls.moved_outside_bytes = 2001;
  }
  SECTION("a changed input that the worker keeps to itself") {
    calls.input_changed = true;
  }
  SECTION("marks") {
    calls.irregular = "calls begin and end";
  }
  CHECK_FALSE(forgery_in(calls, report, question).empty());
  report.trouble = Trouble::kInputChanged;  // then nothing is gained
  CHECK(forgery_in(calls, report, question).empty());
}

TEST_CASE("answers cannot be brought to the device beside the calls where the input is numbers",
          "[harness][claims]") {
  DeviceCalls calls;
  WorkerReport report;
  calls.outside = report.harness_copies = {1, 0, 256, 0};  // as a worker may claim
  CHECK(forgery_in(calls, report, kFewNumbers).empty());
  calls.outside.bytes = report.harness_copies.bytes = 257;
  CHECK_FALSE(forgery_in(calls, report, kFewNumbers).empty());
  CHECK(forgery_in(calls, report, kPlain).empty());  // its harness may have arrays to copy
}

TEST_CASE("values that come to the host beside copies are told", "[harness][claims]") {
  DeviceCalls calls;
  CHECK(leak_of(calls, kSealed).empty());
  SECTION("a little shared memory, written again and again") {
    calls.written_bytes = 1024;
    CHECK(leak_of(calls, kSealed).empty());
    ++calls.written_bytes;
  }
  SECTION("prints, fewer where counters count") {
    calls.printed_bytes = 5000;
    CHECK(leak_of(calls, kSealed).empty());
    SealedQuestion counted = kSealed;
    counted.mode = Mode::kCounters;
    CHECK_FALSE(leak_of(calls, counted).empty());
    calls.printed_bytes = 70'000;
  }
  CHECK_FALSE(leak_of(calls, kSealed).empty());
  CHECK(leak_of(calls, kPlain).empty());  // the worker has its values anyway
}

TEST_CASE("memory that host code reads without a copy is told with its place",
          "[harness][claims]") {
  using course::HostCopies;
  CHECK(leak_of(HostMemory{}, HostCopies::kNothing).empty());
  CHECK(leak_of(HostMemory{256, "a.cu:7"}, HostCopies::kFlags).empty());
  CHECK(leak_of(HostMemory{257, "a.cu:7"}, HostCopies::kFlags) ==
        "used 257 bytes of managed, pinned or mapped memory (a.cu:7)");
  CHECK(leak_of(HostMemory{8, ""}, HostCopies::kNothing) ==
        "used 8 bytes of managed, pinned or mapped memory");
}

TEST_CASE("of an input that is a few numbers nothing may come to the host", "[harness][claims]") {
  DeviceCalls calls;
  CHECK(leak_of(calls, kFewNumbers).empty());
  CHECK(print_of(calls, kFewNumbers).empty());
  SECTION("by shared memory") {
    calls.written_bytes = 8;
    CHECK_FALSE(leak_of(calls, kFewNumbers).empty());
  }
  SECTION("by prints, which are told apart: they cost a right answer only") {
    calls.printed_bytes = 8;
    CHECK(leak_of(calls, kFewNumbers).empty());
    CHECK(print_of(calls, kFewNumbers) == "printed 8 bytes");
    CHECK(print_of(calls, kSealed).empty());
    CHECK(print_of(calls, kPlain).empty());
  }
  SECTION("by copies outside of calls") {
    calls.outside = {0, 1, 8, 8};
    WorkerReport report;
    report.harness_copies = calls.outside;  // as a worker may claim
    CHECK_FALSE(forgery_in(calls, report, kFewNumbers).empty());
    CHECK(forgery_in(calls, report, kSealed).empty());
  }
}

}  // namespace
}  // namespace warpschool::harness
