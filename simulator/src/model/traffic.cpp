#include "model/traffic.hpp"

#include "model/atomic_queue.hpp"
#include "model/occupancy.hpp"
#include "model/sector_cache.hpp"

#include <mutex>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr unsigned kPartialWriteSlots = 3;  ///< of L2 bandwidth: read, merge, write

/// L2 arrays are a few megabytes: clearing one for each launch would cost more than a small launch,
/// so the arrays of finished launches are kept (a new epoch empties them).
class SpareCaches {
 public:
  std::unique_ptr<SectorCache> take(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    for (auto spare = spares_.begin(); spare != spares_.end(); ++spare) {
      if ((*spare)->sets() == SectorCache::sets_for(bytes)) {
        std::unique_ptr<SectorCache> found = std::move(*spare);
        spares_.erase(spare);
        found->begin_epoch();
        return found;
      }
    }
    return std::make_unique<SectorCache>(bytes);
  }

  void give_back(std::unique_ptr<SectorCache> cache) {
    const std::lock_guard lock(mutex_);
    if (spares_.size() < kMost) {
      spares_.push_back(std::move(cache));
    }
  }

 private:
  static constexpr std::size_t kMost = 4;
  std::mutex mutex_;
  std::vector<std::unique_ptr<SectorCache>> spares_;
};

SpareCaches& spare_caches() {
  static SpareCaches spares;
  return spares;
}

unsigned count(unsigned bits) {
  return static_cast<unsigned>(__builtin_popcount(bits));
}

/// Calls `visit(line, sector bits of the line, bits of the request from `full`)` for each line of
/// an ascending list.
template <class Visit>
void for_each_line(std::span<const std::uint64_t> sectors, std::uint32_t full, Visit visit) {
  for (std::size_t i = 0; i < sectors.size();) {
    const std::uint64_t line = sectors[i] / kSectorsPerLine;
    unsigned bits = 0, full_bits = 0;
    for (; i < sectors.size() && sectors[i] / kSectorsPerLine == line; ++i) {
      const unsigned bit = 1u << (sectors[i] % kSectorsPerLine);
      bits |= bit;
      full_bits |= i < 32 && (full >> i & 1u) != 0 ? bit : 0u;
    }
    visit(line, bits, full_bits);
  }
}

}  // namespace

struct Traffic::Impl {
  Impl(const DeviceProfile& profile, std::uint64_t l1_share_bytes)
      : l1(l1_share_bytes), l2(spare_caches().take(profile.l2_bytes)), atomics(profile) {}

  /// Reads sectors of a line through L2; true if all were there.
  bool read_l2(std::uint64_t line, unsigned bits, Counters& counters, bool make_dirty = false) {
    const SectorCache::Outcome outcome = l2->touch(line, bits, true, make_dirty);
    const unsigned missing = count(bits & ~outcome.present);
    counters.l2_sector_slots += count(bits);
    counters.dram_bytes += std::uint64_t{kSectorBytes} * (missing + outcome.evicted_dirty);
    return missing == 0;
  }

  void write_l2(std::uint64_t line, unsigned bits, bool full, Counters& counters) {
    const SectorCache::Outcome outcome = l2->touch(line, bits, full, true);
    counters.l2_sector_slots += std::uint64_t{count(bits)} * (full ? 1u : kPartialWriteSlots);
    counters.dram_bytes += std::uint64_t{kSectorBytes} * outcome.evicted_dirty;
  }

  SectorCache l1;
  std::unique_ptr<SectorCache> l2;
  AtomicQueue atomics;
};

Traffic::Traffic(const DeviceProfile& profile, unsigned resident_blocks,
                 std::uint64_t shared_bytes_per_block)
    : impl_(std::make_unique<Impl>(profile,
                                   l1_bytes(profile, resident_blocks, shared_bytes_per_block) /
                                       (resident_blocks == 0 ? 1 : resident_blocks))) {}

Traffic::~Traffic() {
  spare_caches().give_back(std::move(impl_->l2));
}

void Traffic::begin_block(std::uint64_t) {
  impl_->l1.begin_epoch();
}

HitLevel Traffic::load(std::span<const std::uint64_t> sectors, Counters& counters,
                       bool through_l1) {
  HitLevel slowest = HitLevel::kL1;
  for_each_line(sectors, 0, [&](std::uint64_t line, unsigned bits, unsigned) {
    if (through_l1) {
      const unsigned present = impl_->l1.touch(line, bits, true, false).present;
      counters.l1_hit_sectors += count(present);
      bits &= ~present;
    }
    if (bits != 0) {
      const HitLevel level = impl_->read_l2(line, bits, counters) ? HitLevel::kL2 : HitLevel::kDram;
      slowest = level > slowest ? level : slowest;
    }
  });
  return slowest;
}

void Traffic::store(std::span<const std::uint64_t> sectors, std::uint32_t full,
                    Counters& counters) {
  for_each_line(sectors, full, [&](std::uint64_t line, unsigned bits, unsigned full_bits) {
    if (full_bits != 0) {
      impl_->write_l2(line, full_bits, true, counters);
    }
    if (bits != full_bits) {
      impl_->write_l2(line, bits & ~full_bits, false, counters);
    }
  });
}

void Traffic::atomic(std::span<const std::uint64_t> addresses, bool is_float, Counters& counters) {
  for_each_line(impl_->atomics.add(addresses, is_float), 0,
                [&](std::uint64_t line, unsigned bits, unsigned) {
                  impl_->read_l2(line, bits, counters, true);
                });
}

void Traffic::finish(Counters& counters) {
  counters.dram_bytes += std::uint64_t{kSectorBytes} * impl_->l2->dirty_sectors();
  counters.atomic_slice_clk += impl_->atomics.busiest_clk();
}

}  // namespace warpschool::sim
