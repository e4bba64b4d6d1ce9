// Tries the metrics that counter rules name.
#include "warpschool/harness/metrics.hpp"

#include "simulator_report.hpp"

#include <cmath>
#include <warpschool/harness/catch.hpp>

namespace warpschool::harness {
namespace {

const CounterValues kStrided{{"global_load_requests", 10}, {"global_load_sectors", 320}};
const CounterValues kIdle{{"global_load_requests", 900}, {"global_load_sectors", 900}};
const CounterValues kNoLoads{{"blocks", 3}, {"shared_load_passes", 8}};

TEST_CASE("a ratio counts of the worst launch, a sum of all", "[harness][metrics]") {
  CHECK(largest_metric_value("sectors_per_load", {kIdle, kStrided, kNoLoads}) == 32.0);
  CHECK(largest_metric_value("global_load_sectors", {kIdle, kStrided, kNoLoads}) == 1220.0);
  CHECK(largest_metric_value("shared_bank_conflicts", {kNoLoads, kNoLoads}) == 16.0);
  const CounterValues few{{"most_shared_write_threads", 16}},
      many{{"most_shared_write_threads", 32}};
  CHECK(largest_metric_value("shared_writes_of_a_block", {few, many, few}) == 32.0);
}

TEST_CASE("what shared memory is used for is counted with its atomics", "[harness][metrics]") {
  const CounterValues counters{{"shared_load_requests", 5},     {"shared_load_passes", 9},
                               {"shared_load_ideal_passes", 6}, {"shared_store_requests", 2},
                               {"shared_atomic_requests", 3},   {"shared_atomic_passes", 40}};
  CHECK(metric_value("shared_requests", counters) == 10.0);
  CHECK(metric_value("shared_bank_conflicts", counters) == 3.0 + 37.0);
}

TEST_CASE("idle blocks thin out a ratio and change no count", "[harness][metrics]") {
  const CounterValues tree{
      {"warps", 32}, {"shared_load_requests", 600}, {"branches", 700}, {"divergent_branches", 170}};
  CounterValues with_idle = tree;
  with_idle["warps"] = 320;
  with_idle["branches"] = 7000;
  for (const char* ratio : {"shared_requests_per_warp", "divergent_branch_ratio"}) {
    CHECK(largest_metric_value(ratio, {with_idle}) < largest_metric_value(ratio, {tree}));
  }
  for (const char* count : {"shared_requests", "divergent_branches"}) {
    CHECK(largest_metric_value(count, {with_idle}) == largest_metric_value(count, {tree}));
  }
}

TEST_CASE("a ratio over nothing is no number", "[harness][metrics]") {
  CHECK(std::isnan(metric_value("sectors_per_load", kNoLoads).value()));
  CHECK(std::isnan(largest_metric_value("sectors_per_load", {}).value()));
  CHECK(metric_value("shared_bank_conflicts", {}) == 0.0);
  CHECK(metric_value("no_such_counter", kIdle) == std::nullopt);
}

TEST_CASE("the submission's copies are all less the harness's", "[harness][metrics]") {
  const std::string report =
      R"({"copies": {"host_to_device": 2, "device_to_host": 3, "bytes": 500, "device_to_host_bytes": 300}})";
  const auto copies = copies_in(report, Copies{1, 1, 150, 50});
  REQUIRE(copies);
  CHECK(copies->host_to_device == 1);
  CHECK(copies->device_to_host == 2);
  CHECK(copies->bytes == 350);
  CHECK(copies->device_to_host_bytes == 250);
  CHECK_FALSE(copies_in("", Copies{}));
}

TEST_CASE("memory that host code reads is told with its place", "[harness][metrics]") {
  const HostMemory seen = host_memory_in(R"({"host_memory": {"bytes": 800, "largest": "a.cu:7"}})");
  CHECK(seen.bytes == 800);
  CHECK(seen.largest == "a.cu:7");
  CHECK(host_memory_in("").bytes == 0);
  CHECK(host_memory_in(R"({"launches": []})").bytes == 0);
  CHECK_FALSE(flaw_of_report(R"({"host_memory": {"bytes": -8}})").empty());
  CHECK_FALSE(flaw_of_report(R"({"host_memory": {"largest": 7}})").empty());
  CHECK_FALSE(flaw_of_report(R"({"host_memory": []})").empty());
}

TEST_CASE("the streams of kernels are counted, not those of copies", "[harness][metrics]") {
  const auto counted = counted_launches(
      R"({"launches": [], "timeline": [{"what": "kernel", "stream": 3}, {"what": "kernel", "stream": "5"},
          {"what": "kernel", "stream": 3}, {"what": "host_to_device", "stream": 7}]})");
  REQUIRE(counted);
  CHECK(counted->kernel_streams == 2);
  CHECK(counted->default_stream_kernels == 0);
}

TEST_CASE("allocations are counted where the report tells them", "[harness][metrics]") {
  const auto counted = counted_launches(
      R"({"launches": [], "allocated": {"device": 7, "managed": 2, "pinned": 1}})");
  REQUIRE(counted);
  CHECK(counted->managed_allocations == 2);
  CHECK(counted->pinned_allocations == 1);
  CHECK(counted_launches(R"({"launches": []})")->managed_allocations == 0);
  CHECK_FALSE(flaw_of_report(R"({"allocated": [1, 2]})").empty());
}

}  // namespace
}  // namespace warpschool::harness
