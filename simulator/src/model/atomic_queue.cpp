#include "model/atomic_queue.hpp"

#include "warpschool/sim/types.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

constexpr unsigned kSliceShift = 9;  ///< 512 bytes lie on one slice
constexpr std::uint64_t kWordBytes = 4;
constexpr std::size_t kFirstChains = 256;
/// More words than this cannot each be busy enough to decide the time.
constexpr std::size_t kMaxChains = std::size_t{1} << 20;

std::size_t hash_of(std::uint64_t word) {
  return static_cast<std::size_t>((word * 0x9E3779B97F4A7C15ull) >> 20);
}

}  // namespace

AtomicQueue::AtomicQueue(const DeviceProfile& profile)
    : sector_clk_(profile.atomic_sector_clk),
      int_lane_clk_(profile.atomic_int_lane_clk),
      float_lane_clk_(profile.atomic_float_lane_clk),
      slices_(static_cast<std::size_t>(profile.l2_slices)) {}

std::span<const std::uint64_t> AtomicQueue::add(std::span<const std::uint64_t> addresses,
                                                bool is_float) {
  sorted_.assign(addresses.begin(), addresses.end());
  if (!std::is_sorted(sorted_.begin(), sorted_.end())) {
    std::sort(sorted_.begin(), sorted_.end());
  }
  sectors_.clear();
  for (std::size_t i = 0; i < sorted_.size();) {
    const std::uint64_t word = sorted_[i] / kWordBytes;
    unsigned lanes = 0;
    for (; i < sorted_.size() && sorted_[i] / kWordBytes == word; ++i) {
      ++lanes;
    }
    const std::uint64_t sector = word * kWordBytes / kSectorBytes;
    if (sectors_.empty() || sectors_.back() != sector) {
      sectors_.push_back(sector);
      slices_[(word * kWordBytes >> kSliceShift) % slices_.size()] += sector_clk_;
    }
    add_word(word, lanes, is_float);
  }
  return sectors_;
}

void AtomicQueue::add_word(std::uint64_t word, unsigned lanes, bool is_float) {
  slices_[(word * kWordBytes >> kSliceShift) % slices_.size()] += (lanes - 1) * int_lane_clk_;
  if (is_float) {
    extend_chain(word, lanes * float_lane_clk_);
  }
}

void AtomicQueue::extend_chain(std::uint64_t word, double clk) {
  if (chain_count_ * 2 >= chains_.size() && chains_.size() < kMaxChains) {
    grow();
  }
  const std::size_t mask = chains_.size() - 1;
  std::size_t place = hash_of(word) & mask;
  while (chains_[place].word != 0 && chains_[place].word != word) {
    place = (place + 1) & mask;
  }
  Chain& chain = chains_[place];
  if (chain.word == 0) {
    if (chain_count_ * 2 >= chains_.size()) {
      return;
    }
    chain.word = word;
    ++chain_count_;
  }
  chain.clk += clk;
  longest_chain_clk_ = std::max(longest_chain_clk_, chain.clk);
}

void AtomicQueue::grow() {
  std::vector<Chain> old(std::max(chains_.size() * 2, kFirstChains));
  old.swap(chains_);
  const std::size_t mask = chains_.size() - 1;
  for (const Chain& chain : old) {
    if (chain.word != 0) {
      std::size_t place = hash_of(chain.word) & mask;
      while (chains_[place].word != 0) {
        place = (place + 1) & mask;
      }
      chains_[place] = chain;
    }
  }
}

double AtomicQueue::busiest_clk() const {
  return std::max(longest_chain_clk_, *std::max_element(slices_.begin(), slices_.end()));
}

}  // namespace warpschool::sim
