// Who uses which words of device memory while blocks run at the same time.
//
// A page of 4 KiB belongs to the worker that came first, as long as that worker uses one contiguous
// range of its words. The state of the page holds the ends of the range; one compare-and-swap an
// access moves them. Where that does not do (a second worker comes, or words here and there are
// used), every sector of the page gets a tag that names words and worker.
#pragma once

#include "memory/lazy_pages.hpp"
#include "warpschool/sim/memory.hpp"
#include "warpschool/sim/types.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace warpschool::sim {

inline constexpr std::uint64_t kClaimPageBytes = 4096;
inline constexpr std::uint64_t kPageSectors = kClaimPageBytes / kSectorBytes;
inline constexpr std::uint64_t kSectorWords = kSectorBytes / 4;
inline constexpr std::uint32_t kLastBatch = 0xfff;  ///< of the numbers that states and tags hold
inline constexpr unsigned kMaxWorkers = 14;
inline constexpr unsigned kLead = kMaxWorkers;  ///< the number of the one whose blocks come first
inline constexpr unsigned kSharedSector = 15;   ///< in place of a tag's worker: several use it

/// Words [begin, end) of a page, or of memory.
struct WordSpan {
  std::uint64_t begin = 0, end = 0;
};

/// Bytes [begin, end) of device memory.
struct ByteSpan {
  DeviceAddress begin = 0, end = 0;
};

/// A page in a batch. From the top: 12 bits batch, fine, saving, two bits left free, 4 bits worker,
/// and the ends of the rows of words written and read, 11 bits each.
struct PageState {
  static constexpr std::uint64_t kFine = std::uint64_t{1} << 51;  ///< its sectors' tags count
  static constexpr std::uint64_t kSaving = std::uint64_t{1}
                                           << 50;  ///< a worker copies or copied it
  static constexpr unsigned kWaveShift = 52, kWorkerShift = 44, kWrittenShift = 22, kReadShift = 0;

  std::uint64_t bits = 0;

  static PageState first(std::uint32_t batch, unsigned worker) {
    return {std::uint64_t{batch} << kWaveShift | std::uint64_t{worker} << kWorkerShift};
  }
  bool is_of(std::uint32_t batch) const { return bits >> kWaveShift == batch; }
  unsigned worker() const { return static_cast<unsigned>(bits >> kWorkerShift) & 0xfu; }
  WordSpan written() const { return span(kWrittenShift); }
  WordSpan read() const { return span(kReadShift); }
  /// Its worker uses these words, too. False: then it is no row any more.
  bool extend(WordSpan more, bool writes);

 private:
  WordSpan span(unsigned shift) const {
    return {bits >> shift & 0x7ffu, bits >> (shift + 11) & 0x7ffu};
  }
};

inline bool PageState::extend(WordSpan more, bool writes) {
  const WordSpan has = written();
  if (!writes && has.begin <= more.begin && more.end <= has.end) {
    return true;  // whoever else used a word that it wrote is found out by the write
  }
  const unsigned shift = writes ? kWrittenShift : kReadShift;
  const WordSpan row = span(shift);
  if (row.begin != row.end) {
    if (more.begin > row.end || more.end < row.begin) {
      return false;
    }
    more = {std::min<std::uint64_t>(more.begin, row.begin),
            std::max<std::uint64_t>(more.end, row.end)};
  }
  bits &= ~(std::uint64_t{0x3f'ffff} << shift);
  bits |= (more.begin | more.end << 11) << shift;
  return true;
}

/// An allocation that blocks of a speculative launch use. A list's nodes may be a million of them.
struct TrackedAllocation {
  /// Throws std::bad_alloc.
  explicit TrackedAllocation(const Allocation& allocation);

  std::atomic<std::uint64_t>& page_state(std::uint64_t page) {
    return reinterpret_cast<std::atomic<std::uint64_t>*>(
        tables.data())[page - begin / kClaimPageBytes];
  }
  std::atomic<std::uint32_t>& tag(std::uint64_t sector) {
    return tags[sector - begin / kSectorBytes];
  }
  std::atomic<std::uint32_t>& saved_in(std::uint64_t page) {
    return saves[page - begin / kClaimPageBytes];
  }

  /// What of `size` bytes from `from` on is its own; begin >= end: nothing.
  ByteSpan span_of(DeviceAddress from, std::uint64_t size) const {
    return {std::max(from, begin), std::min(from + size, begin + bytes)};
  }

  DeviceAddress begin;
  std::uint64_t bytes;
  std::byte* backing;
  /// Who reads it in this batch (bits 0 to 15), writes it (16 to 31), sends it atomics (32 to 47).
  std::atomic<std::uint64_t> users{0};
  std::atomic<bool> wants_tracking{false};  ///< found in this batch
  bool tracks_reads = false;                ///< reads are claimed, too
  /// Zero until written, and cost memory only where they were: a PageState for each page, and
  /// behind them what the two pointers say.
  LazyPages tables;
  /// The batch in which a page was saved last. Apart from its state: a plain store does, where an
  /// exchange would wait until all that was copied has reached the host's caches.
  std::atomic<std::uint32_t>* saves;
  /// A sector: batch (12 bits), worker (4), words written (8), words read (8). Of fine pages.
  std::atomic<std::uint32_t>* tags;
};

}  // namespace warpschool::sim
