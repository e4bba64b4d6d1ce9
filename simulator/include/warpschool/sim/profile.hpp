// A device profile: the limits a launch is checked against and the constants of the time model.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace warpschool::sim {

/// Limits and speeds of one GPU. Units are in the names; "clk" is a cycle of the SM clock. Sources:
/// CUDA C++ Programming Guide (technical specifications per compute capability), cuda_occupancy
/// rules, and the published measurements that docs/TIME_MODEL.md cites.
struct DeviceProfile {
  std::string id;    ///< "h200", "a100", "t4": what a user types
  std::string name;  ///< what cudaGetDeviceProperties reports, with "(simulated)"
  int compute_major = 9;
  int compute_minor = 0;

  int sm_count = 132;
  double clock_ghz = 1.98;
  std::uint64_t memory_bytes = 0;
  int memory_clock_khz = 0;               ///< what cudaGetDeviceProperties reports
  int memory_bus_bits = 0;                ///< the same
  std::uint64_t l2_total_bytes = 0;       ///< the same: all of L2
  std::uint64_t l2_persisting_bytes = 0;  ///< the same: what may be set aside to persist
  std::uint64_t l2_bytes = 0;             ///< capacity the model uses (effective, not nominal)
  std::uint64_t l1_and_shared_bytes = 0;  ///< unified, per SM

  unsigned max_warps_per_sm = 64;
  unsigned max_blocks_per_sm = 32;
  unsigned max_threads_per_block = 1024;
  unsigned registers_per_sm = 65536;
  std::uint64_t shared_bytes_per_sm = 0;
  std::uint64_t shared_bytes_per_block = 49152;  ///< without opt-in
  std::uint64_t shared_bytes_per_block_optin = 0;
  std::uint64_t shared_bytes_reserved_per_block = 1024;
  std::uint64_t shared_granule_bytes =
      128;  ///< a block's shared memory is rounded up to a multiple

  double dram_gb_per_s = 0;  ///< achievable, not the data sheet's
  double l2_gb_per_s = 0;
  double lsu_passes_per_clk = 1.0;  ///< L1/shared wavefronts per clk and SM
  double fp32_per_clk = 128, int32_per_clk = 64, sfu_per_clk = 16,
         fp64_per_clk = 64;  ///< results per clk and SM
  double issue_per_clk = 4;  ///< warp instructions per clk and SM
  int alu_latency_clk = 4, shared_latency_clk = 29, l1_latency_clk = 34, l2_latency_clk = 280,
      dram_latency_clk = 640;
  int shuffle_latency_clk = 24, sfu_latency_clk = 23;
  double block_turnaround_clk = 0;     ///< between a block and the next on its place
  double block_dispatch_clk = 1.15;    ///< between two blocks that begin anywhere on the device
  double launch_overhead_us = 2.5;     ///< of a launch into a stream without work
  double queued_launch_us = 1.4;       ///< of one behind another that runs yet
  double cold_read_us = 1.3;           ///< what a launch waits for that reads memory not in caches
  double cold_write_us = 0.5;          ///< the same of one that only writes
  int l2_slices = 96;                  ///< atomic units
  double atomic_line_clk = 0.28;       ///< per line of an atomic request at its slice
  double atomic_sector_clk = 1.18;     ///< and per sector of it
  double atomic_int_lane_clk = 1.45;   ///< every further integer lane on its busiest word
  double atomic_float_lane_clk = 3.5;  ///< the same for float
  double pcie_gb_per_s = 55, pageable_gb_per_s = 18;
  /// What a copy of nothing takes in its stream: from pageable or pinned memory to the device, to
  /// the host, within the device.
  double copy_pageable_us = 2, copy_pinned_us = 3.5, copy_to_host_us = 4.6, device_copy_us = 3.2;
  /// From a row to the next of a copy of several, however short they are: between the device and
  /// pageable or pinned memory, within the device.
  double pageable_row_ns = 5, pinned_row_ns = 1.3, device_row_ns = 0.25;
};

/// A number of a profile, and where it is from: a row of simulator/src/model/profiles/ID.def.
struct ProfileSource {
  std::string_view name, value, source;
};
/// The rows of a profile's file; empty if there is no profile of that id.
std::span<const ProfileSource> profile_sources(std::string_view id);

/// The built-in profiles; the first is the default.
std::span<const DeviceProfile> device_profiles();

/// nullptr if there is no profile of that id.
const DeviceProfile* find_profile(std::string_view id);

}  // namespace warpschool::sim
