// Blocks that run at the same time although they might depend on each other: what makes the result
// that of one block after the other, always.
//
// The blocks of a wave are cut into chunks of consecutive blocks; chunks run on host threads. While
// they do, every use of device memory is remembered well enough to see whether two chunks met at
// one word and one of them wrote it, and every page is saved before its first change. If chunks
// met, if a fault or anything else happened that depends on order, the pages are put back and the
// wave is run again, one block after the other.
//
// A chunk claims a word before it changes it, and gives up where another has: so two host threads
// never touch the same bytes with one of them writing.
#pragma once

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

/// Zero until written, and costs memory only where it was: one atomic word a sector or page.
class LazyWords {
 public:
  explicit LazyWords(std::uint64_t count);
  ~LazyWords();
  LazyWords(const LazyWords&) = delete;
  LazyWords& operator=(const LazyWords&) = delete;

  std::atomic<std::uint32_t>& operator[](std::uint64_t index) { return words_[index]; }
  void clear();

 private:
  std::uint64_t bytes_;
  std::atomic<std::uint32_t>* words_;
};

/// Why a wave could not be committed.
enum class WaveVerdict : std::uint8_t {
  kCommitted,
  kConflict,    ///< chunks met, or something happened that the serial order must decide
  kTrackReads,  ///< an allocation is read and written: try again, its reads tracked by word
  kTooLarge     ///< the wave's logs outgrew their memory
};

/// A chunk gives up; the wave's verdict says why.
struct ChunkStopped {};

/// An allocation that blocks of a speculative launch use.
struct TrackedAllocation {
  explicit TrackedAllocation(const Allocation& allocation);

  DeviceAddress begin;
  std::uint64_t bytes;
  std::byte* backing;
  /// Which chunks of this wave read it (bits 0 to 15), write it (16 to 31), send it atomics (32 to
  /// 47).
  std::atomic<std::uint64_t> users{0};
  std::atomic<bool> wants_tracking{false};  ///< found in this wave
  bool tracks_reads = false;                ///< reads claim words too
  LazyWords tags;   ///< a sector: wave (12 bits), chunk (4), words written (8), words read (8)
  LazyWords pages;  ///< a page of 4 KiB: wave << 1 | saved
};

/// An atomic whose result nobody uses, to be done when the wave is committed.
struct DeferredAtomic {
  using Apply = void (*)(std::byte* place, std::uint64_t operand);
  std::byte* place = nullptr;
  std::uint64_t operand = 0;
  Apply apply = nullptr;
};

/// What a chunk did that others must not see before the wave is committed.
struct ChunkLog {
  struct SavedPage {
    std::byte* place;
    std::uint32_t bytes;
    std::uint32_t offset;  ///< in saved_bytes
  };
  TrafficLog traffic;
  std::array<std::vector<DeferredAtomic>, TrafficLog::kShards> atomics;
  std::vector<SavedPage> saved;
  std::vector<std::byte> saved_bytes;
  std::string printed;
  double critical_path = 0;
  std::uint64_t sampled = 0;

  void save(std::byte* place, std::uint32_t bytes);
  /// Puts back what was saved.
  void restore() const;
  void clear();
};

/// The device's memory during the waves of one launch.
class WaveMemory {
 public:
  static constexpr unsigned kMaxChunks = 14;

  explicit WaveMemory(const Memory& memory) : memory_(memory) {}

  /// @param budget room for logs, in words of 8 bytes, all chunks together.
  void begin_wave(std::uint64_t budget);
  WaveVerdict verdict() const { return verdict_.load(std::memory_order_relaxed); }
  /// Has another chunk given up?
  bool has_stopped() const { return verdict() != WaveVerdict::kCommitted; }
  /// Ends this wave without success. The first reason counts.
  void give_up(WaveVerdict why);
  /// give_up(), and the calling chunk ends. Throws ChunkStopped always.
  [[noreturn]] void stop(WaveVerdict why);

  const Allocation* find(DeviceAddress address, std::uint64_t bytes) const {
    return memory_.find(address, bytes);
  }
  TrackedAllocation& track(const Allocation& allocation);
  void use(TrackedAllocation& allocation, AccessKind kind, unsigned chunk);
  void claim(TrackedAllocation& allocation, std::uint64_t sector, unsigned written, unsigned read,
             unsigned chunk);
  /// Saves the page that holds the sector, if nobody has in this wave.
  void save_page(TrackedAllocation& allocation, std::uint64_t sector, ChunkLog& log);
  void spend(std::uint64_t words);

 private:
  using Meeting = std::array<std::uint16_t, kMaxChunks>;  ///< a chunk: words written << 8 | read

  void claim_shared(TrackedAllocation& allocation, std::uint64_t sector, std::uint32_t mine,
                    unsigned chunk);

  const Memory& memory_;
  std::uint32_t wave_ = 0;
  std::atomic<WaveVerdict> verdict_{WaveVerdict::kCommitted};
  std::atomic<std::int64_t> budget_{0};
  std::mutex mutex_;
  std::unordered_map<DeviceAddress, std::unique_ptr<TrackedAllocation>> allocations_;
  std::unordered_map<std::uint64_t, Meeting> meetings_;  ///< sectors that several chunks use
};

/// One host thread's part in a wave. Execution calls it where it touches device memory.
class Speculation {
 public:
  explicit Speculation(WaveMemory& memory) : memory_(memory) {}

  void begin_chunk(unsigned chunk, ChunkLog& log);
  /// A site is about to use an allocation. Throws ChunkStopped.
  void enter(MemorySite& site, const Allocation& allocation, AccessKind kind);
  /// A request to device memory whose site is set up. Throws ChunkStopped.
  void access(const AccessRequest& request, const MemorySite& site, const SectorSet& set);
  /// The same for what host functions do in the name of a thread.
  void access(DeviceAddress address, std::uint32_t bytes, bool is_write);
  void defer(std::byte* place, std::uint64_t operand, DeferredAtomic::Apply apply);
  /// Gives up if another chunk has.
  void check_in();
  [[noreturn]] void stop(WaveVerdict why) { memory_.stop(why); }

 private:
  TrackedAllocation& enter(const Allocation& allocation, AccessKind kind);
  void spend(std::uint64_t words);

  WaveMemory& memory_;
  unsigned chunk_ = 0;
  ChunkLog* log_ = nullptr;
  std::uint64_t room_ = 0;  ///< words that were taken from the wave's budget and not yet used
  std::unordered_map<DeviceAddress, TrackedAllocation*> known_;
};

}  // namespace warpschool::sim
