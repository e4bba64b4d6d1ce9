// Blocks that run at the same time although they might depend on each other: what makes the result
// that of one block after the other, always.
//
// The blocks of a wave are cut into chunks of consecutive blocks; workers (host threads) take them
// in ascending order. While they run them, every use of device memory is remembered well enough to
// see whether two workers met at one word and one of them wrote it, and every page is saved before
// its first change. If workers met, if a fault or anything else happened that depends on order, the
// pages are put back and the wave is run again, one block after the other. (One worker runs its own
// chunks in their order: they cannot mislead each other.)
//
// A worker claims a word before it changes it, and gives up where another has: so two host threads
// never touch the same bytes with one of them writing.
#pragma once

#include "exec/claims.hpp"
#include "exec/warp.hpp"
#include "model/traffic.hpp"
#include "warpschool/sim/memory.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {

struct AccessRequest;
struct Worker;

/// Why a wave could not be committed.
enum class WaveVerdict : std::uint8_t {
  kCommitted,
  kConflict,    ///< workers met, or something happened that the serial order must decide
  kTrackReads,  ///< an allocation is read and written: try again, its reads tracked by word
  kTooLarge     ///< the wave's logs outgrew their memory
};

/// A worker gives up; the wave's verdict says why.
struct WorkerStopped {};

/// An atomic whose result nobody uses, to be done when the wave is committed.
struct DeferredAtomic {
  using Apply = void (*)(std::byte* place, std::uint64_t operand);
  std::byte* place = nullptr;
  std::uint64_t operand = 0;
  Apply apply = nullptr;
};

/// What a worker did that others must not see before the wave is committed. Workers write theirs all
/// the time: no two share a line of the host's caches, nor two lines that it fetches as a pair.
struct alignas(128) WorkerLog {
  struct SavedPage {
    std::byte* place;
    std::uint32_t bytes;
    std::uint32_t offset;  ///< in saved_bytes
  };
  TrafficLog traffic;
  std::array<std::vector<DeferredAtomic>, TrafficLog::kShards> atomics;
  std::vector<SavedPage> saved;
  std::vector<std::byte> saved_bytes;
  double critical_path = 0;
  std::uint64_t sampled = 0;

  void save(const TrackedAllocation& allocation, std::uint64_t page);
  /// Puts back what was saved.
  void restore() const;
  void clear();
  /// What the log takes at the moment.
  std::uint64_t size_bytes() const;
};

/// The device's memory during the waves of one launch.
class WaveMemory {
 public:
  explicit WaveMemory(const Memory& memory) : memory_(memory) {}

  /// @param budget room for logs, in words of 8 bytes, all workers together.
  void begin_wave(std::uint64_t budget);
  WaveVerdict verdict() const { return verdict_.load(std::memory_order_relaxed); }
  /// Has another worker given up?
  bool has_stopped() const { return verdict() != WaveVerdict::kCommitted; }
  /// Ends this wave without success. The first reason counts.
  void give_up(WaveVerdict why);
  /// give_up(), and the calling worker ends. Throws WorkerStopped always.
  [[noreturn]] void stop(WaveVerdict why);

  const Allocation* find(DeviceAddress address, std::uint64_t bytes) const {
    return memory_.find(address, bytes);
  }
  TrackedAllocation& track(const Allocation& allocation);
  void use(TrackedAllocation& allocation, AccessKind kind, unsigned worker);
  /// The worker of `log` is about to read or write words [begin, end) of memory; pages that it is
  /// the first to write are saved.
  void claim_row(TrackedAllocation& allocation, WordSpan words, bool writes, unsigned worker,
                 WorkerLog& log);
  /// The same for some words of a sector (bits), which may be anywhere.
  void claim_sector(TrackedAllocation& allocation, std::uint64_t sector, unsigned words,
                    bool writes, unsigned worker, WorkerLog& log);
  void spend(std::uint64_t words);

 private:
  using Meeting = std::array<std::uint16_t, kMaxWorkers>;  ///< a worker: words written << 8 | read

  bool extend_row(TrackedAllocation& allocation, std::uint64_t page, WordSpan words, bool writes,
                  unsigned worker, WorkerLog& log);
  void make_fine(TrackedAllocation& allocation, std::uint64_t page);
  void tag_row(TrackedAllocation& allocation, std::uint64_t page, PageState state);
  void tag(TrackedAllocation& allocation, std::uint64_t sector, std::uint32_t mine,
           unsigned worker);
  void tag_shared(TrackedAllocation& allocation, std::uint64_t sector, std::uint32_t mine,
                  unsigned worker);
  void save_fine(TrackedAllocation& allocation, std::uint64_t page, WorkerLog& log);

  const Memory& memory_;
  std::uint32_t wave_ = 0;
  // Apart from each other: every worker looks at one for each block, and changes the other often.
  alignas(64) std::atomic<WaveVerdict> verdict_{WaveVerdict::kCommitted};
  alignas(64) std::atomic<std::int64_t> budget_{0};
  alignas(64) std::mutex mutex_;
  std::unordered_map<DeviceAddress, std::unique_ptr<TrackedAllocation>> allocations_;
  std::unordered_map<std::uint64_t, Meeting> meetings_;  ///< sectors that several workers use
};

/// One host thread's part in a wave. Execution calls it where it touches device memory.
class Speculation {
 public:
  /// @param log what the worker does goes there.
  Speculation(WaveMemory& memory, unsigned worker, WorkerLog& log)
      : memory_(memory), worker_(worker), log_(log) {}

  void begin_wave() { room_ = 0; }
  /// A site is about to use an allocation. Throws WorkerStopped.
  void enter(MemorySite& site, const Allocation& allocation, AccessKind kind);
  /// A request to device memory whose site is set up. Throws WorkerStopped.
  void access(const AccessRequest& request, const MemorySite& site, const SectorSet& set);
  /// The same for what host functions do in the name of a thread.
  void access(DeviceAddress address, std::uint32_t bytes, bool is_write);
  void defer(std::byte* place, std::uint64_t operand, DeferredAtomic::Apply apply);
  /// Gives up if another worker has.
  void check_in();
  [[noreturn]] void stop(WaveVerdict why) { memory_.stop(why); }

 private:
  TrackedAllocation& enter(const Allocation& allocation, AccessKind kind);
  void spend(std::uint64_t words) {
    if (words > room_) [[unlikely]] {
      take_room(words);
    }
    room_ -= words;
  }
  void take_room(std::uint64_t words);

  WaveMemory& memory_;
  unsigned worker_;
  WorkerLog& log_;
  std::uint64_t room_ = 0;  ///< words that were taken from the wave's budget and not yet used
  std::unordered_map<DeviceAddress, TrackedAllocation*> known_;
};

}  // namespace warpschool::sim
