// The built-in device profiles. Where the numbers come from: docs/TIME_MODEL.md, section
// "Profiles".
#include "warpschool/sim/profile.hpp"

#include <array>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;

DeviceProfile h200() {
  DeviceProfile p;
  p.id = "h200";
  p.name = "NVIDIA H200 (simulated)";
  p.compute_major = 9;
  p.compute_minor = 0;
  p.sm_count = 132;
  p.clock_ghz = 1.98;
  p.memory_bytes = 143771 * kMiB;
  p.l2_bytes = 44 * kMiB;  // of 60: beyond that the measured bandwidth falls
  p.l1_and_shared_bytes = 256 * kKiB;
  p.shared_bytes_per_sm = 228 * kKiB;
  p.shared_bytes_per_block_optin = 227 * kKiB;
  p.dram_gb_per_s = 4100;
  p.l2_gb_per_s = 9800;
  return p;  // the rest is DeviceProfile's defaults
}

DeviceProfile a100() {
  DeviceProfile p;
  p.id = "a100";
  p.name = "NVIDIA A100-SXM4-40GB (simulated)";
  p.compute_major = 8;
  p.compute_minor = 0;
  p.sm_count = 108;
  p.clock_ghz = 1.41;
  p.memory_bytes = 40536 * kMiB;
  p.l2_bytes = 28 * kMiB;  // of 40
  p.l1_and_shared_bytes = 192 * kKiB;
  p.shared_bytes_per_sm = 164 * kKiB;
  p.shared_bytes_per_block_optin = 163 * kKiB;
  p.dram_gb_per_s = 1400;
  p.l2_gb_per_s = 5000;
  p.fp32_per_clk = 64;
  p.fp64_per_clk = 32;
  p.l1_latency_clk = 36;
  p.l2_latency_clk = 240;
  p.dram_latency_clk = 575;
  p.launch_overhead_us = 2.7;
  p.l2_slices = 80;
  p.atomic_int_lane_clk = 1;
  p.pcie_gb_per_s = 26;
  p.pageable_gb_per_s = 9;
  return p;
}

DeviceProfile t4() {
  DeviceProfile p;
  p.id = "t4";
  p.name = "Tesla T4 (simulated)";
  p.compute_major = 7;
  p.compute_minor = 5;
  p.sm_count = 40;
  p.clock_ghz = 1.35;
  p.memory_bytes = 15109 * kMiB;
  p.l2_bytes = 4 * kMiB;
  p.l1_and_shared_bytes = 96 * kKiB;
  p.max_warps_per_sm = 32;
  p.max_blocks_per_sm = 16;
  p.shared_bytes_per_sm = 64 * kKiB;
  p.shared_bytes_per_block_optin = 64 * kKiB;
  p.shared_bytes_reserved_per_block = 0;
  p.shared_granule_bytes = 256;
  p.dram_gb_per_s = 240;
  p.l2_gb_per_s = 1100;
  p.lsu_passes_per_clk = 0.5;
  p.fp32_per_clk = 64;
  p.fp64_per_clk = 2;
  p.shared_latency_clk = 23;
  p.l1_latency_clk = 32;
  p.l2_latency_clk = 190;
  p.dram_latency_clk = 430;
  p.shuffle_latency_clk = 25;
  p.sfu_latency_clk = 21;
  p.launch_overhead_us = 3.5;
  p.l2_slices = 32;
  p.atomic_int_lane_clk = 1;
  p.pcie_gb_per_s = 12.3;
  p.pageable_gb_per_s = 5;
  return p;
}

DeviceProfile rtx3080() {
  DeviceProfile p;
  p.id = "rtx3080";
  p.name = "NVIDIA GeForce RTX 3080 (simulated)";
  p.compute_major = 8;
  p.compute_minor = 6;
  p.sm_count = 68;
  p.clock_ghz = 1.90;
  p.memory_bytes = 10010 * kMiB;
  p.l2_bytes = 5 * kMiB;
  p.l1_and_shared_bytes = 128 * kKiB;
  p.max_warps_per_sm = 48;
  p.max_blocks_per_sm = 16;
  p.shared_bytes_per_sm = 100 * kKiB;
  p.shared_bytes_per_block_optin = 99 * kKiB;
  p.dram_gb_per_s = 690;
  p.l2_gb_per_s = 2900;
  p.fp64_per_clk = 2;
  p.l1_latency_clk = 39;
  p.l2_latency_clk = 230;
  p.dram_latency_clk = 480;
  p.l2_slices = 40;
  p.atomic_int_lane_clk = 1;
  p.pcie_gb_per_s = 24;
  p.pageable_gb_per_s = 9;
  return p;
}

}  // namespace

std::span<const DeviceProfile> device_profiles() {
  // Never destroyed: a program's report is made while it exits.
  static const auto& profiles = *new std::array{h200(), a100(), t4(), rtx3080()};
  return profiles;
}

const DeviceProfile* find_profile(std::string_view id) {
  for (const DeviceProfile& profile : device_profiles()) {
    if (profile.id == id) {
      return &profile;
    }
  }
  return nullptr;
}

}  // namespace warpschool::sim
