// What is most worth trying where a call is slow, from kernels made by hand.
#include "warpschool/profile/mends.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::profile {
namespace {

/// One that wastes nothing.
Kernel good() {
  Kernel made;
  made.name = "k";
  made.launches = 1;
  made.time_us = made.longest_us = 100;
  made.limiter = "dram";
  made.grid = {4096, 1, 1};
  made.block = {256, 1, 1};
  made.sm_count = 132;
  made.occupancy.share = 1;
  made.terms = made.longest_terms = {{"dram_us", 96}, {"start_us", 4}};
  made.counters = {{"blocks", 4096},
                   {"warps", 32768},
                   {"warp_instructions", 1e6},
                   {"thread_instructions", 3.2e7},
                   {"dram_bytes", 8e6},
                   {"global_load_requests", 32768},
                   {"global_load_sectors", 131072}};
  return made;
}

/// "" where nothing is told.
std::string tried(const Kernel& kernel) {
  Report report;
  report.kernels = {kernel};
  const auto mend = mend_of(report, kernel.time_us);
  return mend ? mend->tried : "";
}

bool has(const std::string& text, const std::string& part) {
  CAPTURE(text, part);
  return text.find(part) != std::string::npos;
}

Work work(const char* what, std::uint64_t stream, double begin_us, double end_us) {
  return {what, "", stream, begin_us, end_us, 1024};
}

}  // namespace

TEST_CASE("a kernel that wastes nothing gets no advice", "[profile][mends]") {
  for (const char* limiter : {"dram", "l2", "lsu", "issue", "alu", "latency"}) {
    Kernel kernel = good();
    kernel.limiter = limiter;
    CAPTURE(limiter);
    CHECK(tried(kernel).empty());
  }
  CHECK_FALSE(mend_of(Report{}, 10));
}

TEST_CASE("what is told of memory is what the number shows", "[profile][mends]") {
  Kernel kernel = good();
  SECTION("requests that touch a sector a lane") {
    kernel.counters["global_load_sectors"] = 32.0 * 32768;
    CHECK(has(tried(kernel), "neighbouring elements"));
    kernel.limiter = "issue";  // then they are not what it waits for
    CHECK(tried(kernel).empty());
  }
  SECTION("loads of 16 bytes a lane are no waste") {
    kernel.counters["global_load_sectors"] = 16.0 * 32768;
    CHECK(tried(kernel).empty());
  }
  SECTION("bank conflicts") {
    kernel.limiter = "lsu";
    kernel.counters["shared_load_passes"] = 3200;
    kernel.counters["shared_load_ideal_passes"] = 100;
    CHECK(has(tried(kernel), "different banks"));
  }
  SECTION("atomics, if they are the limit") {
    kernel.counters["global_atomic_threads"] = 32000;
    kernel.counters["global_atomic_requests"] = 1000;
    CHECK(tried(kernel).empty());
    kernel.limiter = "atomic";
    CHECK(has(tried(kernel), "Add up within the warp"));
  }
  SECTION("constants that differ from lane to lane") {
    kernel.limiter = "lsu";
    kernel.counters["constant_passes"] = 320;
    kernel.counters["constant_requests"] = 10;
    CHECK(has(tried(kernel), "same constant"));
  }
  SECTION("the same bytes again and again") {
    kernel.limiter = "l2";
    kernel.counters["dram_bytes"] = 1e5;
    CHECK(has(tried(kernel), "shared memory"));
  }
}

TEST_CASE("what is told of warps is what the number shows", "[profile][mends]") {
  Kernel kernel = good();
  SECTION("a grid of one block goes before all else") {
    kernel.grid = {1, 1, 1};
    kernel.counters["global_load_sectors"] = 32.0 * 32768;
    CHECK(has(tried(kernel), "more blocks"));
  }
  SECTION("few warps") {
    kernel.limiter = "latency";
    kernel.occupancy.share = 0.25;
    CHECK(has(tried(kernel), "more warps run at once"));
  }
  SECTION("warps that divide") {
    kernel.limiter = "issue";
    kernel.counters["thread_instructions"] = 8e6;
    CHECK(has(tried(kernel), "same branch"));
  }
}

TEST_CASE("where kernels are not what takes long it is launches or copies", "[profile][mends]") {
  Report report;
  report.kernels = {good()};
  SECTION("many short launches") {
    report.kernels[0].launches = 30;
    report.kernels[0].terms["start_us"] = 90;
    CHECK(has(mend_of(report, 100)->tried, "Does the host wait between launches"));
  }
  SECTION("one kernel beside a long copy") {
    report.timeline = {work("host_to_device", 0, 0, 400), work("kernel", 0, 400, 500)};
    CHECK(has(mend_of(report, 500)->tried, "Copy less"));
  }
  SECTION("many kernels and copies, one after the other") {
    report.kernels[0].launches = 2;
    report.timeline = {work("host_to_device", 1, 0, 200), work("kernel", 1, 200, 250),
                       work("host_to_device", 1, 250, 450), work("kernel", 1, 450, 500)};
    CHECK(has(mend_of(report, 500)->tried, "streams of their own"));
    report.timeline[2].stream = report.timeline[3].stream = 2;
    CHECK(has(mend_of(report, 500)->tried, "pinned memory"));
  }
  SECTION("but not where they overlap") {
    report.kernels[0].launches = 2;
    report.timeline = {work("host_to_device", 1, 0, 400), work("device_to_host", 2, 100, 500),
                       work("kernel", 1, 400, 450), work("kernel", 2, 450, 500)};
    CHECK_FALSE(mend_of(report, 500));
  }
}

}  // namespace warpschool::profile
