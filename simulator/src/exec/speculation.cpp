#include "exec/speculation.hpp"

#include "exec/access.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <thread>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;
constexpr unsigned kSharedSector = 15;  ///< in place of a tag's chunk: several use it
constexpr std::uint32_t kLastWave = 0xfff;
constexpr std::uint64_t kBudgetStep = 4096;
/// Sectors that several chunks of a wave may use before the wave is not worth it.
constexpr std::size_t kMostMeetings = 1u << 14;

std::uint64_t sectors_of(const Allocation& allocation) {
  const DeviceAddress last = allocation.begin + std::max<std::uint64_t>(allocation.bytes, 1) - 1;
  return last / kSectorBytes - allocation.begin / kSectorBytes + 1;
}

std::uint64_t pages_of(const Allocation& allocation) {
  const DeviceAddress last = allocation.begin + std::max<std::uint64_t>(allocation.bytes, 1) - 1;
  return last / kPageBytes - allocation.begin / kPageBytes + 1;
}

}  // namespace

LazyWords::LazyWords(std::uint64_t count) : bytes_(count * sizeof(std::atomic<std::uint32_t>)) {
  void* place = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) {
    throw std::bad_alloc();
  }
  words_ = static_cast<std::atomic<std::uint32_t>*>(place);
  if (bytes_ >= kHugePage) {
    // One fault for many words; it is a hint, so a refusal does no harm.
    (void)madvise(place, bytes_, MADV_HUGEPAGE);
  }
}

LazyWords::~LazyWords() {
  munmap(words_, bytes_);
}

void LazyWords::clear() {
  if (madvise(words_, bytes_, MADV_DONTNEED) != 0) {
    std::memset(static_cast<void*>(words_), 0, bytes_);
  }
}

TrackedAllocation::TrackedAllocation(const Allocation& allocation)
    : begin(allocation.begin),
      bytes(allocation.bytes),
      backing(allocation.backing),
      tags(sectors_of(allocation)),
      pages(pages_of(allocation)) {}

void ChunkLog::clear() {
  traffic.clear();
  for (std::vector<DeferredAtomic>& shard : atomics) {
    shard.clear();
  }
  saved.clear();
  saved_bytes.clear();
  printed.clear();
  critical_path = 0;
  sampled = 0;
}

void ChunkLog::save(std::byte* place, std::uint32_t bytes) {
  const auto offset = static_cast<std::uint32_t>(saved_bytes.size());
  saved_bytes.insert(saved_bytes.end(), place, place + bytes);
  saved.push_back({place, bytes, offset});
}

void ChunkLog::restore() const {
  for (const SavedPage& page : saved) {
    std::memcpy(page.place, saved_bytes.data() + page.offset, page.bytes);
  }
}

void WaveMemory::begin_wave(std::uint64_t budget) {
  if (wave_ == kLastWave) {
    wave_ = 0;
    for (auto& [begin, allocation] : allocations_) {
      allocation->tags.clear();
      allocation->pages.clear();
    }
  }
  ++wave_;
  for (auto& [begin, allocation] : allocations_) {
    allocation->users.store(0, std::memory_order_relaxed);
    if (allocation->wants_tracking.load(std::memory_order_relaxed)) {
      allocation->tracks_reads = true;
    }
  }
  meetings_.clear();
  budget_ = static_cast<std::int64_t>(budget);
  verdict_ = WaveVerdict::kCommitted;
}

void WaveMemory::give_up(WaveVerdict why) {
  WaveVerdict expected = WaveVerdict::kCommitted;
  verdict_.compare_exchange_strong(expected, why);
}

void WaveMemory::stop(WaveVerdict why) {
  give_up(why);
  throw ChunkStopped();
}

TrackedAllocation& WaveMemory::track(const Allocation& allocation) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<TrackedAllocation>& place = allocations_[allocation.begin];
  if (!place) {
    place = std::make_unique<TrackedAllocation>(allocation);
  }
  return *place;
}

void WaveMemory::use(TrackedAllocation& allocation, AccessKind kind, unsigned chunk) {
  const unsigned group = kind == AccessKind::kLoad ? 0 : kind == AccessKind::kStore ? 16 : 32;
  const std::uint64_t mine = std::uint64_t{1} << (group + chunk);
  const std::uint64_t users = allocation.users.fetch_or(mine) | mine;
  const auto readers = static_cast<std::uint16_t>(users);
  const auto writers = static_cast<std::uint16_t>(users >> 16);
  const auto senders = static_cast<std::uint16_t>(users >> 32);
  if (senders != 0 && (readers | writers) != 0) {
    // Deferred atomics are invisible to the chunk's own loads, too.
    stop(WaveVerdict::kConflict);
  }
  const bool one_chunk = readers == writers && (readers & (readers - 1)) == 0;
  if (readers != 0 && writers != 0 && !one_chunk && !allocation.tracks_reads) {
    allocation.wants_tracking.store(true, std::memory_order_relaxed);
    stop(WaveVerdict::kTrackReads);
  }
}

void WaveMemory::claim(TrackedAllocation& allocation, std::uint64_t sector, unsigned written,
                       unsigned read, unsigned chunk) {
  std::atomic<std::uint32_t>& tag = allocation.tags[sector - allocation.begin / kSectorBytes];
  const std::uint32_t owner = wave_ << 20 | std::uint32_t{chunk} << 16;
  const std::uint32_t mine = std::uint32_t{written} << 8 | read;
  std::uint32_t old = tag.load(std::memory_order_relaxed);
  for (;;) {
    std::uint32_t wanted = owner | mine;
    if (old >> 20 == wave_) {
      if ((old & 0xffff'0000u) != owner) {
        claim_shared(allocation, sector, mine, chunk);
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

void WaveMemory::claim_shared(TrackedAllocation& allocation, std::uint64_t sector,
                              std::uint32_t mine, unsigned chunk) {
  const std::lock_guard lock(mutex_);
  if (meetings_.size() >= kMostMeetings) {
    stop(WaveVerdict::kConflict);
  }
  std::atomic<std::uint32_t>& tag = allocation.tags[sector - allocation.begin / kSectorBytes];
  Meeting& meeting = meetings_[sector];
  std::uint32_t old = tag.load();
  while ((old >> 16 & 15u) != kSharedSector) {
    meeting[old >> 16 & 15u] = static_cast<std::uint16_t>(old);
    if (tag.compare_exchange_weak(old, wave_ << 20 | kSharedSector << 16)) {
      break;
    }
  }
  meeting[chunk] = static_cast<std::uint16_t>(meeting[chunk] | mine);
  for (unsigned other = 0; other < kMaxChunks; ++other) {
    const unsigned theirs = meeting[other];
    const unsigned clash = (mine >> 8 & (theirs >> 8 | theirs)) | (mine & theirs >> 8);
    if (other != chunk && (clash & 0xffu) != 0) {
      stop(WaveVerdict::kConflict);
    }
  }
}

void WaveMemory::save_page(TrackedAllocation& allocation, std::uint64_t sector, ChunkLog& log) {
  const std::uint64_t page = sector * kSectorBytes / kPageBytes;
  std::atomic<std::uint32_t>& state = allocation.pages[page - allocation.begin / kPageBytes];
  const std::uint32_t saving = wave_ << 1, saved = saving | 1u;
  std::uint32_t old = state.load(std::memory_order_acquire);
  while (old != saved) {
    if (old == saving) {  // another chunk is copying it
      if (has_stopped()) {
        throw ChunkStopped();
      }
      std::this_thread::yield();
      old = state.load(std::memory_order_acquire);
    } else if (state.compare_exchange_weak(old, saving, std::memory_order_acquire)) {
      const DeviceAddress begin = std::max(page * kPageBytes, allocation.begin);
      const DeviceAddress end =
          std::min((page + 1) * kPageBytes, allocation.begin + allocation.bytes);
      log.save(allocation.backing + (begin - allocation.begin),
               static_cast<std::uint32_t>(end - begin));
      state.store(saved, std::memory_order_release);
      return;
    }
  }
}

void WaveMemory::spend(std::uint64_t words) {
  if (budget_.fetch_sub(static_cast<std::int64_t>(words), std::memory_order_relaxed) <
      static_cast<std::int64_t>(words)) {
    stop(WaveVerdict::kTooLarge);
  }
}

void Speculation::begin_chunk(unsigned chunk, ChunkLog& log) {
  chunk_ = chunk;
  log_ = &log;
  room_ = 0;
}

void Speculation::spend(std::uint64_t words) {
  if (words > room_) {
    memory_.spend(kBudgetStep + words);
    room_ += kBudgetStep + words;
    check_in();
  }
  room_ -= words;
}

void Speculation::check_in() {
  if (memory_.has_stopped()) {
    throw ChunkStopped();
  }
}

TrackedAllocation& Speculation::enter(const Allocation& allocation, AccessKind kind) {
  TrackedAllocation*& known = known_[allocation.begin];
  if (known == nullptr) {
    known = &memory_.track(allocation);
  }
  memory_.use(*known, kind, chunk_);
  return *known;
}

void Speculation::enter(MemorySite& site, const Allocation& allocation, AccessKind kind) {
  if (site.tracked == nullptr || site.tracked->begin != allocation.begin) {
    site.tracked = &enter(allocation, kind);
  }
}

void Speculation::access(const AccessRequest& request, const MemorySite& site,
                         const SectorSet& set) {
  spend(set.count);  // a log of the traffic takes at most a word a sector
  TrackedAllocation& allocation = *site.tracked;
  const bool writes = request.kind == AccessKind::kStore;
  if (request.kind == AccessKind::kAtomic || (!writes && !allocation.tracks_reads)) {
    return;
  }
  const std::uint64_t first = request.first / kSectorBytes;
  std::uint64_t page = ~0ull;
  for (unsigned i = 0; i < set.count; ++i) {
    const std::uint64_t sector = first + static_cast<std::uint64_t>(std::int64_t{set.sectors[i]});
    const unsigned words = set.words[i];
    memory_.claim(allocation, sector, writes ? words : 0, writes ? 0 : words, chunk_);
    if (writes && sector * kSectorBytes / kPageBytes != page) {
      page = sector * kSectorBytes / kPageBytes;
      const std::size_t before = log_->saved_bytes.size();
      memory_.save_page(allocation, sector, *log_);
      spend((log_->saved_bytes.size() - before) / sizeof(std::uint64_t));
    }
  }
}

void Speculation::access(DeviceAddress address, std::uint32_t bytes, bool is_write) {
  const Allocation* allocation = memory_.find(address, bytes);
  if (allocation == nullptr) {
    return;  // a fault: the caller finds out
  }
  TrackedAllocation& tracked =
      enter(*allocation, is_write ? AccessKind::kStore : AccessKind::kLoad);
  if (!is_write && !tracked.tracks_reads) {
    return;
  }
  const DeviceAddress end = address + bytes;
  for (DeviceAddress word = address / 4; word * 4 < end; ++word) {
    const std::uint64_t sector = word * 4 / kSectorBytes;
    const unsigned bit = 1u << (word % (kSectorBytes / 4));
    memory_.claim(tracked, sector, is_write ? bit : 0, is_write ? 0 : bit, chunk_);
    if (is_write) {
      memory_.save_page(tracked, sector, *log_);
    }
  }
  spend(is_write ? kPageBytes / sizeof(std::uint64_t) : 0);
}

void Speculation::defer(std::byte* place, std::uint64_t operand, DeferredAtomic::Apply apply) {
  spend(sizeof(DeferredAtomic) / sizeof(std::uint64_t));
  // Atomics on one place must stay in one shard; places of 8 bytes never share a line with others.
  const auto line = reinterpret_cast<std::uintptr_t>(place) / kLineBytes;
  log_->atomics[line % TrafficLog::kShards].push_back({place, operand, apply});
}

void defer_atomic(Warp& warp, std::byte* place, std::uint64_t operand,
                  DeferredAtomic::Apply apply) {
  warp.speculation->defer(place, operand, apply);
}

}  // namespace warpschool::sim
