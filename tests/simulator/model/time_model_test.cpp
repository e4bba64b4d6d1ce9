// The model against worked predictions (docs/TIME_MODEL.md) from counters written by hand, and
// against times measured on an H200.
#include "model/time_model.hpp"

#include "warpschool/harness/catch.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace warpschool::sim {
namespace {

struct Case {
  const char* name;
  std::uint64_t blocks;  ///< of 256 threads
  Counters counters;
  double h200_us, a100_us, t4_us;
  const char* h200_limiter;
};

std::uint64_t whole(double value) {
  return static_cast<std::uint64_t>(std::llround(value));
}

Case vector_add(unsigned width) {
  const std::uint64_t n = 1ull << 26;
  const std::uint64_t warps = n / 32 / width;
  Counters c;
  c.warp_instructions = (width == 1 ? 13 : 18) * warps;
  c.int32_instructions = 6 * warps;
  c.fp32_instructions = width * warps;
  c.global_l1_passes = std::uint64_t{3} * width * warps;
  c.l2_sector_slots = std::uint64_t{12} * width * warps;
  c.dram_bytes = 12 * n;
  c.block_critical_path_clk = width == 1 ? 690 : 700;
  return width == 1 ? Case{"vector add, 2^26", n / 256, c, 278, 639, 3546, "dram"}
                    : Case{"vector add, 2^26, float4", n / 1024, c, 234.5, 604, 3452, "dram"};
}

Case reduction(bool per_thread) {
  const std::uint64_t n = 1ull << 24;
  const std::uint64_t warps = n / 32;
  Counters c;
  c.warp_instructions = (per_thread ? 11 : 29) * warps;
  c.int32_instructions = (per_thread ? 5 : 9) * warps;
  c.fp32_instructions = per_thread ? 0 : 5 * warps;
  c.shuffles = per_thread ? 0 : 5 * warps;
  c.global_l1_passes = 2 * warps;
  c.l2_sector_slots = 5 * warps;
  c.dram_bytes = 4 * n;
  c.atomic_slice_clk = static_cast<double>(warps) * (per_thread ? 32.3 : 1.3);
  c.block_critical_path_clk = per_thread ? 690 : 830;
  return per_thread ? Case{"integer atomic a thread", n / 256, c, 8555, 12013, 12548, "atomic"}
                    : Case{"integer atomic a warp", n / 256, c, 347, 492.9, 652, "atomic"};
}

enum class Tile { kNone, kConflicts, kPadded };

Case transpose(Tile tile) {
  const std::uint64_t n = 1ull << 24;
  const std::uint64_t warps = n / 32 / 4;  // four rows a thread
  Counters c;
  c.warp_instructions = (tile == Tile::kNone ? 30 : 44) * warps;
  c.int32_instructions = (tile == Tile::kNone ? 16 : 20) * warps;
  c.shared_load_passes = tile == Tile::kNone ? 0 : 4 * warps * (tile == Tile::kConflicts ? 32 : 1);
  c.shared_store_passes = tile == Tile::kNone ? 0 : 4 * warps;
  c.global_l1_passes =
      tile == Tile::kNone ? whole(4 * static_cast<double>(warps) * (1 + 32 / 3.6)) : 8 * warps;
  c.l2_sector_slots = 4 * warps * (tile == Tile::kNone ? 4 + 3 * 32 : 8);
  c.dram_bytes = 8 * n;
  const std::uint64_t blocks = n / 1024;
  switch (tile) {
    case Tile::kNone:
      c.block_critical_path_clk = 760;
      return {"transpose, naive", blocks, c, 245.4, 353.6, 1640, "l2"};
    case Tile::kConflicts:
      c.block_critical_path_clk = 900;
      return {"transpose, tile", blocks, c, 83.3, 159.8, 895, "lsu"};
    case Tile::kPadded:
      break;
  }
  c.block_critical_path_clk = 800;
  return {"transpose, padded tile", blocks, c, 42.4, 104.1, 584.3, "dram"};
}

Case matrix_product(std::uint64_t n, double h200_us, double a100_us, double t4_us) {
  const std::uint64_t steps = n * n / 32 * n;
  Counters c;
  c.warp_instructions = 5 * steps;
  c.fp32_instructions = steps;
  c.int32_instructions = 2 * steps;
  c.global_l1_passes = 3 * steps;
  c.block_critical_path_clk = 45 * static_cast<double>(n);
  return {"matrix product, naive", n * n / 256, c, h200_us, a100_us, t4_us, "lsu"};
}

TEST_CASE("the worked predictions come out on three devices", "[sim][model]") {
  const std::vector<Case> cases = {vector_add(1),
                                   vector_add(4),
                                   reduction(true),
                                   reduction(false),
                                   transpose(Tile::kNone),
                                   transpose(Tile::kConflicts),
                                   transpose(Tile::kPadded),
                                   matrix_product(1024, 442.7, 736.8, 3933.7),
                                   matrix_product(4096, 27352, 46909, 250161)};
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const LaunchShape shape{c.blocks, 256, 32, 0};
    const ModelledTime h200 = model_time(*find_profile("h200"), c.counters, shape);
    CHECK(h200.total_us == Approx(c.h200_us).epsilon(0.01));
    CHECK(std::string(h200.limiter) == c.h200_limiter);
    CHECK(model_time(*find_profile("a100"), c.counters, shape).total_us ==
          Approx(c.a100_us).epsilon(0.01));
    CHECK(model_time(*find_profile("t4"), c.counters, shape).total_us ==
          Approx(c.t4_us).epsilon(0.01));
  }
}

TEST_CASE("the terms of the vector add are those worked out by hand", "[sim][model]") {
  const Case c = vector_add(1);
  const ModelledTime time = model_time(*find_profile("h200"), c.counters, {c.blocks, 256, 32, 0});
  CHECK(time.dram_us == Approx(196.4).epsilon(0.001));
  CHECK(time.l2_us == Approx(115.0).epsilon(0.001));
  CHECK(time.latency_us == Approx(152.3).epsilon(0.001));  // 2^18 blocks begin, one in 1.15 clk
  CHECK(time.blocks_per_sm == 8);
  CHECK(time.occupancy == 1.0);
  CHECK(std::string(time.occupancy_limiter) == "warps");
}

// 2^24 float atomicAdds on one address: 29.5 ms from each thread, 0.92 ms from each warp, 0.12 ms
// from each block of 256.
TEST_CASE("float atomics on one address take the time measured on an H200", "[sim][model]") {
  const std::uint64_t n = 1ull << 24;
  const auto modelled_ms = [&](std::uint64_t atomics) {
    Counters c;
    c.warp_instructions = 20 * n / 32;
    c.int32_instructions = 8 * n / 32;
    c.global_l1_passes = 2 * n / 32;
    c.l2_sector_slots = 5 * n / 32;
    c.dram_bytes = 4 * n;
    c.atomic_slice_clk = static_cast<double>(atomics) * find_profile("h200")->atomic_float_lane_clk;
    c.block_critical_path_clk = 700;
    return model_time(*find_profile("h200"), c, {n / 256, 256, 32, 0}).total_us / 1000;
  };
  CHECK(modelled_ms(n) == Approx(29.5).epsilon(0.05));
  CHECK(modelled_ms(n / 32) == Approx(0.92).epsilon(0.05));
  CHECK(modelled_ms(n / 256) == Approx(0.12).epsilon(0.15));
}

TEST_CASE("a launch without blocks takes the launch overhead", "[sim][model]") {
  const ModelledTime time = model_time(*find_profile("h200"), {}, {});
  CHECK(time.total_us == find_profile("h200")->launch_overhead_us);
  CHECK(std::string(time.limiter) == "launch");
}

TEST_CASE("the first accesses of a launch wait for cold memory", "[sim][model]") {
  const DeviceProfile& h200 = *find_profile("h200");
  Counters c;
  c.global_store_requests = 1;
  CHECK(model_time(h200, c, {1, 32, 32, 0}).start_us == h200.launch_overhead_us + 0.5);
  c.global_load_requests = 1;  // of what L2 has: another atomic or store brought it there
  CHECK(model_time(h200, c, {1, 32, 32, 0}).start_us == h200.launch_overhead_us + 0.5);
  c.dram_bytes = 32;
  CHECK(model_time(h200, c, {1, 32, 32, 0}).start_us == h200.launch_overhead_us + 1.3);
}

TEST_CASE("issue, pipes and passes of one instruction do not add up", "[sim][model]") {
  const DeviceProfile& h200 = *find_profile("h200");
  Counters c;
  c.issue_slots = c.warp_instructions = c.fp32_instructions = 132000000;
  const ModelledTime time = model_time(h200, c, {132, 256, 32, 0});
  CHECK(time.issue_us == Approx(time.alu_us));
  CHECK(time.total_us - time.start_us == Approx(time.issue_us).epsilon(0.001));
}

TEST_CASE("issue and passes overlap in part", "[sim][model]") {
  const DeviceProfile& h200 = *find_profile("h200");
  Counters c;
  c.issue_slots = c.warp_instructions = 4 * 132000000ull;
  c.shared_load_passes = 132000000;
  const ModelledTime time = model_time(h200, c, {132, 1024, 32, 0});
  CHECK(time.issue_us == Approx(time.lsu_us));
  CHECK(time.total_us - time.start_us == Approx(time.issue_us * std::sqrt(2.0)).epsilon(0.001));
}

TEST_CASE("an access that is predicated off takes a pass", "[sim][model]") {
  Counters c;
  c.shared_store_requests_off = c.shared_load_requests_off = 66000000;
  const ModelledTime off = model_time(*find_profile("h200"), c, {132, 1024, 32, 0});
  c = Counters{};
  c.shared_load_passes = 132000000;
  CHECK(off.lsu_us == model_time(*find_profile("h200"), c, {132, 1024, 32, 0}).lsu_us);
}

TEST_CASE("one warp's passes and waiting do not overlap, those of many in part", "[sim][model]") {
  const DeviceProfile& h200 = *find_profile("h200");
  Counters c;
  c.global_l1_passes = 132000000;
  c.block_critical_path_clk = 1000000 - h200.block_turnaround_clk;
  const auto run_us = [&](unsigned threads) {
    const ModelledTime time = model_time(h200, c, {132, threads, 32, 0});
    return time.total_us - time.start_us;
  };
  const double each = 1000000 / (h200.clock_ghz * 1e3);
  CHECK(run_us(32) == Approx(2 * each));
  CHECK(run_us(256) == Approx(std::sqrt(2.0) * each));
  CHECK(run_us(64) > run_us(128));
}

TEST_CASE("whole lines come from L2 faster than as many sectors one by one", "[sim][model]") {
  const auto l2_us = [](std::uint64_t lines, std::uint64_t sectors) {
    Counters c;
    c.l2_sector_slots = c.l2_read_sectors = sectors;
    c.l2_read_lines = lines;
    return model_time(*find_profile("h200"), c, {132, 256, 32, 0}).l2_us;
  };
  CHECK(l2_us(1000000, 4000000) < l2_us(4000000, 4000000) * 0.6);
  CHECK(l2_us(0, 0) == 0);
}

TEST_CASE("divisions take their part of the pipe of roots and sines", "[sim][model]") {
  Counters c;
  c.warp_instructions = 1000;
  c.sfu_slots = 3000000;
  const ModelledTime time = model_time(*find_profile("h200"), c, {132, 256, 32, 0});
  CHECK(time.alu_us == Approx(3000000 * 2.0 / (132 * 1980)));
}

TEST_CASE("issue and the pipe of roots and sines overlap in part", "[sim][model]") {
  const DeviceProfile& h200 = *find_profile("h200");
  Counters c;
  c.issue_slots = c.warp_instructions = 4 * 132000000ull;
  c.sfu_slots = 132000000 / 2;  // each takes two clocks of an SM
  const ModelledTime time = model_time(h200, c, {132, 1024, 32, 0});
  CHECK(time.issue_us == Approx(time.alu_us));
  CHECK(time.total_us - time.start_us == Approx(time.issue_us * std::sqrt(2.0)).epsilon(0.001));
}

TEST_CASE("constants that lanes want one by one overlap with other passes", "[sim][model]") {
  const auto lsu_us = [](std::uint64_t shared, std::uint64_t words) {
    Counters c;
    c.shared_load_passes = shared;
    c.constant_requests = 1000000;
    c.constant_passes = 1000000 * words;
    return model_time(*find_profile("h200"), c, {132, 1024, 32, 0}).lsu_us;
  };
  CHECK(lsu_us(0, 1) == 0);                           // an operand
  CHECK(lsu_us(0, 3) == Approx(lsu_us(4000000, 1)));  // two clocks for each further word
  CHECK(lsu_us(4000000, 3) == Approx(std::sqrt(2.0) * lsu_us(0, 3)));
}

TEST_CASE("what both pipes can do takes half the time of what one can", "[sim][model]") {
  Counters c;
  c.int32_issue_slots = c.int32_instructions = 1000000;
  const auto alu_us = [&] {
    return model_time(*find_profile("h200"), c, {132, 256, 32, 0}).alu_us;
  };
  const double either = alu_us();
  c.int32_alu_slots = 1000000;
  CHECK(alu_us() == Approx(2 * either));
  c.int32_alu_slots = 500000;
  c.int32_mad_slots = 500000;
  CHECK(alu_us() == Approx(either));
}

TEST_CASE("few blocks leave most SMs idle", "[sim][model]") {
  Counters c;
  c.fp32_instructions = 1000000;
  const double one = model_time(*find_profile("h200"), c, {1, 256, 32, 0}).alu_us;
  const double all = model_time(*find_profile("h200"), c, {132, 256, 32, 0}).alu_us;
  CHECK(one == Approx(132 * all));
}

TEST_CASE("the slowest block of the last wave counts by half of what it is slower",
          "[sim][model]") {
  const DeviceProfile& h200 = *find_profile("h200");
  Counters c;
  c.block_critical_path_clk = 20000;
  const auto latency_clk = [&](std::uint64_t blocks, double longest) {
    LaunchShape shape{blocks, 1024, 32, 0};
    shape.longest_path_clk = longest;
    return model_time(h200, c, shape).latency_us * h200.clock_ghz * 1e3;
  };
  CHECK(latency_clk(132, 30000) == Approx(latency_clk(132, 20000) + 5000));
  CHECK(latency_clk(132ull * 20, 30000) == Approx(latency_clk(132ull * 20, 20000) + 5000));
  CHECK(latency_clk(132, 0) == latency_clk(132, 20000));  // not known
}

TEST_CASE("a block that has more to do than others counts wholly if all run side by side",
          "[sim][model]") {
  const DeviceProfile& h200 = *find_profile("h200");
  Counters c;
  c.block_critical_path_clk = 20000;
  const auto latency_clk = [&](std::uint64_t blocks, double longest, double work_share) {
    LaunchShape shape{blocks, 1024, 32, 0};
    shape.longest_path_clk = longest;
    shape.work = {work_share, work_share};
    return model_time(h200, c, shape).latency_us * h200.clock_ghz * 1e3;
  };
  const double alike = latency_clk(132, 20000, 1);
  CHECK(latency_clk(132, 30000, 1.5) == Approx(alike + 10000));
  CHECK(latency_clk(132, 30000, 1.25) == Approx(alike + 5000 + 2500));
  CHECK(latency_clk(132, 30000, 9) == Approx(alike + 10000));
  CHECK(latency_clk(132ull * 20, 30000, 1.5) ==
        Approx(latency_clk(132ull * 20, 20000, 1) + 5000));  // others fill the gaps
}

TEST_CASE("a block with more to do than those that were timed takes longer by that",
          "[sim][model]") {
  const DeviceProfile& h200 = *find_profile("h200");
  Counters c;
  c.block_critical_path_clk = 20000;
  const auto latency_clk = [&](std::uint64_t blocks, WorkShares work) {
    LaunchShape shape{blocks, 1024, 32, 0};
    shape.longest_path_clk = 24000;
    shape.work = work;
    return model_time(h200, c, shape).latency_us * h200.clock_ghz * 1e3;
  };
  const double timed = latency_clk(132, {1.2, 1.2});
  CHECK(latency_clk(132, {1.2, 1.8}) == Approx(timed + 12000));
  CHECK(latency_clk(132, {1.2, 1.0}) == Approx(timed));
  CHECK(latency_clk(132ull * 20, {1.2, 1.8}) == Approx(latency_clk(132ull * 20, {1.2, 1.2})));
}

TEST_CASE("one block more than fits on the SMs makes a tail", "[sim][model]") {
  Counters c;
  c.block_critical_path_clk = 1550;
  const auto latency = [&](std::uint64_t blocks) {
    return model_time(*find_profile("h200"), c, {blocks, 1024, 32, 0}).latency_us;
  };
  CHECK(latency(132ull * 2) == Approx(latency(132)));  // two are resident
  CHECK(latency(132ull * 2 + 1) == Approx(1.5 * latency(132)));
}

TEST_CASE("what L2 holds back comes on top, and is more where sectors come from DRAM", "[model]") {
  Counters c;
  c.issue_slots = 1u << 22;
  c.l2_read_sectors = 1u << 20;
  const auto total = [&] {
    return model_time(*find_profile("h200"), c, {1024, 256, 32, 0}).total_us;
  };
  const double without = total();
  c.overtaken_sectors = 96'000;
  const double from_l2 = total() - without;
  CHECK(from_l2 == Approx(1000 * 5 / 1980.0));
  c.dram_bytes = 32 * c.l2_read_sectors;
  const double from_dram = total();
  c.overtaken_sectors = 0;
  CHECK(from_dram - total() == Approx(62.0 / 5 * from_l2));
}

TEST_CASE("a launch leaves to others what it does not use", "[model]") {
  DeviceProfile profile;
  profile.sm_count = 100;
  profile.launch_overhead_us = 3;
  ModelledTime time;
  time.total_us = 103;
  time.start_us = 3;
  time.blocks_per_sm = 8;
  time.latency_us = 100;
  CHECK(share_of_device(profile, time, 80) == 0.1);
  CHECK(share_of_device(profile, time, 10000) == 1);
  time.issue_us = 60;  // of the busiest SM; the mean one is busy for 48
  CHECK(share_of_device(profile, time, 80) == 0.48);
  time.dram_us = 70;
  CHECK(share_of_device(profile, time, 80) == 0.7);
  time.total_us = 3;
  CHECK(share_of_device(profile, time, 80) == 0);
}

}  // namespace
TEST_CASE("a kernel that stores more is never faster for it", "[sim][model]") {
  double before = 0;
  for (unsigned stores = 1; stores <= 40; ++stores) {
    Counters c;
    const std::uint64_t warps = 8192;
    c.blocks = 1024;
    c.warp_instructions = warps * (8 + stores);
    c.global_load_requests = warps;
    c.global_load_sectors = c.l2_read_sectors = 4 * warps;
    c.l2_read_lines = warps;
    c.global_store_requests = warps * stores;
    c.global_store_sectors = 4 * warps * stores;
    c.l2_sector_slots = 4 * warps * (1 + stores);
    c.global_l1_passes = warps * (1 + stores);
    c.dram_bytes = 128 * warps * (1 + stores);
    c.block_critical_path_clk = 900 + stores;
    const double now = model_time(*find_profile("h200"), c, {1024, 256}).total_us;
    CAPTURE(stores);
    CHECK(now > before);
    before = now;
  }
}

}  // namespace warpschool::sim
