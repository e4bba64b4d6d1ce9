// Models how long atomics queue at the L2 slices (docs/TIME_MODEL.md).
#include "model/atomic_queue.hpp"

#include "model/sector_cache.hpp"
#include "warpschool/sim/types.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kWordBytes = 4;
constexpr std::uint64_t kMostTimes = 4096;  ///< later ones are taken together
constexpr std::size_t kFirstChains = 256;
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

AtomicQueue::AtomicQueue(const DeviceProfile& profile, std::uint64_t blocks_at_once)
    : line_clk_(profile.atomic_line_clk),
      sector_clk_(profile.atomic_sector_clk),
      int_lane_clk_(profile.atomic_int_lane_clk),
      float_lane_clk_(profile.atomic_float_lane_clk),
      slice_count_(static_cast<std::size_t>(profile.l2_slices)),
      blocks_at_once_(std::max<std::uint64_t>(blocks_at_once, 1)) {}

void AtomicQueue::begin_block(std::uint64_t index) {
  const std::uint64_t time = std::min(index / blocks_at_once_, kMostTimes);
  now_ = time == time_ ? now_ : nullptr;
  time_ = time;
}

AtomicQueue::Slices& AtomicQueue::slices_of(std::uint64_t time) {
  return times_.try_emplace(time, slice_count_).first->second;
}

std::span<const std::uint64_t> AtomicQueue::add(std::span<const std::uint64_t> addresses) {
  sorted_.assign(addresses.begin(), addresses.end());
  if (!std::is_sorted(sorted_.begin(), sorted_.end())) {
    std::sort(sorted_.begin(), sorted_.end());
  }
  sectors_.clear();
  chains_.clear();
  now_ = now_ != nullptr ? now_ : &slices_of(time_);
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
    Slice& slice = (*now_)[slice_of(sector * kSectorBytes) % slice_count_];
    const bool is_first =
        sectors_.empty() || sectors_.back() / kSectorsPerLine != sector / kSectorsPerLine;
    slice.lines += is_first ? 1 : 0;
    ++slice.sectors;
    slice.waiting_lanes += most_lanes - 1;
    sectors_.push_back(sector);
  }
  return sectors_;
}

void AtomicQueue::absorb(AtomicQueue& other) {
  for (const auto& [time, others] : other.times_) {
    Slices& slices = slices_of(time);
    for (std::size_t i = 0; i < slices.size(); ++i) {
      slices[i].lines += others[i].lines;
      slices[i].sectors += others[i].sectors;
      slices[i].waiting_lanes += others[i].waiting_lanes;
    }
  }
  other.clear();
}

void AtomicQueue::clear() {
  times_.clear();
  now_ = nullptr;
}

double AtomicQueue::clk(const Slice& slice) const {
  return static_cast<double>(slice.lines) * line_clk_ +
         static_cast<double>(slice.sectors) * sector_clk_ +
         static_cast<double>(slice.waiting_lanes) * int_lane_clk_;
}

double AtomicQueue::busiest_clk(const FloatChains& chains) const {
  double sum = 0;
  for (const auto& [time, slices] : times_) {
    double busiest = 0;
    for (const Slice& slice : slices) {
      busiest = std::max(busiest, clk(slice));
    }
    sum += busiest;
  }
  return std::max(sum, static_cast<double>(chains.longest()) * float_lane_clk_);
}

}  // namespace warpschool::sim
