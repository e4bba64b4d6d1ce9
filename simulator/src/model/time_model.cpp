// Computes the modelled time of a launch from its counters.
#include "model/time_model.hpp"

#include "model/block_balance.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpschool::sim {
namespace {

/// Of L2 bandwidth, in sectors: what a load takes for a line, and for each of its sectors. Whole
/// lines came at 10.3 TB/s on an H200 (hamming_plain of bench/calibration), sectors of lines of
/// their own at 5 (common_merged).
constexpr double kReadLineSlots = 0.7, kReadSectorSlots = 0.55;
/// Clocks for each word that a load of constant memory wants, and each further word of an operand.
constexpr double kConstantPassClk = 2;
/// How parts that overlap add up: 1 one after the other, infinity wholly at the same time.
constexpr double kOverlap = 2;
/// The same of launches that store at least eight times what they load, as nobody waits for a
/// store. Between four and eight times it is something between, so that a kernel that does more is
/// not faster for it.
constexpr double kOverlapOfStores = 6, kManyStores = 4, kMostlyStores = 8;

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
  if (!shape.block_work.empty()) {
    placement.tail = busiest_sm_share(shape.block_work, static_cast<unsigned>(profile.sm_count),
                                      placement.resident);
  }
  return placement;
}

double as_double(std::uint64_t value) {
  return static_cast<double>(value);
}

/// Counters written by hand have no weights: then every PTX instruction counts once.
std::uint64_t charged(std::uint64_t slots, std::uint64_t instructions) {
  return slots != 0 ? slots : instructions;
}

/// The pipe of roots, sines and conversions.
double sfu_clk(const DeviceProfile& profile, const Counters& c) {
  return kWarpSize * as_double(charged(c.sfu_slots, c.sfu_instructions)) / profile.sfu_per_clk;
}

/// The busiest of the pipes. Whole numbers: what one pipe alone can do, and all of it on both.
double alu_clk(const DeviceProfile& profile, const Counters& c) {
  const double all = as_double(charged(c.int32_issue_slots, c.int32_instructions));
  const double one = as_double(std::max(c.int32_alu_slots, c.int32_mad_slots));
  const double others =
      std::max({as_double(c.fp32_instructions) / profile.fp32_per_clk, one / profile.int32_per_clk,
                (c.int32_issue_slots != 0 ? all / 2 : all) / profile.int32_per_clk,
                as_double(c.fp64_instructions) / profile.fp64_per_clk});
  return std::max(kWarpSize * others, sfu_clk(profile, c));
}

double lsu_passes(const Counters& c) {
  return as_double(c.shared_load_passes + c.shared_store_passes + c.shared_atomic_passes +
                   c.shared_load_requests_off + c.shared_store_requests_off + c.shuffles) +
         as_double(c.global_l1_passes + c.local_l1_passes);
}

/// Constant memory has a path of its own. The first word of an operand costs nothing.
double constant_clk(const Counters& c) {
  const auto operands = c.constant_requests - c.constant_requests_by_register;
  return kConstantPassClk * as_double(c.constant_passes - std::min(c.constant_passes, operands));
}

double l2_slots(const Counters& c) {
  return as_double(c.l2_sector_slots) + kReadLineSlots * as_double(c.l2_read_lines) -
         (1 - kReadSectorSlots) * as_double(c.l2_read_sectors);
}

/// What L2 holds back stores to sectors that a load is bringing: nothing else of the launch gets on
/// meanwhile, because all warps come there (overtaken_* of bench/calibration). A slice stops for
/// most of the way to DRAM and back, or shortly where L2 has the sector.
double overtaken_us(const DeviceProfile& profile, const Counters& c) {
  constexpr double kDramClk = 62, kL2Clk = 5;  // a sector
  const double read = kSectorBytes * as_double(std::max<std::uint64_t>(c.l2_read_sectors, 1));
  const double from_dram = std::min(1.0, as_double(c.dram_bytes) / read);
  const double clk = kDramClk * from_dram + kL2Clk * (1 - from_dram);
  return as_double(c.overtaken_sectors) * clk / (profile.l2_slices * profile.clock_ghz * 1e3);
}

/// Page tables, instructions and L2 are cold: what the first accesses of a launch wait for.
double cold_start_us(const DeviceProfile& profile, const Counters& c) {
  const bool reads = c.global_load_requests != 0 && c.dram_bytes != 0;
  if (reads) {
    return profile.cold_read_us;
  }
  return c.global_store_requests + c.global_atomic_requests != 0 ? profile.cold_write_us : 0;
}

/// What passes and waiting take more than at right angles, squared, where few warps are there:
/// those that wait at the same time do nothing beside each other. From eight warps on an SM on it
/// is nothing.
double meeting(const ModelledTime& time, double resident_warps) {
  constexpr double kEnough = 8;
  const double share = std::clamp((resident_warps - 1) / (kEnough - 1), 0.0, 1.0);
  const double overlap = 1 + (kOverlap - 1) * share;
  const double both =
      std::pow(std::pow(time.lsu_us, overlap) + std::pow(time.latency_us, overlap), 1 / overlap);
  return both * both - time.lsu_us * time.lsu_us - time.latency_us * time.latency_us;
}

/// How far a launch only stores: 0 not more than others, 1 nearly wholly. An atomic counts as a
/// load of a sector.
double share_of_stores(const Counters& c) {
  const double loaded = as_double(c.global_load_sectors + c.global_atomic_requests);
  const double stored = as_double(c.global_store_sectors);
  if (stored <= kManyStores * loaded) {
    return 0;
  }
  return stored >= kMostlyStores * loaded
             ? 1
             : std::log(stored / (kManyStores * loaded)) / std::log(kMostlyStores / kManyStores);
}

struct Share {
  double us;
  const char* name;
};

/// @param sm_us of issue, pipes and data path together
/// @param more what is added to the sum of powers
double combined_us(double sm_us, const std::array<Share, 7>& shares, double overlap, double more) {
  double sum = std::pow(sm_us, overlap) + more;
  for (std::size_t i = 3; i < shares.size(); ++i) {
    sum += std::pow(shares[i].us, overlap);
  }
  return std::pow(sum, 1 / overlap);
}

/// @param stores share_of_stores()
void combine(ModelledTime& time, double stores, double resident_warps, double sfu_us) {
  const std::array<Share, 7> shares = {{{time.issue_us, "issue"},
                                        {time.alu_us, "alu"},
                                        {time.lsu_us, "lsu"},
                                        {time.l2_us, "l2"},
                                        {time.dram_us, "dram"},
                                        {time.atomic_us, "atomic"},
                                        {time.latency_us, "latency"}}};
  // An instruction goes through its pipe while others follow it: the slower of issue and pipe sets
  // the pace. The data path and the pipe of roots and sines stand behind a queue and answer when
  // they can: issue waits for them and the other way round, so that they overlap in part, as all
  // the rest does.
  const double sm_us = std::max(std::hypot(time.issue_us, time.lsu_us, sfu_us), time.alu_us);
  const double waiting_us = combined_us(sm_us, shares, kOverlap, meeting(time, resident_warps));
  const double storing_us = combined_us(sm_us, shares, kOverlapOfStores, 0);
  const double run_us = (1 - stores) * waiting_us + stores * storing_us;
  time.total_us = time.start_us + run_us;
  const auto largest = std::max_element(shares.begin(), shares.end(),
                                        [](const Share& a, const Share& b) { return a.us < b.us; });
  time.limiter = run_us > 0 ? largest->name : "launch";
}

/// What the slowest block takes longer than the mean, with which a launch ends.
///
/// The blocks of a wave come to the lines that they share at about the same time. The one that is
/// simulated first waits for DRAM each time, all others find the line in L2; on a device who comes
/// while it is on its way waits for half of that on average. But a block that has more to do than
/// the others is slower by all of that, if all run side by side; so are those that were not timed.
double beyond_clk(const LaunchShape& shape, double mean_clk, const Placement& placement) {
  if (placement.blocks_per_sm > placement.resident) {
    return std::max(0.0, shape.longest_path_clk - mean_clk) / 2;
  }
  const double untimed = std::max(1.0, shape.work.most / shape.work.longest);
  const double beyond = std::max(0.0, shape.longest_path_clk * untimed - mean_clk);
  const double most = std::max(shape.work.longest, shape.work.most);
  const double by_work = std::min(beyond, mean_clk * std::max(0.0, most - 1));
  return by_work + (beyond - by_work) / 2;
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
  time.start_us = profile.launch_overhead_us;
  double resident_warps = 0, sfu_us = 0, held_back_us = 0;
  if (shape.blocks != 0) {
    const Placement placement = place(profile, shape, fit.blocks_per_sm);
    resident_warps = static_cast<double>(placement.resident) * warps;
    const double clk_per_us = profile.clock_ghz * 1e3;
    const double all_sms = profile.sm_count * clk_per_us / placement.tail;
    time.issue_us = as_double(charged(counters.issue_slots, counters.warp_instructions)) /
                    (all_sms * profile.issue_per_clk);
    time.alu_us = alu_clk(profile, counters) / all_sms;
    sfu_us = sfu_clk(profile, counters) / all_sms;
    time.lsu_us = std::hypot(lsu_passes(counters), constant_clk(counters)) /
                  (all_sms * profile.lsu_passes_per_clk);
    time.l2_us = l2_slots(counters) * kSectorBytes / (profile.l2_gb_per_s * 1e3);
    time.dram_us = as_double(counters.dram_bytes) / (profile.dram_gb_per_s * 1e3);
    time.atomic_us = counters.atomic_slice_clk / clk_per_us;
    const double mean_clk = counters.block_critical_path_clk;
    const double waves_clk =
        placement.blocks_per_sm / placement.resident * (profile.block_turnaround_clk + mean_clk) +
        beyond_clk(shape, mean_clk, placement);
    const double dispatch_clk = as_double(shape.blocks) * profile.block_dispatch_clk;
    const double path_clk = shape.end_clk > 0 ? shape.end_clk : waves_clk;
    time.latency_us = std::max(path_clk, dispatch_clk) / clk_per_us;
    time.start_us += cold_start_us(profile, counters);
    held_back_us = overtaken_us(profile, counters);
  }
  combine(time, share_of_stores(counters), resident_warps, sfu_us);
  if (held_back_us > time.total_us - time.start_us) {
    time.limiter = "l2";
  }
  time.total_us += held_back_us;
  time.l2_us += held_back_us;
  return time;
}

double share_of_device(const DeviceProfile& profile, const ModelledTime& time,
                       std::uint64_t blocks) {
  const double run_us = time.total_us - time.start_us;
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
