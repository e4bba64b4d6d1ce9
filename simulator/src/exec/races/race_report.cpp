// Makes a fault of a race: who accessed what, when, and what would have ordered it.
#include "exec/races/race_check.hpp"
#include "lower/analysis/frame_scalar.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace warpschool::sim {

using namespace shadow;

namespace {

/// Where an instruction's address comes from: a register, or a scalar of the stack frame, from
/// which unoptimised code loads it anew for each statement.
struct AddressSource {
  std::uint32_t slot = kNoSlot;
  std::int64_t place = 0;  ///< in the frame
  bool in_frame = false;
  bool operator==(const AddressSource&) const = default;
};

bool writes(const InstructionInfo& info, std::uint32_t slot) {
  return std::count(info.destinations.begin(), info.destinations.end(), slot) != 0;
}

/// Always followed by the next instruction.
bool is_straight(const Decoded& i) {
  return i.step == Step::kPlain || i.step == Step::kInTurn;
}

AddressSource address_source(const Program& program, std::uint32_t access) {
  const std::uint32_t address = program.code[access].a;
  for (std::uint32_t at = access; at-- > 0 && is_straight(program.code[at]);) {
    const Decoded& i = program.code[at];
    if (writes(program.info[at], address)) {
      return is_frame_scalar(i, program.info[at]) && program.info[at].opcode == Opcode::kLd
                 ? AddressSource{i.a, i.displacement, true}
                 : AddressSource{address, 0, false};
    }
  }
  return {address, 0, false};
}

bool changes(const Program& program, std::uint32_t at, const AddressSource& source) {
  const Decoded& i = program.code[at];
  const InstructionInfo& info = program.info[at];
  return source.in_frame ? info.opcode == Opcode::kSt && is_frame_scalar(i, info) &&
                               i.displacement == source.place
                         : writes(info, source.slot);
}

/// Does the code read a place and write it a few instructions on, by the same address? Not if only
/// some threads go from the one to the other.
bool writes_back(const Program& program, std::uint32_t load, std::uint32_t store) {
  const Decoded& from = program.code[load];
  const Decoded& to = program.code[store];
  if (load >= store || program.info[load].opcode != Opcode::kLd ||
      program.info[store].opcode != Opcode::kSt || from.a == kNoSlot ||
      from.displacement != to.displacement || to.guard != kNoSlot) {
    return false;
  }
  const AddressSource source = address_source(program, load);
  if (source != address_source(program, store)) {
    return false;
  }
  for (std::uint32_t at = load; at <= store; ++at) {
    if (!is_straight(program.code[at]) || changes(program, at, source)) {
      return false;
    }
  }
  return true;
}

/// Does the kernel look at what its atomics or volatile loads find, as flags and locks do?
bool has_flags(const std::vector<InstructionInfo>& program) {
  return std::any_of(program.begin(), program.end(), [](const InstructionInfo& info) {
    return info.opcode == Opcode::kAtom ? info.result_compared
                                        : info.opcode == Opcode::kLd && info.may_meet_others();
  });
}

}  // namespace

/// What lane `lane` stores; false: it is no plain store.
bool RaceCheck::stored_bytes(unsigned lane, std::array<std::byte, 16>& bytes) const {
  const Decoded& i = *request_.instruction;
  const InstructionInfo& info =
      grid_.program.info[static_cast<std::size_t>(&i - grid_.program.code.data())];
  if (request_.kind != AccessKind::kStore || info.opcode != Opcode::kSt ||
      info.element_bytes == 0) {
    return false;
  }
  const std::uint32_t slots[] = {i.d, i.b, i.c, i.e};
  for (unsigned n = 0; n * info.element_bytes < request_.bytes; ++n) {
    std::memcpy(bytes.data() + std::size_t{n} * info.element_bytes,
                warp_.frame + slots[n] + std::size_t{lane} * info.register_bytes,
                info.element_bytes);
  }
  return true;
}

/// Two threads that write one value make no difference to the program.
bool RaceCheck::writes_same(Entry before, const Place& place, unsigned lane,
                            DeviceAddress address) const {
  std::array<std::byte, 16> now{}, other{};
  if (kind_of(before) != kPlain || !stored_bytes(lane, now)) {
    return false;
  }
  const std::byte* const memory = is_shared_ ? warp_.shared : site_.backing - site_.begin;
  const std::byte* earlier = memory + place.address;
  const auto other_lane = thread_of(before) % kWarpSize;
  const bool in_this_access = thread_of(before) / kWarpSize == warp_.index &&
                              epoch_of(before) == epoch_of(base_) &&
                              place_of(before) == place_of(base_) && other_lane < lane &&
                              (request_.active >> other_lane & 1u) != 0;
  if (in_this_access) {
    const DeviceAddress other_address = lane_address(other_lane);
    const bool covers = other_address < place.address + place.bytes &&
                        other_address + request_.bytes > place.address;
    if (covers && stored_bytes(other_lane, other)) {
      earlier = other.data() + static_cast<std::ptrdiff_t>(place.address - other_address);
    }
  }
  const std::byte* const mine = now.data() + static_cast<std::ptrdiff_t>(place.address - address);
  return std::equal(mine, mine + place.bytes, earlier);
}

/// Who read before the reader of a word; 0: it is not known.
Entry RaceCheck::other_reader(const Entry& reader) const {
  if (!is_shared_) {
    return grid_.other_readers.find(&reader);
  }
  const auto in = [&](const std::vector<Entry>& readers) {
    return !readers.empty() && &reader >= readers.data() &&
           &reader < readers.data() + readers.size();
  };
  if (in(block_.shared_readers)) {
    return block_.shared_others[static_cast<std::size_t>(&reader - block_.shared_readers.data())];
  }
  return in(block_.shared_byte_readers) ? block_.shared_byte_others[static_cast<std::size_t>(
                                              &reader - block_.shared_byte_readers.data())]
                                        : 0;
}

/// The entry of who raced with this lane, by the entry of the word: not the lane itself where
/// several threads read. 0: it is not known.
/// @param is_thread_known set to false if it was a lane of that entry's warp, and not known which
Entry RaceCheck::party(const Entry& place, unsigned lane, bool before_writes,
                       bool* is_thread_known) const {
  const bool has_others = !before_writes && others_of(place) != kAlone;
  if (!has_others || thread_of(place) != warp_.index * kWarpSize + lane) {
    return place;
  }
  Entry before = other_reader(place);
  if (before != 0 && is_ordered(before, base_ | lane_tag(lane, 0xf), false)) {
    before = 0;  // one of an earlier turn
  }
  if (before == 0 && others_of(place) == kWarp) {
    *is_thread_known = false;  // they read it in one instruction: which lanes did is not kept
    return place;
  }
  return before;
}

Fault RaceCheck::describe(DeviceAddress address, unsigned lane, const Entry& place,
                          bool before_writes) const {
  Fault fault;
  fault.kind = FaultKind::kRace;
  fault.space = request_.space;
  fault.address = address;
  fault.access_bytes = request_.bytes;
  fault.is_write = request_.kind != AccessKind::kLoad;
  fault.is_atomic = request_.kind == AccessKind::kAtomic;
  fault.allocation = is_shared_ ? grid_.shared_allocation(address, request_.bytes)
                                : grid_.memory.nearest(address, request_.bytes);
  if (epoch_of(place) < grid_.ordering->first()) {
    fault.other = earlier_party(place, before_writes);
    return fault;
  }
  bool is_thread_known = true;
  const Entry before = party(place, lane, before_writes, &is_thread_known);
  if (before == 0) {
    return fault;
  }
  RaceParty other;
  if (place_of(before) != kUnknownPlace) {
    other.where = grid_.location(place_of(before));
  }
  other.block = is_shared_ ? block_.position()
                           : grid_.block_position(grid_.ordering->block_of(epoch_of(before)));
  Warp origin;
  origin.index = thread_of(before) / kWarpSize;
  other.thread = block_.thread_position(origin, thread_of(before) % kWarpSize);
  other.is_thread_known = is_thread_known;
  other.is_write = before_writes;
  if (place_of(before) != kUnknownPlace) {
    const Opcode opcode = grid_.program.info[place_of(before)].opcode;
    other.is_atomic = opcode == Opcode::kAtom || opcode == Opcode::kRed;
    other.is_write = before_writes || opcode == Opcode::kSt;  // one that was recorded as a read
  }
  fault.other = other;
  return fault;
}

/// Of this access and the one before, does one read what the other writes back, changed?
bool RaceCheck::changes_value(const Entry& place, unsigned lane, bool before_writes) const {
  bool is_thread_known = true;
  const Entry before = party(place, lane, before_writes, &is_thread_known);
  const bool reads = request_.kind == AccessKind::kLoad;
  const std::uint32_t reader = place_of(reads ? base_ : before);
  const std::uint32_t writer = place_of(reads ? before : base_);
  return reads == before_writes && reader != kUnknownPlace && writer != kUnknownPlace &&
         writes_back(grid_.program, reader, writer);
}

void RaceCheck::report(DeviceAddress address, unsigned lane, const Entry& before,
                       bool before_writes) {
  GuestFault guest;
  guest.fault = describe(address, lane, before, before_writes);
  guest.lanes = LaneMask{1} << lane;
  if (guest.fault.other && !guest.fault.other->work) {
    add_barriers(before, *guest.fault.other);
  }
  const bool reads = request_.kind == AccessKind::kLoad;
  const std::uint32_t reader = place_of(reads ? base_ : before);
  const bool is_plain = !guest.fault.is_atomic && guest.fault.other &&
                        !guest.fault.other->is_atomic && !guest.fault.other->work;
  if (is_strong_ && leaves_scope(before) && guest.fault.other) {
    guest.fault.cause = RaceCause::kBlockScope;
  } else if (is_plain && is_update_ && before_writes) {
    guest.fault.cause = RaceCause::kLostUpdate;
  } else if (is_plain && !is_shared_ &&
             (grid_.ordering->is_flag_left() || (reads && block_.order.saw_left_flag))) {
    guest.fault.cause = RaceCause::kFlagWasSet;
  } else if (is_plain && !is_shared_ && grid_.config.cooperative) {
    guest.fault.cause = RaceCause::kInCooperativeLaunch;
  } else if (is_plain && is_volatile_) {
    guest.fault.cause = changes_value(before, lane, before_writes) ? RaceCause::kLostUpdate
                                                                   : RaceCause::kVolatileData;
  } else if (is_plain && !is_shared_ && reads == before_writes && reader != kUnknownPlace &&
             grid_.program.info[reader].only_compared && guest.fault.allocation &&
             guest.fault.allocation->bytes != request_.bytes) {
    guest.fault.cause = RaceCause::kOnlyCompared;
  } else if (is_plain && changes_value(before, lane, before_writes) &&
             (reads || is_line_of(grid_.location(reader), guest.fault.other->where))) {
    guest.fault.cause = RaceCause::kReadAndWrittenBack;
  } else if (is_plain && !is_shared_ && has_flags(grid_.program.info)) {
    guest.fault.cause = RaceCause::kBesideFlags;
  }
  throw guest;
}

void RaceCheck::note_same_value(DeviceAddress address, unsigned lane, const Entry& before,
                                bool before_writes) {
  const auto at = static_cast<std::uint32_t>(request_.instruction - grid_.program.code.data());
  if (!grid_.wants_note(FaultKind::kSameValueWrite, at)) {
    return;
  }
  Fault note = describe(address, lane, before, before_writes);
  note.kind = FaultKind::kSameValueWrite;
  grid_.complete(note, block_, warp_, LaneMask{1} << lane, at);
  grid_.notes.push_back(std::move(note));
}

}  // namespace warpschool::sim
