// Finds what the reader of a flag may rely on.
#include "exec/races/synchronizes_with.hpp"

#include "exec/launch/grid.hpp"
#include "exec/races/race_sectors.hpp"

#include <algorithm>
#include <cstring>

namespace warpschool::sim {

using namespace shadow;

namespace {

/// Lanes of one atomic that share a word read what the others of them wrote, after all releases.
bool may_meet_each_other(const AccessRequest& request, const MemorySite& site) {
  return request.kind == AccessKind::kAtomic && (request.active & (request.active - 1)) != 0 &&
         site.pattern != Pattern::kConsecutive;
}

/// What a thread reads of its own writes it learnt when it made them.
bool is_own(const Warp& warp, unsigned lane, Entry writer) {
  const BlockOrder& order = warp.block->order;
  return thread_of(writer) == warp.index * kWarpSize + lane && kind_of(writer) == kStrong &&
         warp.grid->ordering->block_of(epoch_of(writer)) == order.index;
}

}  // namespace

Entry writer_of(const RaceWords& words, DeviceAddress first, DeviceAddress byte) {
  const auto from_first = [&](std::uint64_t unit) {
    return static_cast<std::ptrdiff_t>(byte / unit) - static_cast<std::ptrdiff_t>(first / unit);
  };
  // NOLINTBEGIN(clang-analyzer-core.NullDereference): kPerByte says that there are parts
  if (words.sector_writers != nullptr) {
    const Entry of_all = words.sector_writers[from_first(kSectorBytes)];
    if (of_all == kPerByte) {
      return words.parts.at(from_first(4)).writers[words.parts.part_of(byte)];
    }
    if (of_all != kPerWord && of_all != 0) {
      return byte_of_sector(of_all, static_cast<unsigned>(byte % kSectorBytes));
    }
  }
  const std::ptrdiff_t word = from_first(4);
  return words.writers[word] == kPerWord ? words.parts.at(word).writers[words.parts.part_of(byte)]
                                         : words.writers[word];
  // NOLINTEND(clang-analyzer-core.NullDereference)
}

namespace {

/// What a lane is about to write; nullptr: it depends on what is there.
const std::byte* new_value(const Warp& warp, const AccessRequest& request, unsigned lane) {
  const Decoded& i = *request.instruction;
  const InstructionInfo& info =
      warp.grid->program.info[static_cast<std::size_t>(&i - warp.grid->program.code.data())];
  if (info.opcode == Opcode::kSt) {
    return info.element_bytes == request.bytes
               ? warp.frame + i.d + std::size_t{lane} * info.register_bytes
               : nullptr;
  }
  return info.overwrites ? warp.frame + i.b + std::size_t{lane} * request.bytes : nullptr;
}

}  // namespace

bool leaves_flag_as_it_was(const Warp& warp, const AccessRequest& request, const MemorySite& site,
                           const RaceWords& words) {
  const HappensBefore& ordering = *warp.grid->ordering;
  const std::byte* const memory = site.backing + (request.first - site.begin);
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const std::byte* const value = new_value(warp, request, lane);
    if (value == nullptr || std::memcmp(value, memory + site.delta[lane], request.bytes) != 0) {
      return false;
    }
    const DeviceAddress begin =
        request.first + static_cast<DeviceAddress>(std::int64_t{site.delta[lane]});
    for (DeviceAddress word = begin; word < begin + request.bytes; word += 4) {
      const Epoch epoch = epoch_of(writer_of(words, request.first, word));
      if (epoch >= ordering.first() && !ordering.is_idle_release(epoch)) {
        return false;
      }
    }
  }
  return true;
}

std::optional<Epoch> synchronizes_with(const Warp& warp, const AccessRequest& request,
                                       const MemorySite& site, const RaceWords& words) {
  const HappensBefore& ordering = *warp.grid->ordering;
  if (!ordering.has_released() || may_meet_each_other(request, site)) {
    return std::nullopt;
  }
  Epoch until = 0;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const DeviceAddress begin =
        request.first + static_cast<DeviceAddress>(std::int64_t{site.delta[lane]});
    for (DeviceAddress word = begin; word < begin + request.bytes; word += 4) {
      const Entry writer = writer_of(words, request.first, word);  // of a flag, all bytes alike
      const Epoch epoch = epoch_of(writer);
      if (epoch < ordering.first() || is_own(warp, lane, writer)) {
        continue;
      }
      if (ordering.is_idle_release(epoch)) {
        warp.grid->ordering->note_left_flag();
        continue;
      }
      if (kind_of(writer) != kStrong) {
        return std::nullopt;  // an atomic may have come after it (RaceCheck::hides_plain_write)
      }
      until = std::max(until, ordering.end_of_release(epoch, thread_of(writer)));
    }
    if (site.pattern == Pattern::kUniform) {
      break;
    }
  }
  return until;
}

}  // namespace warpschool::sim
