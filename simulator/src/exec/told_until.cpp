#include "exec/told_until.hpp"

#include "exec/grid.hpp"
#include "exec/race_sectors.hpp"

#include <algorithm>

namespace warpschool::sim {

using namespace shadow;

namespace {

/// Lanes of one atomic that share a word read what the others of them wrote, after all releases.
bool may_meet_each_other(const AccessRequest& request, const MemorySite& site) {
  return request.kind == AccessKind::kAtomic && (request.active & (request.active - 1)) != 0 &&
         site.pattern != Pattern::kConsecutive;
}

/// What a thread reads of its own writes it learnt when it made them.
bool is_own(const Warp& warp, unsigned lane, Entry writer) {
  const BlockOrder& order = warp.block->order;
  return thread_of(writer) == warp.index * kWarpSize + lane && kind_of(writer) == kStrong &&
         warp.grid->ordering->block_of(moment_of(writer)) == order.index;
}

}  // namespace

Entry writer_of(const RaceWords& words, std::ptrdiff_t word, DeviceAddress first) {
  if (words.sector_writers == nullptr) {
    return words.writers[word];
  }
  const auto place = static_cast<std::ptrdiff_t>(first % kSectorBytes / 4) + word;
  constexpr auto kWords = static_cast<std::ptrdiff_t>(kSectorWords);
  const std::ptrdiff_t sector = (place - (place < 0 ? kWords - 1 : 0)) / kWords;
  const Entry of_all = words.sector_writers[sector];
  return of_all == kSpread || of_all == 0
             ? words.writers[word]
             : writer_of_word(of_all, static_cast<unsigned>(place - sector * kWords));
}

std::optional<Moment> told_until(const Warp& warp, const AccessRequest& request,
                                 const MemorySite& site, const RaceWords& words) {
  const Ordering& ordering = *warp.grid->ordering;
  if (!ordering.has_released() || may_meet_each_other(request, site)) {
    return std::nullopt;
  }
  const auto first_word = static_cast<std::ptrdiff_t>(request.first / 4);
  Moment until = 0;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const auto delta = static_cast<DeviceAddress>(std::int64_t{site.delta[lane]});
    const auto begin = static_cast<std::ptrdiff_t>((request.first + delta) / 4) - first_word;
    const auto end = begin + static_cast<std::ptrdiff_t>(std::max(request.bytes / 4, 1u));
    for (std::ptrdiff_t word = begin; word < end; ++word) {
      Entry writer = writer_of(words, word, request.first);
      if (writer == kSpread && words.byte_writers != nullptr) {  // of a flag, all bytes alike
        writer =
            words.byte_writers[4 * word + static_cast<std::ptrdiff_t>((request.first + delta) % 4)];
      }
      const Moment moment = moment_of(writer);
      if (moment < ordering.first() || is_own(warp, lane, writer)) {
        continue;
      }
      if (kind_of(writer) != kStrong) {
        return std::nullopt;  // an atomic may have come after it (RaceCheck::hides_plain_write)
      }
      until = std::max(until, ordering.end_of_release(moment, thread_of(writer)));
    }
    if (site.pattern == Pattern::kUniform) {
      break;
    }
  }
  return until;
}

}  // namespace warpschool::sim
