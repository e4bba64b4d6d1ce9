// Follows what the blocks of a few SMs miss through L1s that stay warm from block to block.
#include "model/sm_lines.hpp"

#include "model/spare_caches.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {
namespace {

/// A number that seems random: the steps of splitmix64 (Steele, Lea and Flood, 2014).
std::uint64_t mixed(std::uint64_t number) {
  std::uint64_t bits = number * 0x9E37'79B9'7F4A'7C15;
  bits = (bits ^ bits >> 30) * 0xBF58'476D'1CE4'E5B9;
  bits = (bits ^ bits >> 27) * 0x94D0'49BB'1331'11EB;
  return bits ^ bits >> 31;
}

}  // namespace

SmLines::SmLines(std::uint64_t l1_bytes, std::uint64_t sm_count, std::uint64_t resident,
                 std::uint64_t blocks)
    : sm_count_(sm_count),
      first_waves_(resident),
      apart_(blocks > sm_count ? std::max<std::uint64_t>(sm_count / kSampled, 1) : 0) {
  if (apart_ != 0) {
    for (Sm& sm : sms_) {
      sm.lines = take_spare_cache(l1_bytes);
      sm.lines->begin_epoch();
    }
  }
}

SmLines::~SmLines() {
  for (Sm& sm : sms_) {
    give_back_cache(std::move(sm.lines));
  }
}

unsigned SmLines::sm_of(std::uint64_t block) const {
  if (apart_ == 0) {
    return kNone;
  }
  const std::uint64_t wave = block / sm_count_;
  const std::uint64_t turn = wave < first_waves_ ? 0 : mixed(wave) % sm_count_;
  const std::uint64_t sm = (block + turn) % sm_count_;
  const std::uint64_t sampled = sm / apart_;
  return sm % apart_ == apart_ / 2 && sampled < kSampled ? static_cast<unsigned>(sampled) : kNone;
}

void SmLines::take(std::uint64_t word) {
  Sm& sm = sms_[word >> 4 & 15u];
  const auto sectors = static_cast<unsigned>(word & 15u);
  if (sectors == 0) {
    leave_to_others(sm);
    return;
  }
  missed_ += count_sectors(sectors);
  found_ += count_sectors(sm.lines->present(word >> 8, sectors));
  keep(sm.running, word);
}

void SmLines::keep(Missed& missed, std::uint64_t word) {
  if (missed.words.size() < kMostKept) {
    missed.words.push_back(word);
    return;
  }
  missed.words[missed.next] = word;
  missed.next = (missed.next + 1) % kMostKept;
}

void SmLines::leave_to_others(Sm& sm) {
  std::vector<std::uint64_t>& words = sm.running.words;
  std::rotate(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(sm.running.next),
              words.end());
  for (const std::uint64_t word : words) {
    sm.lines->touch(word >> 8, static_cast<unsigned>(word & 15u), SectorCache::Fill::kSectors,
                    false);
  }
  words.clear();
  sm.running.next = 0;
}

double SmLines::found() const {
  return missed_ == 0 ? 0 : static_cast<double>(found_) / static_cast<double>(missed_);
}

}  // namespace warpschool::sim
