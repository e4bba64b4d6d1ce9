// Device memory during the batches of a launch (speculation.hpp says what they are): who claimed
// which words, and how to put back what an abandoned batch wrote.
#pragma once

#include "exec/schedule/warp.hpp"
#include "exec/speculation/block_independence.hpp"
#include "exec/speculation/word_ownership.hpp"
#include "model/traffic_log.hpp"
#include "warpschool/sim/memory.hpp"
#include "warpschool/support/huge_pages.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {

/// Why a batch could not be committed.
enum class BatchVerdict : std::uint8_t {
  kCommitted,
  kConflict,    ///< workers met, or something happened that the serial order must decide
  kTrackReads,  ///< an allocation is read and written: try again, its reads tracked by word
  kTooLarge     ///< the batch's logs outgrew their memory
};

/// A worker gives up; the batch's verdict says why.
struct WorkerStopped {};

/// An atomic whose result nobody uses, to be done when the batch is committed.
struct DeferredAtomic {
  using Apply = void (*)(std::byte* place, std::uint64_t operand);
  std::byte* place = nullptr;
  std::uint64_t operand = 0;
  Apply apply = nullptr;
};

/// Pages [begin, end) of memory.
struct PageSpan {
  std::uint64_t begin = 0, end = 0;
};

/// What a worker did that others must not see before the batch is committed. Workers write theirs
/// all the time: no two share a line of the host's caches, nor two lines that it fetches as a pair.
struct alignas(128) WorkerLog {
  struct SavedPage {
    TrackedAllocation* allocation;
    std::uint64_t page;
    std::size_t offset;  ///< in saved_bytes
  };
  TrafficLog traffic;
  std::array<std::vector<DeferredAtomic>, TrafficLog::kShards> atomics;
  std::vector<SavedPage> saved;
  HugePageBytes saved_bytes;

  /// Copies pages side by side that nobody else touches.
  void save(TrackedAllocation& allocation, PageSpan pages);
  /// Where to put what the page holds.
  std::byte* room_for(TrackedAllocation& allocation, std::uint64_t page);
  void clear();
  /// How many bytes the log takes now.
  std::uint64_t size_bytes() const;
};

/// The device's memory during the batches of one launch.
class SpeculativeMemory {
 public:
  /// @param independence of the launch.
  SpeculativeMemory(const Memory& memory, BlockIndependence independence)
      : memory_(memory), independence_(independence) {}

  /// @param budget room for logs, in words of 8 bytes, all workers together.
  /// @param logs of the workers; all but the first run while the lead does.
  void begin_batch(std::uint64_t budget, std::span<const WorkerLog> logs);
  /// Is it kept what workers overwrite? Not if their blocks can simply be run again.
  bool saves() const { return independence_ == BlockIndependence::kNothing; }
  /// Might two blocks meet?
  bool may_meet() const { return independence_ != BlockIndependence::kDisjointWrites; }
  BatchVerdict verdict() const { return verdict_.load(std::memory_order_relaxed); }
  /// Has another worker given up?
  bool has_stopped() const { return verdict() != BatchVerdict::kCommitted; }
  /// Ends this batch without success. The first reason counts.
  void give_up(BatchVerdict why);
  /// give_up(), and a calling worker ends: throws WorkerStopped. The lead is alone afterwards.
  void stop(BatchVerdict why, unsigned worker);
  /// For the lead: ends the batch, waits until the others have left, and undoes what they did.
  void expel(BatchVerdict why);
  /// A worker that ran while the lead did does nothing more in this batch.
  void leave() { followers_.fetch_sub(1, std::memory_order_release); }
  /// Puts back what the workers of an abandoned batch changed, all of whom have left.
  void undo();

  const Allocation* find(DeviceAddress address, std::uint64_t bytes) const {
    return memory_.find(address, bytes);
  }
  TrackedAllocation& track(const Allocation& allocation);
  void use(TrackedAllocation& allocation, AccessKind kind, unsigned worker);
  /// A worker is about to read or write words [begin, end) of memory; pages that it is the first to
  /// write are saved.
  /// @param log the worker's; nullptr: it is the lead, who saves nothing.
  void claim_row(TrackedAllocation& allocation, WordSpan words, bool writes, unsigned worker,
                 WorkerLog* log);
  /// The same for some words of a sector (bits), which may be anywhere.
  void claim_sector(TrackedAllocation& allocation, std::uint64_t sector, unsigned words,
                    bool writes, unsigned worker, WorkerLog* log);
  void spend(std::uint64_t words, unsigned worker);

  /// A worker claims more than it needs yet.
  void note_prediction() {
    if (!predictor_.load(std::memory_order_relaxed)) {
      predictor_.store(true, std::memory_order_relaxed);
    }
  }
  /// Was that so in this batch?
  bool has_prediction() const { return predictor_; }

 private:
  /// By worker: words written << 8 | read.
  using Meeting = std::array<std::uint16_t, kLead + 1>;

  enum class Row : std::uint8_t { kNone, kClaimed, kClaimedToSave };
  Row extend_row(TrackedAllocation& allocation, std::uint64_t page, WordSpan words, bool writes,
                 unsigned worker, bool to_save);
  void claim_sectors(TrackedAllocation& allocation, WordSpan words, bool writes, unsigned worker,
                     WorkerLog* log);
  void save_pages(TrackedAllocation& allocation, PageSpan& pages, WorkerLog& log) const;
  void make_fine(TrackedAllocation& allocation, std::uint64_t page);
  void tag_row(TrackedAllocation& allocation, std::uint64_t page, PageState state);
  void tag(TrackedAllocation& allocation, std::uint64_t sector, std::uint32_t mine,
           unsigned worker);
  bool tag_shared(TrackedAllocation& allocation, std::uint64_t sector, std::uint32_t mine,
                  unsigned worker);
  void undo(const WorkerLog::SavedPage& saved, const std::byte* bytes);
  unsigned words_to_undo(TrackedAllocation& allocation, std::uint64_t sector) const;
  void save_fine(TrackedAllocation& allocation, std::uint64_t page, unsigned worker,
                 WorkerLog& log);
  void copy_fine(TrackedAllocation& allocation, std::uint64_t page, WorkerLog& log);
  unsigned words_of_lead(TrackedAllocation& allocation, std::uint64_t sector) const;
  void wait_for_copy(TrackedAllocation& allocation, std::uint64_t page, unsigned worker);

  const Memory& memory_;
  const BlockIndependence independence_;
  std::uint32_t batch_ = 0;
  std::span<const WorkerLog> logs_;
  bool undone_ = false;
  std::atomic<bool> predictor_{false};
  // Apart from each other: every worker looks at one for each block, and changes the other often.
  alignas(64) std::atomic<BatchVerdict> verdict_{BatchVerdict::kCommitted};
  alignas(64) std::atomic<std::int64_t> budget_{0};
  alignas(64) std::atomic<unsigned> followers_{0};  ///< that have not left
  alignas(64) std::mutex mutex_;
  std::unordered_map<DeviceAddress, TrackedAllocation> allocations_;
  std::unordered_map<std::uint64_t, Meeting> meetings_;  ///< sectors that several workers use
};

}  // namespace warpschool::sim
