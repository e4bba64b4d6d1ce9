// Device memory during a batch: who owns which words.
#include "exec/speculation/speculative_memory.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kPageWords = kClaimPageBytes / 4;
/// Sectors that several workers of a batch may use before the batch is not worth it.
constexpr std::size_t kMostMeetings = 1u << 14;

/// Which of a sector's words lie in [begin, end), counted from the sector's first word.
unsigned words_in(WordSpan span, std::uint64_t sector_begin) {
  const std::uint64_t begin = std::max(span.begin, sector_begin);
  const std::uint64_t end = std::min(span.end, sector_begin + kSectorWords);
  return begin >= end ? 0u
                      : ((1u << (end - begin)) - 1u) << static_cast<unsigned>(begin - sector_begin);
}

}  // namespace

void SpeculativeMemory::begin_batch(std::uint64_t budget, std::span<const WorkerLog> logs) {
  if (batch_ == kLastBatch) {
    batch_ = 0;
    for (auto& [begin, allocation] : allocations_) {
      allocation.tables.clear();
    }
  }
  ++batch_;
  for (auto& [begin, allocation] : allocations_) {
    allocation.users.store(0, std::memory_order_relaxed);
    if (allocation.wants_tracking.load(std::memory_order_relaxed)) {
      allocation.tracks_reads = true;
    }
  }
  meetings_.clear();
  logs_ = logs;
  undone_ = false;
  predictor_ = false;
  followers_ = static_cast<unsigned>(logs.size()) - 1;
  budget_ = static_cast<std::int64_t>(budget);
  verdict_ = BatchVerdict::kCommitted;
}

void SpeculativeMemory::give_up(BatchVerdict why) {
  BatchVerdict expected = BatchVerdict::kCommitted;
  verdict_.compare_exchange_strong(expected, why);
}

void SpeculativeMemory::stop(BatchVerdict why, unsigned worker) {
  if (worker == kLead) {
    expel(why);
    return;
  }
  give_up(why);
  throw WorkerStopped();
}

void SpeculativeMemory::expel(BatchVerdict why) {
  give_up(why);
  while (followers_.load(std::memory_order_acquire) != 0) {
    std::this_thread::yield();
  }
  undo();
}

TrackedAllocation& SpeculativeMemory::track(const Allocation& allocation) {
  const std::lock_guard lock(mutex_);
  return allocations_.try_emplace(allocation.begin, allocation).first->second;
}

void SpeculativeMemory::use(TrackedAllocation& allocation, AccessKind kind, unsigned worker) {
  const unsigned group = kind == AccessKind::kLoad ? 0 : kind == AccessKind::kStore ? 16 : 32;
  const std::uint64_t mine = std::uint64_t{1} << (group + worker);
  const std::uint64_t users = allocation.users.fetch_or(mine) | mine;
  const auto readers = static_cast<std::uint16_t>(users);
  const auto writers = static_cast<std::uint16_t>(users >> 16);
  const auto senders = static_cast<std::uint16_t>(users >> 32);
  if (senders != 0 && (readers | writers) != 0) {
    // Deferred atomics are invisible to the worker's own loads, too.
    stop(BatchVerdict::kConflict, worker);
  }
  const bool one_worker = readers == writers && (readers & (readers - 1)) == 0;
  if (readers != 0 && writers != 0 && !one_worker && !allocation.tracks_reads) {
    allocation.wants_tracking.store(true, std::memory_order_relaxed);
    stop(BatchVerdict::kTrackReads, worker);
  }
}

void SpeculativeMemory::claim_row(TrackedAllocation& allocation, WordSpan words, bool writes,
                                  unsigned worker, WorkerLog* log) {
  PageSpan unsaved;
  while (words.begin < words.end) {
    const std::uint64_t page = words.begin / kPageWords;
    const WordSpan here{words.begin, std::min(words.end, (page + 1) * kPageWords)};
    words.begin = here.end;
    const Row row = extend_row(allocation, page, here, writes, worker, saves() && log != nullptr);
    if (row != Row::kClaimedToSave && unsaved.begin < unsaved.end) {
      save_pages(allocation, unsaved, *log);  // before anybody is waited for, who may wait for it
    }
    if (row == Row::kClaimedToSave) {
      unsaved = {unsaved.begin < unsaved.end ? unsaved.begin : page, page + 1};
    } else if (row == Row::kNone) {
      claim_sectors(allocation, here, writes, worker, log);
    }
  }
  if (unsaved.begin < unsaved.end) {
    save_pages(allocation, unsaved, *log);
  }
}

void SpeculativeMemory::claim_sectors(TrackedAllocation& allocation, WordSpan words, bool writes,
                                      unsigned worker, WorkerLog* log) {
  for (std::uint64_t sector = words.begin / kSectorWords; sector * kSectorWords < words.end;
       ++sector) {
    claim_sector(allocation, sector, words_in(words, sector * kSectorWords), writes, worker, log);
  }
}

/// None: the page is fine now, or was.
/// @param to_save a page that the worker is the first to write.
SpeculativeMemory::Row SpeculativeMemory::extend_row(TrackedAllocation& allocation,
                                                     std::uint64_t page, WordSpan words,
                                                     bool writes, unsigned worker, bool to_save) {
  std::atomic<std::uint64_t>& place = allocation.page_state(page);
  const WordSpan in_page{words.begin - page * kPageWords, words.end - page * kPageWords};
  PageState old{place.load(std::memory_order_acquire)};
  for (;;) {
    PageState wanted = old.is_of(batch_) ? old : PageState::first(batch_, worker);
    if ((wanted.bits & PageState::kFine) != 0) {
      return Row::kNone;
    }
    if (wanted.worker() != worker || !wanted.extend(in_page, writes)) {
      make_fine(allocation, page);
      return Row::kNone;
    }
    const bool saves = writes && to_save && (wanted.bits & PageState::kSaving) == 0;
    wanted.bits |= saves ? PageState::kSaving : 0;
    if (wanted.bits == old.bits || place.compare_exchange_weak(old.bits, wanted.bits)) {
      return saves ? Row::kClaimedToSave : Row::kClaimed;
    }
  }
}

/// The page is one of this batch.
void SpeculativeMemory::make_fine(TrackedAllocation& allocation, std::uint64_t page) {
  const std::lock_guard lock(mutex_);
  std::atomic<std::uint64_t>& place = allocation.page_state(page);
  PageState old{place.load(std::memory_order_acquire)};
  for (;;) {
    if ((old.bits & PageState::kFine) != 0) {
      return;
    }
    // Until the page is fine nobody else looks at its tags; if its worker goes on meanwhile, the
    // exchange fails and the longer row is tagged again.
    tag_row(allocation, page, old);
    if (place.compare_exchange_strong(old.bits, old.bits | PageState::kFine)) {
      return;
    }
  }
}

void SpeculativeMemory::tag_row(TrackedAllocation& allocation, std::uint64_t page,
                                PageState state) {
  const WordSpan written = state.written(), read = state.read();
  const std::uint64_t first = page * kPageSectors;
  for (std::uint64_t i = 0; i * kSectorWords < std::max(written.end, read.end); ++i) {
    const unsigned words =
        words_in(written, i * kSectorWords) << 8 | words_in(read, i * kSectorWords);
    if (words != 0) {
      allocation.tag(first + i).store(batch_ << 20 | state.worker() << 16 | words);
    }
  }
}

void SpeculativeMemory::claim_sector(TrackedAllocation& allocation, std::uint64_t sector,
                                     unsigned words, bool writes, unsigned worker, WorkerLog* log) {
  const std::uint64_t page = sector / kPageSectors;
  std::atomic<std::uint64_t>& place = allocation.page_state(page);
  PageState state{place.load(std::memory_order_acquire)};
  if (!state.is_of(batch_)) {  // there is no row to tag, so no lock is needed
    const PageState fresh{PageState::first(batch_, worker).bits | PageState::kFine};
    state.bits = place.compare_exchange_strong(state.bits, fresh.bits) ? fresh.bits : state.bits;
  }
  if ((state.bits & PageState::kFine) == 0) {
    make_fine(allocation, page);
  }
  tag(allocation, sector, writes ? words << 8 : words, worker);
  if (!writes || !saves()) {
    return;
  }
  if (log == nullptr) {
    wait_for_copy(allocation, page, worker);
  } else if (allocation.saved_in(page).load(std::memory_order_acquire) != batch_) {
    save_fine(allocation, page, worker, *log);
  }
}

/// @param mine words written << 8 | read.
void SpeculativeMemory::tag(TrackedAllocation& allocation, std::uint64_t sector, std::uint32_t mine,
                            unsigned worker) {
  std::atomic<std::uint32_t>& tag = allocation.tag(sector);
  const std::uint32_t owner = batch_ << 20 | std::uint32_t{worker} << 16;
  std::uint32_t old = tag.load(std::memory_order_relaxed);
  for (;;) {
    std::uint32_t wanted = owner | mine;
    if (old >> 20 == batch_) {
      if ((old & 0xffff'0000u) != owner) {
        if (!tag_shared(allocation, sector, mine, worker)) {
          stop(BatchVerdict::kConflict, worker);
        }
        return;
      }
      wanted = old | mine;
      if (wanted == old) {
        return;
      }
    }
    if (tag.compare_exchange_weak(old, wanted)) {
      return;
    }
  }
}

/// False: the batch is not worth it, or somebody else used these words and one of the two writes.
/// They are not noted then.
bool SpeculativeMemory::tag_shared(TrackedAllocation& allocation, std::uint64_t sector,
                                   std::uint32_t mine, unsigned worker) {
  const std::lock_guard lock(mutex_);
  if (meetings_.size() >= kMostMeetings) {
    return false;
  }
  std::atomic<std::uint32_t>& tag = allocation.tag(sector);
  Meeting& meeting = meetings_[sector];
  std::uint32_t old = tag.load();
  while ((old >> 16 & 15u) != kSharedSector) {
    meeting[old >> 16 & 15u] = static_cast<std::uint16_t>(old);
    if (tag.compare_exchange_weak(old, batch_ << 20 | kSharedSector << 16)) {
      break;
    }
  }
  for (unsigned other = 0; other < meeting.size(); ++other) {
    const unsigned theirs = meeting[other];
    const unsigned clash = (mine >> 8 & (theirs >> 8 | theirs)) | (mine & theirs >> 8);
    if (other != worker && (clash & 0xffu) != 0) {
      return false;
    }
  }
  meeting[worker] = static_cast<std::uint16_t>(meeting[worker] | mine);
  return true;
}

void SpeculativeMemory::spend(std::uint64_t words, unsigned worker) {
  if (budget_.fetch_sub(static_cast<std::int64_t>(words), std::memory_order_relaxed) <
      static_cast<std::int64_t>(words)) {
    stop(BatchVerdict::kTooLarge, worker);
  }
}

}  // namespace warpschool::sim
