// Computes the modelled time of a launch from its counters.
#include "model/time_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpschool::sim {
namespace {

/// A global L1 pass takes this much longer than one of shared memory (fitted on matrix products).
constexpr double kGlobalPassWeight = 1.25;

/// How the grid lies on the SMs.
struct Placement {
  unsigned resident = 0;     ///< blocks on one SM at once
  double blocks_per_sm = 0;  ///< over the launch, on the busiest SM
  double tail = 1;           ///< its share over the mean share
};

Placement place(const DeviceProfile& profile, const LaunchShape& shape, unsigned resident) {
  const auto sms = static_cast<double>(profile.sm_count);
  const auto blocks = static_cast<double>(shape.blocks);
  Placement placement;
  placement.blocks_per_sm = std::ceil(blocks / sms);
  placement.tail = placement.blocks_per_sm * sms / blocks;
  placement.resident = static_cast<unsigned>(
      std::min(static_cast<double>(std::max(resident, 1u)), placement.blocks_per_sm));
  return placement;
}

double as_double(std::uint64_t value) {
  return static_cast<double>(value);
}

/// Counters written by hand have no weights: then every PTX instruction counts once.
std::uint64_t charged(std::uint64_t slots, std::uint64_t instructions) {
  return slots != 0 ? slots : instructions;
}

double alu_clk(const DeviceProfile& profile, const Counters& c) {
  return kWarpSize * std::max({as_double(c.fp32_instructions) / profile.fp32_per_clk,
                               as_double(charged(c.int32_issue_slots, c.int32_instructions)) /
                                   profile.int32_per_clk,
                               as_double(c.sfu_instructions) / profile.sfu_per_clk,
                               as_double(c.fp64_instructions) / profile.fp64_per_clk});
}

double lsu_passes(const Counters& c) {
  return as_double(c.shared_load_passes + c.shared_store_passes + c.shared_atomic_passes +
                   c.shuffles) +
         kGlobalPassWeight * as_double(c.global_l1_passes);
}

void combine(const DeviceProfile& profile, ModelledTime& time) {
  struct Share {
    double us;
    const char* name;
  };
  const std::array<Share, 7> shares = {{{time.issue_us, "issue"},
                                        {time.alu_us, "alu"},
                                        {time.lsu_us, "lsu"},
                                        {time.l2_us, "l2"},
                                        {time.dram_us, "dram"},
                                        {time.atomic_us, "atomic"},
                                        {time.latency_us, "latency"}}};
  double squares = 0;
  const Share* largest = &shares[0];
  for (const Share& share : shares) {
    squares += share.us * share.us;
    largest = share.us > largest->us ? &share : largest;
  }
  time.total_us = profile.launch_overhead_us + std::sqrt(squares);
  time.limiter = squares > 0 ? largest->name : "launch";
}

}  // namespace

ModelledTime model_time(const DeviceProfile& profile, const Counters& counters,
                        const LaunchShape& shape) {
  ModelledTime time;
  const Occupancy fit = occupancy(profile, shape.threads_per_block, shape.registers_per_thread,
                                  shape.shared_bytes_per_block);
  const unsigned warps = (shape.threads_per_block + kWarpSize - 1) / kWarpSize;
  time.blocks_per_sm = fit.blocks_per_sm;
  time.occupancy_limiter = fit.limiter;
  time.occupancy = as_double(fit.blocks_per_sm) * warps / profile.max_warps_per_sm;
  if (shape.blocks != 0) {
    const Placement placement = place(profile, shape, fit.blocks_per_sm);
    const double clk_per_us = profile.clock_ghz * 1e3;
    const double all_sms = profile.sm_count * clk_per_us / placement.tail;
    time.issue_us = as_double(charged(counters.issue_slots, counters.warp_instructions)) /
                    (all_sms * profile.issue_per_clk);
    time.alu_us = alu_clk(profile, counters) / all_sms;
    time.lsu_us = lsu_passes(counters) / (all_sms * profile.lsu_passes_per_clk);
    time.l2_us = as_double(counters.l2_sector_slots) * kSectorBytes / (profile.l2_gb_per_s * 1e3);
    time.dram_us = as_double(counters.dram_bytes) / (profile.dram_gb_per_s * 1e3);
    time.atomic_us = counters.atomic_slice_clk / clk_per_us;
    time.latency_us = placement.blocks_per_sm / placement.resident *
                      (profile.block_turnaround_clk + counters.block_critical_path_clk) /
                      clk_per_us;
  }
  combine(profile, time);
  return time;
}

double share_of_device(const DeviceProfile& profile, const ModelledTime& time,
                       std::uint64_t blocks) {
  const double run_us = time.total_us - profile.launch_overhead_us;
  if (blocks == 0 || run_us <= 0) {
    return 0;
  }
  const auto sms = static_cast<double>(profile.sm_count);
  const double places = sms * std::max(time.blocks_per_sm, 1u);
  // What is counted by SMs is the busiest one's: others have less to do, or nothing.
  const double busy = as_double(blocks) / (std::ceil(as_double(blocks) / sms) * sms);
  const double used_us = std::max({busy * time.issue_us, busy * time.alu_us, busy * time.lsu_us,
                                   time.l2_us, time.dram_us, time.atomic_us});
  return std::min(1.0, std::max(as_double(blocks) / places, used_us / run_us));
}

}  // namespace warpschool::sim
