// Tries what measurements are made of: medians, metrics, processor time, overlap.
#include "overlap.hpp"
#include "processor_time.hpp"
#include "statistics.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/harness/metrics.hpp"

#include <cmath>
#include <string>
#include <unistd.h>

using namespace warpschool::harness;

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
