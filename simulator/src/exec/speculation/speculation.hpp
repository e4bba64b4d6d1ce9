// Blocks that run at the same time although they might depend on each other: what makes the result
// that of one block after the other, always.
//
// The thread that launched leads: it runs the first blocks of a batch as if there were no others.
// The rest is cut into chunks of consecutive blocks; workers (the other host threads, and the first
// one when it is through) take them in ascending order. While they run, every use of device memory
// is recorded, well enough to see whether two met at one word and one of them wrote it. Workers
// save every page before its first change. If workers met, or a fault or anything else happened
// that depends on order, what they did is undone, and their blocks are run again one after the
// other. If they met the lead, it waits until they are undone and goes on alone: what it did stays.
// (One worker runs its own chunks in their order: they cannot mislead each other.)
//
// A word is claimed before it is changed, and whoever comes second gives up. So two host threads
// never touch the same bytes while one of them writes.
//
// Of some launches it is certain beforehand that blocks do not meet, or that nothing must be kept
// to run them again (block_independence.hpp). Workers then do without claims, or without saving
// pages.
#pragma once

#include "exec/speculation/speculative_memory.hpp"
#include "exec/speculation/stride_predictor.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {

struct AccessRequest;

/// One host thread's part in a batch. Execution calls it where it touches device memory.
class Speculation {
 public:
  /// @param log what the worker does goes there.
  Speculation(SpeculativeMemory& memory, unsigned worker, WorkerLog& log, std::size_t memory_sites)
      : memory_(memory), worker_(worker), log_(&log), rows_(memory_sites) {}
  /// The lead's.
  Speculation(SpeculativeMemory& memory, std::size_t memory_sites)
      : memory_(memory), worker_(kLead), log_(nullptr), rows_(memory_sites) {}

  bool leads() const { return log_ == nullptr; }
  /// Aborts the other workers: the lead goes on alone.
  void go_on_alone();

  /// @param predictors may it claim what it expects to need?
  void begin_batch(bool predictors);
  /// @param blocks that it runs one after the other from here on, this one among them.
  void begin_block(std::uint64_t block, std::uint64_t blocks) {
    block_ = block;
    blocks_ = blocks;
  }
  /// A site is about to use an allocation. Throws WorkerStopped.
  void enter(MemorySite& site, const Allocation& allocation, AccessKind kind);
  /// Is this an access that needs no claim? Then it is all that access() had to do.
  bool passes(AccessKind kind, const MemorySite& site, unsigned sectors) {
    if (memory_.may_meet() &&
        (kind != AccessKind::kLoad || site.tracked == nullptr || site.tracked->tracks_reads)) {
      return false;
    }
    spend_on_log(sectors);
    return true;
  }
  /// A request to device memory whose site is set up. Throws WorkerStopped.
  void access(const AccessRequest& request, const MemorySite& site, const SectorSet& set);
  /// The same for what host functions do in the name of a thread.
  void access(DeviceAddress address, std::uint32_t bytes, bool is_write);
  void defer(std::byte* place, std::uint64_t operand, DeferredAtomic::Apply apply);
  /// Of workers: gives up if another one has.
  void check_in();
  /// Of workers: throws WorkerStopped.
  void stop(BatchVerdict why) { memory_.stop(why, worker_); }

 private:
  TrackedAllocation& enter(const Allocation& allocation, AccessKind kind);
  bool is_alone();
  void claim(const AccessRequest& request, TrackedAllocation& allocation, WordSpan row);
  static void fetch_ahead(const TrackedAllocation& allocation, WordSpan row);
  void spend_saved(std::size_t before);
  /// A log of the traffic takes at most a word a sector.
  void spend_on_log(unsigned sectors) {
    if (!leads()) {
      spend(sectors);
    }
  }
  void spend(std::uint64_t words) {
    if (words > room_) [[unlikely]] {
      take_room(words);
    }
    room_ -= words;
  }
  void take_room(std::uint64_t words);

  SpeculativeMemory& memory_;
  unsigned worker_;
  WorkerLog* log_;  ///< nullptr: the lead's changes stay
  bool alone_ = false;
  bool predictors_ = false;
  std::uint64_t block_ = 0, blocks_ = 1;
  std::vector<StridePredictor> rows_;  ///< by memory site
  std::uint64_t room_ = 0;  ///< words that were taken from the batch's budget and not yet used
  std::unordered_map<DeviceAddress, TrackedAllocation*> known_;
};

}  // namespace warpschool::sim
