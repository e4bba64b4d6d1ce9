// Keeps what workers overwrite, and puts it back where their batch is abandoned.
#include "exec/speculation/speculative_memory.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

namespace warpschool::sim {

void WorkerLog::clear() {
  traffic.clear();
  for (std::vector<DeferredAtomic>& shard : atomics) {
    shard.clear();
  }
  saved.clear();
  saved_bytes.clear();
}

void WorkerLog::save(TrackedAllocation& allocation, PageSpan pages) {
  const auto span_of = [&](std::uint64_t page, std::uint64_t count) {
    return allocation.span_of(page * kClaimPageBytes, count * kClaimPageBytes);
  };
  const ByteSpan all = span_of(pages.begin, pages.end - pages.begin);
  const std::byte* const place = allocation.backing + (all.begin - allocation.begin);
  for (std::uint64_t page = pages.begin; page < pages.end; ++page) {
    const std::uint64_t offset = span_of(page, 1).begin - all.begin;
    saved.push_back({&allocation, page, saved_bytes.size() + offset});
  }
  std::memcpy(saved_bytes.extend(all.end - all.begin), place, all.end - all.begin);
}

std::byte* WorkerLog::room_for(TrackedAllocation& allocation, std::uint64_t page) {
  const ByteSpan span = allocation.span_of(page * kClaimPageBytes, kClaimPageBytes);
  saved.push_back({&allocation, page, saved_bytes.size()});
  return saved_bytes.extend(span.end - span.begin);
}

std::uint64_t WorkerLog::size_bytes() const {
  std::uint64_t total = traffic.size_bytes() + saved_bytes.size();
  for (const std::vector<DeferredAtomic>& shard : atomics) {
    total += shard.size() * sizeof(DeferredAtomic);
  }
  return total;
}

void SpeculativeMemory::undo() {
  if (undone_) {
    return;
  }
  undone_ = true;
  for (const WorkerLog& log : logs_) {
    for (const WorkerLog::SavedPage& saved : log.saved) {
      undo(saved, log.saved_bytes.data() + saved.offset);
    }
  }
}

/// @param bytes what the page held.
void SpeculativeMemory::undo(const WorkerLog::SavedPage& saved, const std::byte* bytes) {
  TrackedAllocation& allocation = *saved.allocation;
  const DeviceAddress page = saved.page * kClaimPageBytes;
  const ByteSpan all = allocation.span_of(page, kClaimPageBytes);
  const PageState state{allocation.page_state(saved.page).load()};
  if ((state.bits & PageState::kFine) == 0) {
    std::memcpy(allocation.backing + (all.begin - allocation.begin), bytes, all.end - all.begin);
    return;
  }
  for (std::uint64_t i = 0; i < kPageSectors * kSectorWords; ++i) {
    const ByteSpan word = allocation.span_of(page + i * 4, 4);
    const std::uint64_t sector = saved.page * kPageSectors + i / kSectorWords;
    if (word.begin < word.end &&
        (words_to_undo(allocation, sector) >> i % kSectorWords & 1u) != 0) {
      std::memcpy(allocation.backing + (word.begin - allocation.begin),
                  bytes + (word.begin - all.begin), word.end - word.begin);
    }
  }
}

/// Which words of a fine page's sector workers wrote.
unsigned SpeculativeMemory::words_to_undo(TrackedAllocation& allocation,
                                          std::uint64_t sector) const {
  const std::uint32_t tag = allocation.tag(sector).load();
  const unsigned owner = tag >> 16 & 15u;
  if (tag >> 20 != batch_ || owner == kLead) {
    return 0;
  }
  if (owner != kSharedSector) {
    return tag >> 8 & 0xffu;
  }
  unsigned words = 0;
  const Meeting& meeting = meetings_.at(sector);
  for (unsigned worker = 0; worker < kMaxWorkers; ++worker) {
    words |= unsigned{meeting[worker]} >> 8;
  }
  return words;
}

/// @param pages side by side, the worker's own; none afterwards.
void SpeculativeMemory::save_pages(TrackedAllocation& allocation, PageSpan& pages,
                                   WorkerLog& log) const {
  log.save(allocation, pages);
  for (; pages.begin < pages.end; ++pages.begin) {
    allocation.saved_in(pages.begin).store(batch_, std::memory_order_release);
  }
}

/// Saves a fine page if nobody has in this batch.
void SpeculativeMemory::save_fine(TrackedAllocation& allocation, std::uint64_t page,
                                  unsigned worker, WorkerLog& log) {
  const PageState before{allocation.page_state(page).fetch_or(PageState::kSaving)};
  if ((before.bits & PageState::kSaving) == 0) {
    copy_fine(allocation, page, log);
    allocation.saved_in(page).store(batch_, std::memory_order_release);
  }
  wait_for_copy(allocation, page, worker);
}

/// The lead writes its words at any time: they are left out. It tags them before it looks whether
/// somebody copies the page; who copies says so before looking at the tags: one of them sees the
/// other.
void SpeculativeMemory::copy_fine(TrackedAllocation& allocation, std::uint64_t page,
                                  WorkerLog& log) {
  const std::lock_guard lock(mutex_);
  const ByteSpan all = allocation.span_of(page * kClaimPageBytes, kClaimPageBytes);
  std::byte* const bytes = log.room_for(allocation, page);
  for (std::uint64_t i = 0; i < kPageSectors; ++i) {
    const std::uint64_t sector = page * kPageSectors + i;
    const ByteSpan own = allocation.span_of(sector * kSectorBytes, kSectorBytes);
    if (own.begin >= own.end) {
      continue;  // it has no tag
    }
    const unsigned others = words_of_lead(allocation, sector);
    for (unsigned word = 0; word < kSectorWords; ++word) {
      const ByteSpan span = allocation.span_of(sector * kSectorBytes + std::uint64_t{word} * 4, 4);
      if (span.begin < span.end && (others >> word & 1u) == 0) {
        std::memcpy(bytes + (span.begin - all.begin),
                    allocation.backing + (span.begin - allocation.begin), span.end - span.begin);
      }
    }
  }
}

/// Which words of a fine page's sector the lead writes. Under the lock.
unsigned SpeculativeMemory::words_of_lead(TrackedAllocation& allocation,
                                          std::uint64_t sector) const {
  const std::uint32_t tag = allocation.tag(sector).load();
  const unsigned owner = tag >> 16 & 15u;
  if (tag >> 20 != batch_) {
    return 0;
  }
  if (owner == kSharedSector) {
    return unsigned{meetings_.at(sector)[kLead]} >> 8;
  }
  return owner == kLead ? tag >> 8 & 0xffu : 0;
}

/// If somebody copies the page, waits until that is done.
void SpeculativeMemory::wait_for_copy(TrackedAllocation& allocation, std::uint64_t page,
                                      unsigned worker) {
  while ((allocation.page_state(page).load() & PageState::kSaving) != 0 &&
         allocation.saved_in(page).load(std::memory_order_acquire) != batch_ && !undone_) {
    if (has_stopped()) {
      stop(BatchVerdict::kConflict, worker);
      return;
    }
    std::this_thread::yield();
  }
}

}  // namespace warpschool::sim
