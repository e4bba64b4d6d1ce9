// Functional L1 and L2 caches: which sectors hit, and what goes to DRAM.
#include "model/traffic.hpp"

#include "model/atomic_queue.hpp"
#include "model/line_writes.hpp"
#include "model/occupancy.hpp"
#include "model/sector_cache.hpp"
#include "model/sm_lines.hpp"
#include "model/spare_caches.hpp"
#include "model/swap_loops.hpp"
#include "model/warp_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace warpschool::sim {
namespace {

using Request = LineRun::Request;
using Fill = SectorCache::Fill;

/// Of L2 bandwidth, for so many sectors of a line that a request writes in part: a packet a line,
/// and each sector with a mask of its bytes (docs/TIME_MODEL.md, rule 4).
constexpr std::array<unsigned, kSectorsPerLine + 1> kPartialWriteSlots = {0, 3, 5, 6, 8};
/// How many entries of a log the replay looks ahead: L2's arrays outgrow the host's nearest caches.
constexpr std::size_t kReplayAhead = 12;

unsigned count(unsigned sectors) {
  return count_sectors(sectors);
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

/// What all blocks of a launch share.
struct Traffic::Shared {
  Shared(SectorCache& cache, std::uint64_t l1_bytes, std::uint64_t sm_count, std::uint64_t resident,
         std::uint64_t blocks)
      : l2(&cache), sm_lines(l1_bytes, sm_count, resident, blocks), owed_before(cache.owed()) {}

  SectorCache* l2;
  SmLines sm_lines;
  std::uint64_t owed_before;  ///< what earlier launches left dirty, and have counted
  FloatChains chains;
};

SharedL2::SharedL2(const DeviceProfile& profile) : bytes_(profile.l2_bytes) {}

SharedL2::~SharedL2() {
  give_back_cache(std::move(cache_));
}

SectorCache& SharedL2::begin_launch() {
  if (cache_ == nullptr) {
    cache_ = take_spare_cache(bytes_);
    cache_->begin_epoch();
  }
  return *cache_;
}

void SharedL2::cool() {
  if (cache_ != nullptr) {
    cache_->begin_epoch();
  }
}

void SharedL2::fill(std::uint64_t address, std::uint64_t bytes) {
  if (bytes >= bytes_) {
    cool();  // who reads it from its begin on finds nothing: each line drives out the next one
    return;
  }
  SectorCache& cache = begin_launch();
  constexpr unsigned kWhole = (1u << kSectorsPerLine) - 1;
  const std::uint64_t last = (address + bytes - 1) / kLineBytes;
  for (std::uint64_t line = address / kLineBytes; bytes != 0 && line <= last; ++line) {
    cache.touch(line, kWhole, Fill::kSectors, false);
  }
}

struct Traffic::Impl {
  Impl(const DeviceProfile& device, std::uint64_t l1_share_bytes, unsigned warps, AtomicQueue queue,
       std::shared_ptr<Shared> all)
      : profile(device),
        l1_bytes(l1_share_bytes),
        l1(l1_share_bytes),
        warp_lines(l1_share_bytes, warps),
        line_writes(warps),
        swap_loops(warps, device.dram_latency_clk),
        shared(std::move(all)),
        atomics(std::move(queue)) {}

  SectorCache::Outcome touch(std::uint64_t line, unsigned bits, Fill fill, bool make_dirty);
  void note(Request request, std::uint64_t line, unsigned bits, unsigned full);
  bool read_l2(std::uint64_t line, unsigned bits, Counters& counters, bool make_dirty);
  void write_l2(std::uint64_t line, unsigned bits, bool full, Counters& counters);
  void write_line(std::uint64_t line, unsigned bits, unsigned full_bits, Counters& counters);
  void miss_l1(std::uint64_t line, unsigned bits);
  void tell_sm(std::uint64_t word);
  void find_in_warm_l1(Counters& counters) const;

  const DeviceProfile& profile;
  std::uint64_t l1_bytes;
  SectorCache l1;
  WarpLines warp_lines;
  LineWrites line_writes;
  SwapLoops swap_loops;
  std::shared_ptr<Shared> shared;
  AtomicQueue atomics;
  TrafficLog* log = nullptr;     ///< where requests to L2 go; nullptr: to L2
  unsigned sm = SmLines::kNone;  ///< the block's, if it is one of those that are followed
  std::uint64_t missed_lines = 0, missed_sectors = 0;  ///< of loads through L1
};

SectorCache::Outcome Traffic::Impl::touch(std::uint64_t line, unsigned bits, Fill fill,
                                          bool make_dirty) {
  return log == nullptr ? shared->l2->touch(line, bits, fill, make_dirty)
                        : SectorCache::Outcome(bits, 0, 0, 0);
}

void Traffic::Impl::note(Request request, std::uint64_t line, unsigned bits, unsigned full) {
  if (log != nullptr) {
    log->add(LineRun::of(request, line, bits, full), *shared->l2);
  }
}

/// Reads sectors of a line through L2; true if all were there.
bool Traffic::Impl::read_l2(std::uint64_t line, unsigned bits, Counters& counters,
                            bool make_dirty) {
  const SectorCache::Outcome outcome = touch(line, bits, Fill::kPairs, make_dirty);
  counters.l2_sector_slots += count(bits);
  if (log == nullptr) {
    counters.dram_bytes += std::uint64_t{kSectorBytes} * (outcome.fetched() + outcome.evicted());
  }
  return (bits & ~outcome.present()) == 0;
}

/// Slots of L2 for sectors of a line that are written, some of them wholly.
unsigned write_slots(unsigned bits, unsigned full_bits) {
  return count(full_bits) + kPartialWriteSlots[count(bits & ~full_bits)];
}

void Traffic::Impl::write_l2(std::uint64_t line, unsigned bits, bool full, Counters& counters) {
  const SectorCache::Outcome outcome = touch(line, bits, full ? Fill::kSectors : Fill::kNone, true);
  if (log == nullptr) {
    counters.dram_bytes += std::uint64_t{kSectorBytes} * outcome.evicted();
  }
}

void Traffic::Impl::write_line(std::uint64_t line, unsigned bits, unsigned full_bits,
                               Counters& counters) {
  note(Request::kStore, line, bits, full_bits);
  if (full_bits != 0) {
    write_l2(line, full_bits, true, counters);
  }
  if (bits != full_bits) {
    write_l2(line, bits & ~full_bits, false, counters);
  }
}

void Traffic::Impl::miss_l1(std::uint64_t line, unsigned bits) {
  if (bits == 0) {
    return;
  }
  ++missed_lines;
  missed_sectors += count(bits);
  if (sm != SmLines::kNone) {
    tell_sm(SmLines::word(line, bits, sm));
  }
}

void Traffic::Impl::tell_sm(std::uint64_t word) {
  log == nullptr ? shared->sm_lines.take(word) : log->sm_misses.push_back(word);
}

/// What other blocks on the SM have brought did not go to L2.
void Traffic::Impl::find_in_warm_l1(Counters& counters) const {
  const double share = shared->sm_lines.found();
  const auto part = [share](std::uint64_t all) {
    return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(all)));
  };
  const std::uint64_t sectors = part(missed_sectors);
  counters.l1_hit_sectors += sectors;
  counters.l2_read_sectors -= sectors;
  counters.l2_sector_slots -= sectors;
  counters.l2_read_lines -= part(missed_lines);
}

Traffic::Traffic(const DeviceProfile& profile, SectorCache& l2, unsigned resident_blocks,
                 std::uint64_t shared_bytes_per_block, unsigned warps, std::uint64_t blocks) {
  const std::uint64_t l1 = l1_bytes(profile, resident_blocks, shared_bytes_per_block);
  const auto sms = static_cast<std::uint64_t>(profile.sm_count);
  impl_ = std::make_unique<Impl>(profile, l1 / std::max(resident_blocks, 1u), warps,
                                 AtomicQueue(profile, warps, resident_blocks * sms, blocks),
                                 std::make_shared<Shared>(l2, l1, sms, resident_blocks, blocks));
}

Traffic::Traffic(Traffic& whole)
    : impl_(std::make_unique<Impl>(whole.impl_->profile, whole.impl_->l1_bytes,
                                   whole.impl_->warp_lines.warps(), whole.impl_->atomics.like(),
                                   whole.impl_->shared)) {}

Traffic::~Traffic() = default;

void Traffic::begin_block(std::uint64_t block_index) {
  impl_->sm = impl_->shared->sm_lines.sm_of(block_index);
  if (impl_->sm != SmLines::kNone) {
    impl_->tell_sm(SmLines::first_word(impl_->sm));
  }
  impl_->atomics.begin_block(block_index);
  impl_->l1.begin_epoch();
  impl_->warp_lines.begin_block();
  impl_->line_writes.begin_block();
  impl_->swap_loops.begin_block();
}

void Traffic::expect(std::span<const std::uint64_t> sectors) const {
  if (impl_->log != nullptr) {
    return;
  }
  SectorCache& l2 = *impl_->shared->l2;
  for_each_line(sectors, 0, [&](std::uint64_t line, unsigned, unsigned) {
    __builtin_prefetch(l2.entries_of(l2.set_index(line)), 1);
  });
}

HitLevel Traffic::load(std::span<const std::uint64_t> sectors, Counters& counters, bool through_l1,
                       unsigned warp) {
  HitLevel slowest = HitLevel::kL1;
  for_each_line(sectors, 0, [&](std::uint64_t line, unsigned bits, unsigned) {
    if (through_l1) {
      const unsigned kept = impl_->l1.touch(line, bits, Fill::kSectors, false).present();
      const unsigned present = impl_->warp_lines.found(line, bits, kept, warp);
      counters.l1_hit_sectors += count(present);
      bits &= ~present;
      impl_->miss_l1(line, bits);
    }
    if (bits != 0) {
      impl_->note(Request::kLoad, line, bits, 0);
      ++counters.l2_read_lines;
      counters.l2_read_sectors += count(bits);
      const bool hits = impl_->read_l2(line, bits, counters, false);
      slowest = std::max(slowest, hits ? HitLevel::kL2 : HitLevel::kDram);
    }
  });
  if (slowest != HitLevel::kL1) {
    impl_->swap_loops.load(warp);
  }
  return slowest;
}

void Traffic::store(std::span<const std::uint64_t> sectors, std::uint32_t full,
                    Counters& counters) {
  for_each_line(sectors, full, [&](std::uint64_t line, unsigned bits, unsigned full_bits) {
    impl_->write_line(line, bits, full_bits, counters);
    counters.l2_sector_slots += write_slots(bits, full_bits);
  });
}

void Traffic::begin_near_stores(unsigned warp) {
  impl_->line_writes.begin(warp);
}

void Traffic::store_near(std::span<const std::uint64_t> sectors,
                         std::span<const std::uint32_t> written, unsigned warp,
                         Counters& counters) {
  std::array<LineWrites::Bytes, LineWrites::kMostNeighbours> bytes{};
  unsigned lines = 0;
  for (std::size_t i = 0; i < sectors.size(); ++i) {
    const bool begins = i == 0 || sectors[i] / kSectorsPerLine != sectors[i - 1] / kSectorsPerLine;
    lines += begins ? 1 : 0;
    if (lines <= bytes.size()) {
      bytes[lines - 1][sectors[i] % kSectorsPerLine] = written[i];
    }
  }
  const bool are_side_by_side =
      !sectors.empty() &&
      sectors.back() / kSectorsPerLine - sectors.front() / kSectorsPerLine < bytes.size();
  if (lines > LineWrites::kMostLines && !are_side_by_side) {
    begin_near_stores(warp);
    std::uint32_t full = 0;
    for (std::size_t i = 0; i < sectors.size(); ++i) {
      full |= written[i] == ~std::uint32_t{0} ? 1u << i : 0u;
    }
    store(sectors, full, counters);
    return;
  }
  unsigned next = 0;
  for_each_line(sectors, 0, [&](std::uint64_t line, unsigned bits, unsigned) {
    LineWrites::Line& all = impl_->line_writes.add(warp, line, bytes[next++]);
    impl_->write_line(line, bits, bits & all.full(), counters);
    // What the stores before were charged for this line is part of what it takes now.
    const unsigned slots = write_slots(all.touched(), all.full());
    counters.l2_sector_slots += std::uint64_t{slots} - all.slots;
    all.slots = slots;
  });
}

void Traffic::atomic(std::span<const std::uint64_t> addresses, bool is_float, unsigned warp,
                     Counters& counters) {
  const std::span<const std::uint64_t> sectors = impl_->atomics.add(addresses, warp);
  for (const AtomicQueue::SectorLanes& each : impl_->atomics.chains()) {
    if (is_float && impl_->log != nullptr) {
      impl_->log->float_sectors.push_back(each.sector << 6 | each.lanes);
    } else if (is_float) {
      impl_->shared->chains.extend(each.sector, each.lanes);
    }
  }
  for_each_line(sectors, 0, [&](std::uint64_t line, unsigned bits, unsigned) {
    impl_->note(Request::kAtomic, line, bits, 0);
    impl_->read_l2(line, bits, counters, true);
  });
}

double Traffic::loop_turns(std::span<const DeviceAddress> words, unsigned warp) {
  return impl_->swap_loops.turns(warp, words);
}

void Traffic::finish(Counters& counters) {
  // Modulo 2^64: what an earlier launch left dirty and this one had to evict was counted then. So
  // was the rest of a sector of which that one wrote a part; this one may have written it whole.
  const std::uint64_t bytes =
      counters.dram_bytes +
      std::uint64_t{kSectorBytes} * (impl_->shared->l2->owed() - impl_->shared->owed_before);
  counters.dram_bytes = static_cast<std::int64_t>(bytes) < 0 ? 0 : bytes;
  counters.atomic_slice_clk += impl_->atomics.busiest_clk(impl_->shared->chains);
  impl_->find_in_warm_l1(counters);
}

void Traffic::set_log(TrafficLog& log) {
  impl_->log = &log;
}

void Traffic::discard() {
  impl_->atomics.clear();
  impl_->missed_lines = impl_->missed_sectors = 0;
}

void Traffic::replay(const TrafficLog& log, unsigned shard, TrafficLog::Range range,
                     ReplaySum& sum) {
  SectorCache& l2 = *impl_->shared->l2;
  std::uint64_t sectors = 0, owed = 0;  // not in `sum`: entries' stores might change that
  const auto settle = [&](const SectorCache::Outcome& outcome) {
    sectors += outcome.evicted();
    owed += SectorCache::change_of(outcome);
    return outcome;
  };
  const std::vector<LineRun>& runs = log.lines[shard];
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const LineRun ahead = runs[std::min(i + kReplayAhead, range.end - 1)];
    __builtin_prefetch(l2.entries_of(l2.set_index(ahead.first_line())), 1);
    const LineRun run = runs[i];
    unsigned bits = run.sectors();
    const unsigned full = run.full();
    while (i + 1 < range.end && run.may_join(runs[i + 1])) {
      bits |= runs[++i].sectors();
    }
    const std::uint64_t first = run.first_line();
    std::uint64_t* place = l2.entries_of(l2.set_index(first));
    const LineRun next = runs[std::min(i + 1, range.end - 1)];
    const std::uint64_t* const next_place = l2.entries_of(l2.set_index(next.first_line()));
    const std::size_t step = std::size_t{SectorCache::kWays} << run.stride();
    for (unsigned l = 0; l <= run.beyond(); ++l, place += step) {
      if (l <= next.beyond()) {
        __builtin_prefetch(next_place + (std::size_t{SectorCache::kWays} * l << next.stride()), 1);
      }
      const std::uint64_t line = first + (std::uint64_t{l} << run.stride());
      if (run.request() != Request::kStore) {
        const bool make_dirty = run.request() == Request::kAtomic;
        sectors += settle(l2.touch_in(place, line, bits, Fill::kPairs, make_dirty)).fetched();
        continue;
      }
      if (full != 0) {
        settle(l2.touch_in(place, line, full, Fill::kSectors, true));
      }
      if (bits != full) {
        settle(l2.touch_in(place, line, bits & ~full, Fill::kNone, true));
      }
    }
  }
  sum.dram_bytes += std::uint64_t{kSectorBytes} * sectors;
  sum.owed_sectors += owed;
}

void Traffic::replay_floats(const TrafficLog& log, TrafficLog::Range range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const std::uint64_t entry = log.float_sectors[i];
    impl_->shared->chains.extend(entry >> 6, static_cast<unsigned>(entry & 63u));
  }
}

void Traffic::replay_sm_misses(const TrafficLog& log, TrafficLog::Range range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    impl_->shared->sm_lines.take(log.sm_misses[i]);
  }
}

void Traffic::add(const ReplaySum& sum, Counters& counters) {
  counters.dram_bytes += sum.dram_bytes;
  impl_->shared->l2->add_owed(sum.owed_sectors);
}

void Traffic::absorb(Traffic& part) {
  impl_->atomics.absorb(part.impl_->atomics);
  impl_->missed_lines += std::exchange(part.impl_->missed_lines, 0);
  impl_->missed_sectors += std::exchange(part.impl_->missed_sectors, 0);
}

}  // namespace warpschool::sim
