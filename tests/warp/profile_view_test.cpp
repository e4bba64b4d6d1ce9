// What the profile says of kernels.
#include "profile_view.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::warp {
namespace {

KernelRow row(const std::string& limiter) {
  KernelRow made;
  made.kernel = "k";
  made.launches = 1;
  made.time_us = 10;
  made.limiter = limiter;
  made.occupancy = 0.5;
  made.counters = {{"warps", 32},
                   {"threads", 1024},
                   {"blocks", 4},
                   {"warp_instructions", 100},
                   {"thread_instructions", 3200},
                   {"dram_bytes", 4096},
                   {"global_load_requests", 10},
                   {"global_load_sectors", 40}};
  return made;
}

}  // namespace

TEST_CASE("launches of one kernel are one row, the longest kernel first", "[warp][profile]") {
  const auto rows = kernels_of(
      R"({"launches": [
        {"kernel": "a", "time_us": 2, "limiter": "dram", "occupancy": 1, "counters": {"warps": 1}},
        {"kernel": "b", "time_us": 9, "limiter": "lsu", "occupancy": 0.5, "occupancy_limiter": "registers"},
        {"kernel": "a", "time_us": 3, "limiter": "l2", "occupancy": 1, "counters": {"warps": 2}}]})");
  REQUIRE(rows);
  REQUIRE(rows->size() == 2);
  CHECK(rows->at(0).kernel == "b");
  CHECK(rows->at(1).launches == 2);
  CHECK(rows->at(1).time_us == 5.0);
  CHECK(rows->at(1).counter("warps") == 3.0);
  CHECK(rows->at(1).limiter == "l2");
  CHECK(profile_text(*rows, false).find("50 % (registers)") != std::string::npos);
  CHECK_FALSE(kernels_of("no report"));
  CHECK_FALSE(kernels_of("{}"));
}

TEST_CASE("each limit is shown by its number", "[warp][profile]") {
  const auto says = [](const KernelRow& of, const char* part) {
    CAPTURE(limit_text(of));
    return limit_text(of).find(part) != std::string::npos;
  };
  CHECK(says(row("dram"), "4,096 bytes moved in 10 us"));
  CHECK(says(row("latency"), "a block of 256 threads"));
  CHECK(says(row("issue"), "3.125 a thread"));
  CHECK(says(row("launch"), "it does nothing"));
  KernelRow scattered = row("l2");
  scattered.counters["global_load_sectors"] = 320;
  CHECK(says(scattered, "touches 32 sectors"));
  KernelRow conflicts = row("lsu");
  conflicts.counters["shared_load_passes"] = 64;
  conflicts.counters["shared_load_ideal_passes"] = 2;
  CHECK(says(conflicts, "62 of 64 passes"));
  KernelRow divergent = row("alu");
  divergent.counters["thread_instructions"] = 400;
  CHECK(says(divergent, "only 4 of the 32 threads"));
  KernelRow atomics = row("atomic");
  atomics.counters["global_atomic_threads"] = 2048;
  CHECK(says(atomics, "2,048 threads' atomics"));
}

}  // namespace warpschool::warp
