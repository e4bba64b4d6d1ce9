#include "exec/access.hpp"

#include "exec/grid.hpp"
#include "exec/speculation.hpp"
#include "memory/shadow.hpp"
#include "memory/window.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kReach = 1ull << 30;
constexpr std::uint64_t kMostShared = 1ull << 18;  // more than a block of any device has

/// The lanes' addresses in the request's space. Lanes of a generic access that point elsewhere drop
/// out of `lanes`.
std::array<DeviceAddress, kWarpSize> addresses_of(const Warp& warp, const AccessRequest& request,
                                                  LaneMask& lanes) {
  std::array<DeviceAddress, kWarpSize> result{};
  const auto* base = reinterpret_cast<const std::uint64_t*>(warp.frame + request.slot);
  lanes = request.active;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const LaneMask bit = LaneMask{1} << l;
    if ((request.active & bit) == 0) {
      continue;
    }
    const DeviceAddress address = base[l] + static_cast<std::uint64_t>(request.displacement);
    if (request.generic) {
      lanes &= space_of(address) == request.space ? ~LaneMask{0} : ~bit;
      result[l] = address - window_of(request.space);
    } else {
      result[l] = address;
    }
  }
  return result;
}

std::uint64_t bytes_in_space(const Warp& warp, const AccessRequest& request) {
  switch (request.space) {
    case Space::kShared:
      return warp.shared_bytes;
    case Space::kLocal:
      return warp.local_stride;
    case Space::kParam:
      return request.instruction->target == 0 ? warp.grid->program.parameter_bytes : ~0ull;
    default:
      return ~0ull;
  }
}

bool is_device_memory(Space space) {
  return space == Space::kGlobal || space == Space::kConst;
}

[[noreturn]] void fail(Warp& warp, const AccessRequest& request, FaultKind kind,
                       DeviceAddress address, LaneMask lanes) {
  GuestFault guest;
  Fault& fault = guest.fault;
  guest.lanes = lanes;
  fault.kind = kind;
  fault.space = request.space;
  fault.address = address;
  fault.access_bytes = request.bytes;
  fault.is_write = request.kind != AccessKind::kLoad;
  fault.is_atomic = request.kind == AccessKind::kAtomic;
  if (const std::uint64_t below = kSharedWindow - address;
      request.generic && below <= kMostShared) {
    // A generic address just below the window: an index below 0 in the first shared variable.
    fault.kind = FaultKind::kOutOfBounds;
    fault.space = Space::kShared;
    fault.address = 0 - below;
    fault.allocation = warp.grid->shared_allocation(0, request.bytes);
    fault.allocation->distance = -static_cast<std::int64_t>(below);
  } else if (is_device_memory(request.space)) {
    fault.allocation = warp.grid->memory.nearest(address, request.bytes);
  } else if (request.space == Space::kShared) {
    fault.allocation = warp.grid->shared_allocation(address, request.bytes);
  }
  throw guest;
}

unsigned lowest_lane(LaneMask mask) {
  return static_cast<unsigned>(__builtin_ctz(mask));
}

/// Passes over the banks: for every bank the number of distinct words, the largest counts. Accesses
/// of 8 and 16 bytes go by half and quarter warps.
struct BankPasses {
  unsigned passes = 0, ideal = 0, most_lanes = 0;
};

BankPasses count_banks(const std::int32_t* delta, std::uint32_t phase, LaneMask active,
                       std::uint32_t bytes) {
  const unsigned groups = bytes >= 16 ? 4 : bytes == 8 ? 2 : 1;
  const unsigned lanes = kWarpSize / groups;
  const unsigned words = bytes < 4 ? 1 : bytes / 4;
  BankPasses result;
  for (unsigned group = 0; group < groups; ++group) {
    std::uint8_t count[kSharedBanks] = {}, lanes_of[kSharedBanks] = {};
    std::int32_t seen[kSharedBanks][kWarpSize];
    unsigned most = 0;
    for (unsigned l = group * lanes; l < (group + 1) * lanes; ++l) {
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

/// The same for any access; `is_atomic`: the passes are those of atomics.
BankPasses bank_passes(const MemorySite& site, const AccessRequest& request, bool is_atomic) {
  if (request.bytes > 4) {
    BankPasses banks = count_banks(site.delta, site.phase, request.active, request.bytes);
    banks.passes = is_atomic ? banks.most_lanes : banks.passes;
    return banks;
  }
  BankPasses banks;
  banks.ideal = request.active != 0 ? 1 : 0;
  banks.passes = is_atomic ? most_lanes_of_a_bank(site.delta, site.phase, request.active)
                           : word_passes(site.delta, site.phase, request.active);
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
    // The tag stage takes 3.6 lines a clock (docs/TIME_MODEL.md).
    set.tag_passes[quarter] = static_cast<std::uint8_t>((lines[quarter] * 10 + 35) / 36);
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

void learn_counts(MemorySite& site, const AccessRequest& request) {
  switch (request.space) {
    case Space::kShared: {
      const BankPasses banks = bank_passes(site, request, request.kind == AccessKind::kAtomic);
      site.passes = static_cast<std::uint8_t>(banks.passes);
      site.ideal_passes = static_cast<std::uint8_t>(banks.ideal);
      break;
    }
    case Space::kConst: {
      std::array<std::int32_t, kWarpSize> distinct{};
      unsigned count = 0;
      for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
        distinct[count++] = site.delta[__builtin_ctz(rest)];
      }
      std::sort(distinct.begin(), distinct.begin() + count);
      site.passes = static_cast<std::uint8_t>(
          std::unique(distinct.begin(), distinct.begin() + count) - distinct.begin());
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

/// True: every group of lanes is uniform or consecutive.
bool learn_groups(MemorySite& site, const AccessRequest& request) {
  unsigned consecutive = 0;
  for (unsigned group = 0; group < kWarpSize / kGroupLanes; ++group) {
    const std::int32_t* const delta = site.delta + std::size_t{group} * kGroupLanes;
    const std::int32_t step = delta[1] - delta[0];
    if (step != 0 && step != static_cast<std::int32_t>(request.bytes)) {
      return false;
    }
    for (unsigned l = 2; l < kGroupLanes; ++l) {
      if (delta[l] - delta[l - 1] != step) {
        return false;
      }
    }
    consecutive |= step != 0 ? 1u << group : 0u;
  }
  site.consecutive_groups = static_cast<std::uint8_t>(consecutive);
  return true;
}

void learn_pattern(Warp& warp, MemorySite& site, const AccessRequest& request) {
  std::copy(warp.delta, warp.delta + kWarpSize, site.delta);
  std::fill(std::begin(site.sector_phases), std::end(site.sector_phases), 0u);
  site.mask = request.active;
  ++site.version;
  site.space = request.space;
  site.phase = static_cast<std::uint32_t>(request.first) & (kLineBytes - 1);
  site.low = site.high = 0;
  bool uniform = true;
  bool consecutive = request.active == kAllLanes;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    site.low = std::min(site.low, site.delta[l]);
    site.high = std::max(site.high, site.delta[l]);
    uniform &= site.delta[l] == 0;
    consecutive &= site.delta[l] == static_cast<std::int32_t>(l * request.bytes);
  }
  site.pattern = uniform                       ? Pattern::kUniform
                 : consecutive                 ? Pattern::kConsecutive
                 : learn_groups(site, request) ? Pattern::kGroups
                                               : Pattern::kGather;
  if (warp.counting) {
    learn_counts(site, request);
  }
}

void set_allocation(Warp& warp, const AccessRequest& request, MemorySite& site,
                    const Allocation& found) {
  if (warp.speculation != nullptr) {
    warp.speculation->enter(site, found, request.kind);
  }
  site.begin = found.begin;
  site.end = found.begin + found.bytes;
  site.backing = found.backing;
  site.shadow = found.shadow.get();
  site.generation = warp.grid->memory.generation();
}

}  // namespace

FaultKind kind_of_bad_address(const Memory& memory, DeviceAddress address) {
  constexpr DeviceAddress kFirstPage = 0x10000;
  if (memory.find_freed(address) != nullptr) {
    return FaultKind::kUseAfterFree;
  }
  const bool is_device =
      memory.in_device_window(address) || address < kFirstPage || (address >> 47) != 0;
  if (is_device || memory.find(address) != nullptr) {
    return FaultKind::kOutOfBounds;
  }
  // Managed and pinned memory lies among the host's own: close to it, an index went too far.
  constexpr std::int64_t kCloseBytes = 16384;
  const std::optional<AllocationRef> nearest = memory.nearest(address, 1);
  if (nearest && std::abs(nearest->distance) <= kCloseBytes) {
    return FaultKind::kOutOfBounds;
  }
  return is_host_address(address) ? FaultKind::kHostPointer : FaultKind::kOutOfBounds;
}

void fail_bounds(Warp& warp, const AccessRequest& request) {
  LaneMask lanes = 0;
  const auto address = addresses_of(warp, request, lanes);
  const std::uint64_t limit = bytes_in_space(warp, request);
  LaneMask outside = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    outside |=
        address[lane] > limit || request.bytes > limit - address[lane] ? LaneMask{1} << lane : 0;
  }
  fail(warp, request, FaultKind::kOutOfBounds,
       address[static_cast<unsigned>(__builtin_ctz(outside | 1u << 31))], outside);
}

LaneMask learn_access(Warp& warp, const AccessRequest& asked, MemorySite& site) {
  AccessRequest request = asked;
  LaneMask lanes = 0;
  const auto address = addresses_of(warp, request, lanes);
  const auto leader = static_cast<unsigned>(__builtin_ctz(lanes));
  const DeviceAddress first = address[leader];
  LaneMask misaligned = 0, outside = 0, apart = 0;
  const std::uint64_t limit = bytes_in_space(warp, request);
  const Memory& memory = warp.grid->memory;
  const bool in_memory = is_device_memory(request.space);
  const Allocation* allocation = in_memory ? memory.find(first, request.bytes) : nullptr;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const LaneMask bit = LaneMask{1} << lane;
    misaligned |= (address[lane] & (request.bytes - 1)) != 0 ? bit : 0;
    if (!in_memory) {
      outside |= address[lane] > limit || request.bytes > limit - address[lane] ? bit : 0;
    } else if (allocation == nullptr || !allocation->contains(address[lane], request.bytes)) {
      (memory.find(address[lane], request.bytes) == nullptr ? outside : apart) |= bit;
    }
    apart |= address[lane] - first + kReach >= 2 * kReach ? bit : 0;
  }
  const auto lane_of = [](LaneMask mask) { return static_cast<unsigned>(__builtin_ctz(mask)); };
  if (outside != 0) {
    const DeviceAddress wrong = address[lane_of(outside)];
    const FaultKind kind = in_memory ? kind_of_bad_address(memory, wrong) : FaultKind::kOutOfBounds;
    fail(warp, request, kind, wrong, outside);
  }
  if (misaligned != 0) {
    fail(warp, request, FaultKind::kMisaligned, address[lane_of(misaligned)], misaligned);
  }
  request.active = lanes & ~apart;
  request.first = first;
  for (unsigned l = 0; l < kWarpSize; ++l) {
    const bool served = (request.active >> l & 1u) != 0;
    warp.delta[l] = served ? static_cast<std::int32_t>(address[l] - first) : 0;
  }
  if (allocation != nullptr) {
    set_allocation(warp, request, site, *allocation);
  }
  learn_pattern(warp, site, request);
  return request.active;
}

void adopt_shared_pattern(Warp& warp, const AccessRequest& request, MemorySite& site,
                          Pattern pattern, std::int32_t low, std::int32_t high) {
  std::copy(warp.delta, warp.delta + kWarpSize, site.delta);
  site.mask = request.active;
  ++site.version;
  site.space = Space::kShared;
  site.phase = static_cast<std::uint32_t>(request.first) & (kLineBytes - 1);
  site.low = low;
  site.high = high;
  site.pattern =
      pattern == Pattern::kGather && learn_groups(site, request) ? Pattern::kGroups : pattern;
  if (warp.counting) {
    learn_counts(site, request);
  }
}

bool relocate(Warp& warp, const AccessRequest& request, MemorySite& site) {
  const Memory& memory = warp.grid->memory;
  const Allocation* found = memory.find(request.first, request.bytes);
  if (found == nullptr) {
    return false;
  }
  const DeviceAddress low = request.first + static_cast<DeviceAddress>(std::int64_t{site.low});
  const std::uint64_t extent =
      static_cast<std::uint64_t>(std::int64_t{site.high} - site.low) + request.bytes;
  if (!found->contains(low, extent)) {
    return false;
  }
  set_allocation(warp, request, site, *found);
  return true;
}

void spread_lanes(Warp& warp, std::uint32_t stride) {
  for (unsigned l = 0; l < kWarpSize; ++l) {
    warp.delta[l] += static_cast<std::int32_t>(l * stride);
  }
}

namespace {

const InstructionInfo& info_of(const Warp& warp, const AccessRequest& request) {
  const Program& program = warp.grid->program;
  return program.info[static_cast<std::size_t>(request.instruction - program.code.data())];
}

void account_shared(Warp& warp, const AccessRequest& request, const MemorySite& site) {
  Counters& counters = *warp.counters;
  warp.last_passes = site.passes;
  switch (request.kind) {
    case AccessKind::kLoad:
      ++counters.shared_load_requests;
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
      counters.shared_atomic_passes += site.passes;
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
  ++counters.global_atomic_requests;
  counters.global_atomic_threads += count;
  counters.global_l1_passes += warp.last_passes;
  warp.last_level = static_cast<std::uint8_t>(HitLevel::kL2);
  warp.worker->traffic->atomic({addresses.data(), count}, info_of(warp, request).is_float,
                               counters);
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
  const auto threads = count_lanes(request.active);
  counters.global_l1_passes += warp.last_passes;
  if (request.kind == AccessKind::kLoad) {
    ++counters.global_load_requests;
    counters.global_load_sectors += set.count;
    counters.global_load_threads += threads;
    const bool through_l1 = !info_of(warp, request).is_strong;
    const HitLevel level =
        warp.worker->traffic->load({sectors.data(), set.count}, counters, through_l1);
    warp.last_level = static_cast<std::uint8_t>(level);
  } else {
    ++counters.global_store_requests;
    counters.global_store_sectors += set.count;
    counters.global_store_threads += threads;
    warp.worker->traffic->store({sectors.data(), set.count}, set.full, counters);
  }
}

/// What a wave has to know of an access to device memory.
void tell_wave(Warp& warp, const AccessRequest& request, const MemorySite& site,
               const SectorSet& set) {
  if (warp.speculation != nullptr && !warp.speculation->passes(request.kind, site, set.count)) {
    warp.speculation->access(request, site, set);
  }
}

}  // namespace

void account_access(Warp& warp, const AccessRequest& request, MemorySite& site) {
  warp.last_space = request.space;
  switch (request.space) {
    case Space::kShared:
      account_shared(warp, request, site);
      break;
    case Space::kLocal:
      ++(request.kind == AccessKind::kLoad ? warp.counters->local_load_requests
                                           : warp.counters->local_store_requests);
      warp.last_passes = 1;
      break;
    case Space::kConst:
      if (warp.speculation != nullptr) {
        tell_wave(warp, request, site, sectors_of(site, request));
      }
      ++warp.counters->constant_requests;
      warp.counters->constant_passes += site.passes;
      warp.last_passes = site.passes;
      break;
    default: {
      const SectorSet& set = sectors_of(site, request);
      tell_wave(warp, request, site, set);
      account_global(warp, request, site, set);
      break;
    }
  }
}

}  // namespace warpschool::sim
