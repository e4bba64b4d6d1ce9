// Lane by lane: what comes before an access, and what is remembered of it.
#include "exec/races/race_check.hpp"

#include <algorithm>

namespace warpschool::sim {

using namespace shadow;

[[gnu::always_inline]] inline void RaceCheck::check_place(const Place& place, unsigned lane,
                                                          DeviceAddress address, Entry now) {
  Entry& writer = place.writer;
  Entry& reader = place.reader;
  const bool stores = request_.kind != AccessKind::kLoad;
  const bool is_idle = (idle_ >> lane & 1u) != 0;
  if (is_before(writer, now, limits_, kThreadBits) >= 0 && !is_of_mate(writer, now)) {
    const bool may_meet =
        kind_of(writer) == kStrong && may_meet_strong(writer) && !loses_update(writer);
    if (!may_meet && !is_ordered(writer, now, true)) {
      if (!stores || !writes_same(writer, place, lane, address)) {
        report(address, lane, writer, true);
      }
      note_same_value(address, lane, writer, true);
    }
  }
  if (stores && is_before(reader, with_kind(now, kAlone), limits_, kThreadBits | kKindBits) >= 0 &&
      !is_of_mate(reader, now)) {
    const bool may_meet = kind_of(reader) == kStrongReader && may_meet_strong(reader);
    // Of several warps' volatile reads: those of others may meet this one, if it is no plain write.
    const bool is_known = is_strong_ && kind_of(reader) == kStrongReader;
    const Entry before = is_known && others_of(reader) == kBlock ? with_bytes(reader, 0xf) : reader;
    if (!may_meet && !is_ordered(before, now, false)) {
      if (!is_idle) {
        report(address, lane, reader, false);
      }
      note_same_value(address, lane, reader, false);
    }
  }
  if (!stores || is_idle) {
    remember_reader(reader, place.other, now);
  } else if (!hides_plain_write(writer, now)) {
    if (is_strong_ && !is_shared_ && others_may_meet(writer, limits_)) {
      reader = writer;
    }
    if (is_among_streams()) {
      hide_writer(writer, place.address, place.bytes);
    }
    writer = now;
  }
}

void RaceCheck::run_lanes() {
  if (is_among_streams() && (!writes_ || idle_ != 0)) {
    hide_reads();
  }
  for (LaneMask rest = request_.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const DeviceAddress address = lane_address(lane);
    const Entry now = base_ + lane_tag(lane, 0xf);
    const auto [begin, end] = words_from(address);
    for (std::ptrdiff_t word = begin; word < end; ++word) {
      const DeviceAddress first =
          ((request_.first >> unit_shift_) + static_cast<DeviceAddress>(word)) << unit_shift_;
      const bool is_spread = words_.writers[word] == kPerWord;
      const auto parts = static_cast<std::uint32_t>(is_spread ? words_.parts.in_word() : 1);
      const std::uint32_t bytes = unit() / parts;
      for (std::uint32_t part = 0; part < parts; ++part) {
        const auto at = word * std::ptrdiff_t{parts} + std::ptrdiff_t{part};
        const Place place{(is_spread ? words_.parts.writers : words_.writers)[at],
                          (is_spread ? words_.parts.readers : words_.readers)[at],
                          !is_shared_ ? nullptr
                          : is_spread ? words_.part_others + at
                                      : words_.others + at,
                          first + DeviceAddress{part} * bytes, bytes};
        check_place(place, lane, address, now);
      }
    }
  }
}

/// An atomic of the thread that wrote plainly before, with no barrier in between: others' atomics
/// may still meet that write.
bool RaceCheck::hides_plain_write(Entry writer, Entry now) const {
  return is_strong_ && kind_of(writer) == kPlain && thread_of(writer) == thread_of(now) &&
         epoch_of(writer) >= grid_.ordering->first() &&
         is_before(writer, now, limits_, ~Entry{0}) >= 0;
}

/// One reader is remembered, and whether threads of its warp or of other warps read too. Of readers
/// in several blocks the first stays: it differs from most writers.
void RaceCheck::remember_reader(Entry& reader, Entry* other, Entry now) {
  const Entry own = is_strong_ ? kOwnBits : kThreadBits | kKindBits;
  if (is_before(reader, now, limits_, own) < 0 || is_of_mate(reader, now) ||
      is_ordered(reader, now, false)) {
    reader = now;
    return;
  }
  const bool was_strong = kind_of(reader) == kStrongReader;
  if (was_strong != is_strong_) {
    reader = is_strong_ ? reader : now;  // plain reads race with more
    return;
  }
  const bool of_block = is_shared_ || epoch_of(reader) >= order_.resumed ||
                        (epoch_of(reader) >= grid_.ordering->first() &&
                         grid_.ordering->block_of(epoch_of(reader)) == order_.index);
  if (!of_block) {
    return;
  }
  if (thread_of(reader) == thread_of(now)) {
    reader = others_of(reader) == kAlone ? now : reader;  // with lanes that read at once
    return;
  }
  remember_other(reader, other);
  const bool same_warp = thread_of(reader) / kWarpSize == warp_.index;
  const bool of_warp = same_warp && others_of(reader) != kBlock;
  reader = was_strong ? with_bytes(now, of_warp ? kStrongOfWarp : kStrongOfBlock)
                      : with_kind(now, of_warp ? kWarp : kBlock);
}

void RaceCheck::remember_other(const Entry& reader, Entry* other) {
  if (other != nullptr) {
    *other = reader;
  } else {
    grid_.other_readers.remember(&reader, reader);
  }
}

/// Words of which some have no reader yet that says enough.
void RaceCheck::remember_readers(const WordRun& run) {
  for (std::uint32_t i = 0; i < run.count; ++i) {
    Entry& reader = run.readers[run.word(i)];
    Entry* const other = is_shared_ ? words_.others + (&reader - words_.readers) : nullptr;
    remember_reader(reader, other, run.base + run.tag(i));
  }
}

/// Atomic and volatile accesses are made to meet others. But volatile is no
/// __syncwarp: lanes that exchange words of shared memory through it rely on
/// lockstep.
bool RaceCheck::may_meet_strong(Entry before) const {
  if (!is_strong_ || leaves_scope(before)) {
    return false;
  }
  const bool same_warp = thread_of(before) / kWarpSize == warp_.index;
  if (!is_shared_ || !same_warp || request_.kind == AccessKind::kAtomic ||
      place_of(before) == kUnknownPlace) {
    return true;
  }
  return !grid_.program.info[place_of(before)].is_strong || is_atomic_at(place_of(before));
}

/// Is one of these two accesses one step for the threads of its block only, and the other one
/// another block's (PTX ISA, "Morally strong operations")?
bool RaceCheck::leaves_scope(Entry before) const {
  const Epoch epoch = epoch_of(before);
  if (is_shared_ || !grid_.program.has_block_scope || epoch < grid_.ordering->first() ||
      epoch >= order_.resumed || grid_.ordering->block_of(epoch) == order_.index) {
    return false;
  }
  const std::vector<InstructionInfo>& info = grid_.program.info;
  const auto at = static_cast<std::size_t>(request_.instruction - grid_.program.code.data());
  return info[at].is_of_block ||
         (place_of(before) != kUnknownPlace && info[place_of(before)].is_of_block);
}

/// What another thread made of the value since this one read it, or reads it before this one
/// writes.
bool RaceCheck::loses_update(Entry writer) const {
  const std::uint32_t place = place_of(writer);
  return is_update_ && place != kUnknownPlace && epoch_of(writer) >= grid_.ordering->first() &&
         (grid_.program.info[place].is_update || is_atomic_at(place));
}

bool RaceCheck::is_atomic_at(std::uint32_t place) const {
  if (place == kUnknownPlace) {
    return true;  // it may be
  }
  const Opcode opcode = grid_.program.info[place].opcode;
  return opcode == Opcode::kAtom || opcode == Opcode::kRed;
}

/// The long way of is_before(): by warp, by release and acquire.
bool RaceCheck::is_ordered(Entry before, Entry now, bool before_writes) const {
  const Epoch epoch = epoch_of(before);
  if (is_shared_ && epoch < order_.start) {
    return true;
  }
  if (epoch < grid_.ordering->first()) {
    return is_earlier_ordered(before);
  }
  const bool of_block =
      is_shared_ || epoch >= order_.resumed || grid_.ordering->block_of(epoch) == order_.index;
  const WarpOrder& warp = order_.warps[warp_.index];
  if (of_block) {
    if (epoch < order_.barrier) {
      return true;
    }
    const Entry readers = before_writes ? kAlone : others_of(before);
    const bool same_warp = thread_of(before) / kWarpSize == warp_.index;
    if (same_warp && readers != kBlock) {
      const Epoch met =
          readers == kWarp || warp.groups.empty()
              ? warp.synced  // of which lanes the readers were is not known
              : warp.met_by(thread_of(before) % kWarpSize, thread_of(now) % kWarpSize);
      if (epoch < met) {
        return true;
      }
    }
    if (thread_of(before) == thread_of(now) && readers != kWarp && readers != kBlock) {
      return true;
    }
  }
  const Epoch acquired = std::max(warp.acquired, order_.acquired);
  const bool before_release = !before_writes || kind_of(before) == kStrong;
  return grid_.ordering->published(epoch, thread_of(before), before_release, acquired,
                                   order_.index);
}

}  // namespace warpschool::sim
