// Counts requests, sectors and bank conflicts of an access and passes them on to the caches.
#include "exec/access/traffic_counters.hpp"

#include "exec/checks/instruction_info.hpp"
#include "exec/launch/grid.hpp"
#include "exec/recording/launch_recording.hpp"
#include "exec/speculation/speculation.hpp"
#include "lower/analysis/frame_scalar.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace warpschool::sim {
namespace {

/// What an atomic on device memory counts against the work limit, a lane, in thread instructions:
/// lanes go one by one to places that may lie far apart.
constexpr std::uint64_t kAtomicCost = 32;

/// The tag stage takes 3.6 lines a clock (docs/TIME_MODEL.md).
constexpr unsigned passes_of_lines(unsigned lines) {
  return (lines * 10 + 35) / 36;
}

/// Do lanes of a group want one address in pairs, neighbours or next but one?
bool are_pairs(const std::int32_t* delta, LaneMask active, unsigned first, unsigned lanes) {
  const auto with = [&](unsigned step) {
    for (unsigned l = first; l < first + lanes; ++l) {
      const unsigned other = l ^ step;
      const bool both = (active >> l & 1u) != 0 && (active >> other & 1u) != 0;
      if (both && delta[l] != delta[other]) {
        return false;
      }
    }
    return true;
  };
  return with(1) || with(2);
}

/// Lanes of an access of shared memory that are served together, from `first` on: half a warp of 8
/// bytes, a quarter of 16 bytes, twice as many if they are pairs of one address. So counted on an
/// H200: loads of 16 bytes by which half a warp reads one address take two passes, not four.
unsigned lanes_together(const std::int32_t* delta, LaneMask active, unsigned first,
                        std::uint32_t bytes, bool joins_pairs) {
  const unsigned lanes = bytes >= 16 ? kWarpSize / 4 : bytes == 8 ? kWarpSize / 2 : kWarpSize;
  const bool may_join = joins_pairs && bytes >= 8 && first % (2 * lanes) == 0;
  return may_join && are_pairs(delta, active, first, 2 * lanes) ? 2 * lanes : lanes;
}

/// Passes over the banks: for every bank the number of distinct words, the largest counts. Accesses
/// of 8 and 16 bytes go by groups of lanes.
struct BankPasses {
  unsigned passes = 0, ideal = 0, most_lanes = 0;
};

BankPasses count_banks(const std::int32_t* delta, std::uint32_t phase, LaneMask active,
                       std::uint32_t bytes, bool joins_pairs) {
  const unsigned words = bytes < 4 ? 1 : bytes / 4;
  BankPasses result;
  for (unsigned first = 0, lanes = 0; first < kWarpSize; first += lanes) {
    lanes = lanes_together(delta, active, first, bytes, joins_pairs);
    std::uint8_t count[kSharedBanks] = {}, lanes_of[kSharedBanks] = {};
    std::int32_t seen[kSharedBanks][kWarpSize];
    unsigned most = 0;
    for (unsigned l = first; l < first + lanes; ++l) {
      if ((active >> l & 1u) == 0) {
        continue;
      }
      for (unsigned w = 0; w < words; ++w) {
        const std::int32_t word =
            ((delta[l] + static_cast<std::int32_t>(phase)) >> 2) + static_cast<std::int32_t>(w);
        const auto bank = static_cast<unsigned>(word) & (kSharedBanks - 1);
        result.most_lanes = std::max<unsigned>(result.most_lanes, ++lanes_of[bank]);
        std::int32_t* words_of_bank = seen[bank];
        if (std::find(words_of_bank, words_of_bank + count[bank], word) ==
            words_of_bank + count[bank]) {
          words_of_bank[count[bank]++] = word;
          most = std::max<unsigned>(most, count[bank]);
        }
      }
    }
    result.passes += most;
    result.ideal += most > 0 ? 1 : 0;
  }
  return result;
}

unsigned bank_of(std::int32_t byte) {
  return static_cast<unsigned>(byte >> 2) & (kSharedBanks - 1);
}

/// The most lanes that one bank serves, for accesses of at most one word: what atomics wait for.
unsigned most_lanes_of_a_bank(const std::int32_t* delta, std::uint32_t phase, LaneMask active) {
  std::uint8_t lanes[kSharedBanks] = {};
  if (active == kAllLanes) {
    for (unsigned l = 0; l < kWarpSize; ++l) {
      ++lanes[bank_of(delta[l] + static_cast<std::int32_t>(phase))];
    }
  } else {
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      ++lanes[bank_of(delta[lowest_lane(rest)] + static_cast<std::int32_t>(phase))];
    }
  }
  std::uint8_t most = 0;
  for (const std::uint8_t count : lanes) {
    most = std::max(most, count);
  }
  return most;
}

/// Passes over the banks for accesses of at most one word: words that are not the first of their
/// bank cost one more each.
unsigned word_passes(const std::int32_t* delta, std::uint32_t phase, LaneMask active) {
  std::uint32_t used = 0;
  std::int32_t first[kSharedBanks], others[kWarpSize];
  std::uint8_t more[kSharedBanks] = {};
  unsigned count = 0, most = 0;
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const std::int32_t word = (delta[lowest_lane(rest)] + static_cast<std::int32_t>(phase)) >> 2;
    const unsigned bank = static_cast<unsigned>(word) & (kSharedBanks - 1);
    if ((used >> bank & 1u) == 0) {
      used |= 1u << bank;
      first[bank] = word;
    } else if (first[bank] != word && std::find(others, others + count, word) == others + count) {
      others[count++] = word;
      most = std::max<unsigned>(most, ++more[bank]);
    }
  }
  return used == 0 ? 0 : 1 + most;
}

/// What loops of compare-and-swap take in a turn, of 4 and of 8 bytes: a load and a swap. Up to 32
/// warps of an SM waited for them at right angles with the latency of a turn (swap_loops.hpp).
constexpr double kTurnPasses = 2, kLongTurnPasses = 3.2;

unsigned atomic_passes(const MemorySite& site, const AccessRequest& request, AtomicShape shape,
                       unsigned most_lanes) {
  switch (shape) {
    case AtomicShape::kCountsLanes:
      return word_passes(site.delta, site.phase, request.active);
    case AtomicShape::kLoops:  // of its first turn
      return request.bytes > 4 ? 2 : word_passes(site.delta, site.phase, request.active);
    case AtomicShape::kOneLane:
      return request.active != 0 ? 1 : 0;
    default:
      return most_lanes;
  }
}

/// The same for any access; `is_atomic`: the passes are those of atomics.
BankPasses bank_passes(const MemorySite& site, const AccessRequest& request, bool is_atomic,
                       AtomicShape shape = AtomicShape::kPlain) {
  BankPasses banks;
  if (request.bytes > 4) {
    const bool joins_pairs = request.space == Space::kShared && request.kind == AccessKind::kLoad;
    banks = count_banks(site.delta, site.phase, request.active, request.bytes, joins_pairs);
  } else {
    banks.ideal = request.active != 0 ? 1 : 0;
    banks.most_lanes = is_atomic ? most_lanes_of_a_bank(site.delta, site.phase, request.active) : 0;
    banks.passes = is_atomic ? 0 : word_passes(site.delta, site.phase, request.active);
  }
  if (is_atomic) {
    banks.passes = atomic_passes(site, request, shape, banks.most_lanes);
  }
  return banks;
}

/// Which of a sector's eight words have some of these bytes.
std::uint8_t words_of(std::uint32_t bytes) {
  unsigned words = 0;
  for (unsigned word = 0; word < kSectorBytes / 4; ++word) {
    words |= (bytes >> (4 * word) & 15u) != 0 ? 1u << word : 0u;
  }
  return static_cast<std::uint8_t>(words);
}

/// Are the words that are touched one row without gaps?
void learn_row(SectorSet& set) {
  unsigned words = 0;
  for (unsigned i = 0; i < set.count; ++i) {
    words += count_lanes(set.words[i]);
  }
  const unsigned last = set.count - 1u;
  set.first_word = static_cast<std::uint8_t>(__builtin_ctz(set.words[0]));
  const int begin = set.sectors[0] * 8 + set.first_word;
  const int end = set.sectors[last] * 8 + 32 - __builtin_clz(set.words[last]);
  set.row_words =
      static_cast<std::uint8_t>(static_cast<unsigned>(end - begin) == words ? words : 0);
}

/// The sectors of the site's pattern when its first lane lies `phase` bytes into one.
void learn_sectors(const MemorySite& site, std::uint32_t phase, std::uint32_t bytes,
                   SectorSet& set) {
  std::array<std::uint32_t, kWarpSize> covered{};
  unsigned count = 0;
  for (LaneMask rest = site.mask; rest != 0; rest &= rest - 1) {
    const std::int32_t begin = site.delta[lowest_lane(rest)] + static_cast<std::int32_t>(phase);
    const std::int32_t sector = begin >> 5;
    const std::uint64_t bits = (std::uint64_t{1} << bytes) - 1;
    const auto here = static_cast<std::uint32_t>(bits << static_cast<unsigned>(begin & 31));
    unsigned place = count;
    while (place > 0 && set.sectors[place - 1] > sector) {
      --place;
    }
    if (place > 0 && set.sectors[place - 1] == sector) {
      covered[place - 1] |= here;
      continue;
    }
    std::move_backward(set.sectors + place, set.sectors + count, set.sectors + count + 1);
    std::move_backward(covered.begin() + place, covered.begin() + count,
                       covered.begin() + count + 1);
    set.sectors[place] = sector;
    covered[place] = here;
    ++count;
  }
  set.count = static_cast<std::uint8_t>(count);
  set.full = 0;
  unsigned lines[4] = {};
  for (unsigned i = 0; i < count; ++i) {
    set.full |= covered[i] == 0xffff'ffffu ? 1u << i : 0u;
    set.words[i] = words_of(covered[i]);
    for (int quarter = 0; quarter < 4; ++quarter) {
      const bool is_new =
          i == 0 || (set.sectors[i] + quarter) >> 2 != (set.sectors[i - 1] + quarter) >> 2;
      lines[quarter] += is_new ? 1u : 0u;
    }
  }
  learn_row(set);
  for (unsigned quarter = 0; quarter < 4; ++quarter) {
    set.tag_passes[quarter] = static_cast<std::uint8_t>(passes_of_lines(lines[quarter]));
  }
}

const SectorSet& sectors_of(MemorySite& site, const AccessRequest& request) {
  const auto phase = static_cast<std::uint32_t>(request.first) % kSectorBytes;
  const unsigned index = phase / 4 % MemorySite::kSectorSets;
  if (site.sector_phases[index] != phase + 1) {
    learn_sectors(site, phase, request.bytes, site.sectors[index]);
    site.sector_phases[index] = phase + 1;
  }
  return site.sectors[index];
}

/// Passes of a loop of compare-and-swap. The words of a bank wait for each other in its first turn,
/// when they are loaded and when they are swapped.
unsigned loop_passes(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  std::array<DeviceAddress, kWarpSize> words{};
  unsigned count = 0;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    words[count++] =
        request.first + static_cast<DeviceAddress>(std::int64_t{site.delta[lowest_lane(rest)]});
  }
  const double turns = warp.worker->traffic->loop_turns({words.data(), count}, warp.index);
  warp.loop_turns = static_cast<float>(turns);
  const double passes = turns * (request.bytes > 4 ? kLongTurnPasses : kTurnPasses);
  return static_cast<unsigned>(std::ceil(passes)) + 2u * (site.passes - 1u);
}

void account_shared(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  Counters& counters = *warp.counters;
  warp.last_passes = site.passes;
  if (request.kind != AccessKind::kLoad) {
    warp.shared_write_threads += static_cast<std::uint32_t>(std::popcount(request.active));
  }
  switch (request.kind) {
    case AccessKind::kLoad:
      counters.shared_load_requests += site.passes != 0 ? 1 : 0;  // 0: part of another one
      counters.shared_load_passes += site.passes;
      counters.shared_load_ideal_passes += site.ideal_passes;
      break;
    case AccessKind::kStore:
      ++counters.shared_store_requests;
      counters.shared_store_passes += site.passes;
      counters.shared_store_ideal_passes += site.ideal_passes;
      break;
    case AccessKind::kAtomic:
      ++counters.shared_atomic_requests;
      if (info_of(warp, request).atomic_shape == AtomicShape::kLoops) {
        warp.last_passes = static_cast<std::uint16_t>(loop_passes(warp, request, site));
      }
      counters.shared_atomic_passes += warp.last_passes;
      break;
  }
}

void account_atomic(Warp& warp, const AccessRequest& request, MemorySite& site) {
  Counters& counters = *warp.counters;
  std::array<DeviceAddress, kWarpSize> addresses{};
  unsigned count = 0;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    addresses[count++] =
        request.first + static_cast<DeviceAddress>(std::int64_t{site.delta[lowest_lane(rest)]});
  }
  warp.worker->executed_threads += kAtomicCost * count;
  ++counters.global_atomic_requests;
  counters.global_atomic_threads += count;
  counters.global_l1_passes += warp.last_passes;
  warp.last_level = static_cast<std::uint8_t>(HitLevel::kL2);
  const InstructionInfo& info = info_of(warp, request);
  const unsigned told = info.atomic_shape == AtomicShape::kOneLane ? 1 : count;
  warp.worker->traffic->atomic({addresses.data(), told}, info.is_float, warp.index, counters);
}

/// Which bytes of each sector of its pattern a store writes.
void written_bytes(const MemorySite& site, const AccessRequest& request, const SectorSet& set,
                   std::array<std::uint32_t, kWarpSize>& written) {
  const auto phase = static_cast<std::int32_t>(request.first % kSectorBytes);
  const std::uint64_t bits = (std::uint64_t{1} << request.bytes) - 1;
  unsigned place = 0;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const std::int32_t begin = site.delta[lowest_lane(rest)] + phase;
    const std::int32_t sector = begin >> 5;
    if (set.sectors[place] != sector) {  // lanes mostly lie one behind the other
      const auto* found = std::lower_bound(set.sectors, set.sectors + set.count, sector);
      place = static_cast<unsigned>(found - set.sectors);
    }
    written[place] |= static_cast<std::uint32_t>(bits << static_cast<unsigned>(begin & 31));
  }
}

void account_store(Warp& warp, const AccessRequest& request, const MemorySite& site,
                   const SectorSet& set, std::span<const std::uint64_t> sectors) {
  Traffic& traffic = *warp.worker->traffic;
  const InstructionInfo& info = info_of(warp, request);
  if (info.overtakes && warp.is_under_way) {
    warp.counters->overtaken_sectors += sectors.size();
  }
  const NearStore near = info.near_store;
  if (near == NearStore::kFirst) {
    traffic.begin_near_stores(warp.index);
  }
  const std::uint64_t all = (std::uint64_t{1} << set.count) - 1;
  if (near == NearStore::kNone || set.full == all) {
    traffic.store(sectors, set.full, *warp.counters);
    return;
  }
  std::array<std::uint32_t, kWarpSize> written{};
  written_bytes(site, request, set, written);
  traffic.store_near(sectors, {written.data(), set.count}, warp.index, *warp.counters);
}

void account_global(Warp& warp, const AccessRequest& request, MemorySite& site,
                    const SectorSet& set) {
  Counters& counters = *warp.counters;
  const auto quarter = static_cast<unsigned>(request.first / kSectorBytes) % 4;
  warp.last_passes = std::max(site.passes, set.tag_passes[quarter]);
  if (request.kind == AccessKind::kAtomic) {
    account_atomic(warp, request, site);
    return;
  }
  std::array<std::uint64_t, kWarpSize> sectors;
  const std::uint64_t first = request.first / kSectorBytes;
  for (unsigned i = 0; i < set.count; ++i) {
    sectors[i] = first + static_cast<std::uint64_t>(std::int64_t{set.sectors[i]});
  }
  warp.worker->traffic->expect({sectors.data(), set.count});
  const auto threads = count_lanes(request.active);
  counters.global_l1_passes += warp.last_passes;
  if (request.kind == AccessKind::kLoad) {
    ++counters.global_load_requests;
    counters.global_load_sectors += set.count;
    counters.global_load_threads += threads;
    const InstructionInfo& info = info_of(warp, request);
    const HitLevel level = warp.worker->traffic->load({sectors.data(), set.count}, counters,
                                                      !info.is_strong, warp.index);
    warp.last_level = static_cast<std::uint8_t>(level);
    warp.is_under_way = info.is_overtaken ? level != HitLevel::kL1 : warp.is_under_way;
  } else {
    ++counters.global_store_requests;
    counters.global_store_sectors += set.count;
    counters.global_store_threads += threads;
    account_store(warp, request, site, set, {sectors.data(), set.count});
  }
}

/// Of local memory: a word of all 32 lanes is a line, so that lanes at one place want four sectors,
/// and none waits for another's bank.
void learn_local(MemorySite& site, const AccessRequest& request) {
  constexpr std::int64_t kWord = 4;
  std::array<std::int64_t, std::size_t{kWarpSize} * 4> places{};
  unsigned count = 0;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const auto first = static_cast<std::int64_t>(request.first) + site.delta[lane];
    for (std::int64_t word = first / kWord; word <= (first + request.bytes - 1) / kWord; ++word) {
      if (count < places.size()) {
        places[count++] = word * 4 + lane / 8;
      }
    }
  }
  std::sort(places.begin(), places.begin() + count);
  const auto sectors =
      static_cast<unsigned>(std::unique(places.begin(), places.begin() + count) - places.begin());
  unsigned lines = 0;
  for (unsigned i = 0; i < sectors; ++i) {
    lines += i == 0 || places[i] / 4 != places[i - 1] / 4 ? 1u : 0u;
  }
  const unsigned words = std::max(1u, unsigned{request.bytes} / 4u);
  site.passes = static_cast<std::uint8_t>(std::max(words, passes_of_lines(lines)));
  site.local_sectors = static_cast<std::uint8_t>(sectors);
}

/// Variables at fixed places of a frame are unoptimised code's, and would be in registers. Arrays
/// are work: L1 keeps them, and what is stored goes through to L2.
void account_local(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  Counters& counters = *warp.counters;
  const bool is_load = request.kind == AccessKind::kLoad;
  ++(is_load ? counters.local_load_requests : counters.local_store_requests);
  warp.last_passes = 1;
  if (!is_frame_scalar(*request.instruction, info_of(warp, request))) {
    warp.last_passes = site.passes;
    counters.local_l1_passes += site.passes;
    counters.l2_sector_slots += is_load ? 0u : site.local_sectors;
  }
}

/// What a batch has to know of an access to device memory.
void tell_batch(Warp& warp, const AccessRequest& request, const MemorySite& site,
                const SectorSet& set) {
  if (warp.speculation != nullptr && !warp.speculation->passes(request.kind, site, set.count)) {
    warp.speculation->access(request, site, set);
  }
}

}  // namespace

void learn_counts(const Warp& warp, MemorySite& site, const AccessRequest& request) {
  switch (request.space) {
    case Space::kShared: {
      const bool is_atomic = request.kind == AccessKind::kAtomic;
      const InstructionInfo& info = info_of(warp, request);
      AccessRequest whole = request;
      whole.bytes = info.merged_bytes != 0 ? info.merged_bytes : request.bytes;
      const AtomicShape shape = is_atomic ? info.atomic_shape : AtomicShape::kPlain;
      const BankPasses banks =
          info.is_merged ? BankPasses{} : bank_passes(site, whole, is_atomic, shape);
      site.passes = static_cast<std::uint8_t>(banks.passes);
      site.ideal_passes = static_cast<std::uint8_t>(banks.ideal);
      break;
    }
    case Space::kLocal:
      learn_local(site, request);
      break;
    case Space::kConst: {
      std::array<std::int32_t, kWarpSize> distinct{};
      unsigned count = 0;
      for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
        distinct[count++] = site.delta[__builtin_ctz(rest)];
      }
      std::sort(distinct.begin(), distinct.begin() + count);
      const auto words = std::unique(distinct.begin(), distinct.begin() + count) - distinct.begin();
      site.passes = static_cast<std::uint8_t>(info_of(warp, request).is_merged ? 0 : words);
      break;
    }
    case Space::kGlobal: {
      const BankPasses banks = bank_passes(site, request, false);
      site.passes = static_cast<std::uint8_t>(banks.passes);
      break;
    }
    default:
      site.passes = 1;
      break;
  }
}

void account_access(Warp& warp, const AccessRequest& request, MemorySite& site) {
  warp.last_space = request.space;
  std::uint32_t sectors = 0;
  switch (request.space) {
    case Space::kShared:
      account_shared(warp, request, site);
      break;
    case Space::kLocal:
      account_local(warp, request, site);
      break;
    case Space::kConst:
      if (warp.speculation != nullptr) {
        tell_batch(warp, request, site, sectors_of(site, request));
      }
      warp.counters->constant_requests += site.passes != 0 ? 1 : 0;  // 0: part of another one
      warp.counters->constant_passes += site.passes;
      warp.counters->constant_requests_by_register +=
          site.passes != 0 && info_of(warp, request).is_by_register ? 1u : 0u;
      warp.last_passes = site.passes;
      break;
    default: {
      const SectorSet& set = sectors_of(site, request);
      tell_batch(warp, request, site, set);
      account_global(warp, request, site, set);
      sectors = set.count;
      break;
    }
  }
  if (warp.worker->recording != nullptr) [[unlikely]] {
    warp.worker->recording->access(warp, request, site, sectors);
  }
}

}  // namespace warpschool::sim
