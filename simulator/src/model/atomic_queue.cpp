// Models how long atomics queue at the L2 slices (docs/TIME_MODEL.md).
#include "model/atomic_queue.hpp"

#include "model/sector_cache.hpp"
#include "warpschool/sim/types.hpp"

#include <algorithm>
#include <cmath>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kWordBytes = 4;
constexpr std::uint64_t kMostTimes = 4096;  ///< later ones are taken together
constexpr std::size_t kFirstChains = 256;
constexpr std::size_t kMostSteps = 64;  ///< later ones are thought to be as these
/// More sectors than this cannot each be busy enough to decide the time.
constexpr std::size_t kMaxChains = std::size_t{1} << 20;

std::size_t hash_of(std::uint64_t sector) {
  return static_cast<std::size_t>((sector * 0x9E3779B97F4A7C15ull) >> 20);
}

/// Pieces of 256 bytes lie on one slice; of the four of a kilobyte the first and the third share
/// one, and the second and the fourth (atomic_pieces of bench/calibration/micro_atomics.cuh).
std::uint64_t slice_of(std::uint64_t address) {
  return 2 * (address >> 10) + (address >> 8 & 1);
}

}  // namespace

void FloatChains::extend(std::uint64_t sector, unsigned lanes) {
  if (count_ * 2 >= chains_.size() && chains_.size() < kMaxChains) {
    grow();
  }
  const std::size_t mask = chains_.size() - 1;
  std::size_t place = hash_of(sector) & mask;
  while (chains_[place].sector != 0 && chains_[place].sector != sector) {
    place = (place + 1) & mask;
  }
  Chain& chain = chains_[place];
  if (chain.sector == 0) {
    if (count_ * 2 >= chains_.size()) {
      return;
    }
    chain.sector = sector;
    ++count_;
  }
  chain.lanes += lanes;
  longest_ = std::max(longest_, chain.lanes);
}

void FloatChains::grow() {
  std::vector<Chain> old(std::max(chains_.size() * 2, kFirstChains));
  old.swap(chains_);
  const std::size_t mask = chains_.size() - 1;
  for (const Chain& chain : old) {
    if (chain.sector != 0) {
      std::size_t place = hash_of(chain.sector) & mask;
      while (chains_[place].sector != 0) {
        place = (place + 1) & mask;
      }
      chains_[place] = chain;
    }
  }
}

AtomicQueue::AtomicQueue(const DeviceProfile& profile, unsigned warps, std::uint64_t blocks_at_once,
                         std::uint64_t blocks)
    : AtomicQueue(Launch{profile.atomic_line_clk, profile.atomic_sector_clk,
                         profile.atomic_int_lane_clk, profile.atomic_float_lane_clk,
                         static_cast<std::size_t>(profile.l2_slices),
                         std::min(blocks == 0 ? ~std::uint64_t{0} : blocks,
                                  static_cast<std::uint64_t>(profile.sm_count)),
                         std::max<std::uint64_t>(blocks_at_once, 1), warps}) {}

void AtomicQueue::begin_block(std::uint64_t index) {
  const std::uint64_t time = std::min(index / launch_.blocks_at_once, kMostTimes);
  now_ = time == time_ ? now_ : nullptr;
  time_ = time;
  std::fill(made_.begin(), made_.end(), 0U);
}

AtomicQueue::Slices& AtomicQueue::slices_of(std::uint64_t time) {
  return times_.try_emplace(time, launch_.slices).first->second;
}

/// For the request that a warp makes now; nullptr: it does not matter which of its requests it is.
AtomicQueue::Slices* AtomicQueue::slices_of_step(unsigned warp) {
  const std::size_t step = made_[warp]++;
  if (time_ != 0 || step >= kMostSteps) {
    return nullptr;
  }
  if (step >= steps_.size()) {
    steps_.resize(step + 1, Slices(launch_.slices));
  }
  return &steps_[step];
}

std::span<const std::uint64_t> AtomicQueue::add(std::span<const std::uint64_t> addresses,
                                                unsigned warp) {
  sorted_.assign(addresses.begin(), addresses.end());
  if (!std::is_sorted(sorted_.begin(), sorted_.end())) {
    std::sort(sorted_.begin(), sorted_.end());
  }
  sectors_.clear();
  chains_.clear();
  now_ = now_ != nullptr ? now_ : &slices_of(time_);
  Slices* const step = slices_of_step(warp);
  for (std::size_t i = 0; i < sorted_.size();) {
    const std::uint64_t sector = sorted_[i] / kSectorBytes;
    unsigned most_lanes = 0;
    while (i < sorted_.size() && sorted_[i] / kSectorBytes == sector) {
      const std::uint64_t word = sorted_[i] / kWordBytes;
      unsigned lanes = 0;
      for (; i < sorted_.size() && sorted_[i] / kWordBytes == word; ++i) {
        ++lanes;
      }
      most_lanes = std::max(most_lanes, lanes);
    }
    // A sector's words are worked on side by side, the lanes of a word one after the other.
    chains_.push_back({sector, most_lanes});
    const std::size_t place = slice_of(sector * kSectorBytes) % launch_.slices;
    const bool is_first =
        sectors_.empty() || sectors_.back() / kSectorsPerLine != sector / kSectorsPerLine;
    const Slice more{is_first ? 1U : 0U, 1, most_lanes - 1};
    (*now_)[place].add(more);
    if (step != nullptr) {
      (*step)[place].add(more);
    }
    sectors_.push_back(sector);
  }
  sending_ += sending_tenths();
  return sectors_;
}

/// What an SM needs to send the last request: a packet for each sector, and for each further lane
/// on a word another one, which waits for the one before (bench/calibration: scatter_table,
/// scatter_runs, scatter_blocks).
std::uint64_t AtomicQueue::sending_tenths() const {
  constexpr std::uint64_t kPacket = 23, kWait = 62;
  std::uint64_t packets = 0, most = 0;
  for (const SectorLanes& each : chains_) {
    packets += each.lanes;
    most = std::max<std::uint64_t>(most, each.lanes);
  }
  return std::max(kPacket * packets, kWait * most);
}

void AtomicQueue::add_all(Slices& to, const Slices& from) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i].add(from[i]);
  }
}

void AtomicQueue::absorb(AtomicQueue& other) {
  for (const auto& [time, slices] : other.times_) {
    add_all(slices_of(time), slices);
  }
  steps_.resize(std::max(steps_.size(), other.steps_.size()), Slices(launch_.slices));
  for (std::size_t step = 0; step < other.steps_.size(); ++step) {
    add_all(steps_[step], other.steps_[step]);
  }
  sending_ += other.sending_;
  other.clear();
}

void AtomicQueue::clear() {
  sending_ = 0;
  times_.clear();
  steps_.clear();
  now_ = nullptr;
}

/// What the busiest slice needs. Operations of one place follow each other faster than those of
/// several (bench/calibration: atomic_u32/one_word and sector; scatter_table, random_red_alike), so
/// that it depends on how many slices are as busy.
double AtomicQueue::clk(const Slices& slices) const {
  constexpr double kMixedSectors = 0.25, kMixedLanes = 0.45, kManySlices = 32;
  double all = 0, most = 0, most_lanes = 0;
  for (const Slice& slice : slices) {
    const double sectors = static_cast<double>(slice.lines) * launch_.line_clk +
                           static_cast<double>(slice.sectors) * launch_.sector_clk;
    const double lanes = static_cast<double>(slice.waiting_lanes) * launch_.int_lane_clk;
    all += sectors + lanes;
    if (sectors + lanes > most) {
      most = sectors + lanes;
      most_lanes = lanes;
    }
  }
  const double mixed = most == 0 ? 0 : std::min((all / most - 1) / (kManySlices - 1), 1.0);
  return most + mixed * (kMixedSectors * (most - most_lanes) + kMixedLanes * most_lanes);
}

/// Warps that begin together go through a kernel side by side: if each step has few slices to work
/// on (a row of a table, the bins of a histogram one after the other), they wait for these. They
/// drift apart as they wait: the mean of all steps at once and of one after the other is what an
/// H200 took (bench/calibration: scatter_rows).
double AtomicQueue::crowding() const {
  constexpr double kDrift = 0.65;
  double apart = 0;
  Slices all(launch_.slices);
  for (const Slices& step : steps_) {
    apart += clk(step);
    add_all(all, step);
  }
  const double together = clk(all);
  return together == 0 ? 1 : std::max(1.0, kDrift * std::sqrt(apart / together));
}

double AtomicQueue::busiest_clk(const FloatChains& chains) const {
  double sum = 0;
  for (const auto& [time, slices] : times_) {
    sum += clk(slices);
  }
  constexpr double kTenth = 0.1;
  const double sending = kTenth * static_cast<double>(sending_) / static_cast<double>(launch_.sms);
  return std::max(
      {sum * crowding(), sending, static_cast<double>(chains.longest()) * launch_.float_lane_clk});
}

}  // namespace warpschool::sim
