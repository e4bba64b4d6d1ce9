// Values that come from shared or local memory which nobody has written, followed through the
// registers and the memory of a block until something depends on them.
//
// Threads without work read such memory in right programs: those of a tile that lie outside the
// matrix go through the loop with the others and drop their sums. So the read itself is no mistake.
// The mistake is to use the value: in a branch, an address, an atomic, a store to global memory, or
// a call of the host. (The idea of definedness that is checked where it matters: Seward and
// Nethercote, Using Valgrind to detect undefined value errors with bit-precision, 2005, section 2.)
// A stored value leaves its bytes unwritten: who reads them reads the same value.
#pragma once

#include "exec/schedule/warp.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {

class Block;
class Grid;
struct AccessRequest;

/// The lowest lane of some.
inline unsigned first_of(LaneMask lanes) {
  return static_cast<unsigned>(__builtin_ctz(lanes));
}

class UndefinedValues {
 public:
  explicit UndefinedValues(const Grid& grid) : grid_(grid) {}

  /// A load found bytes that nobody wrote.
  /// @param lanes who read them
  /// @param is_half_written other bytes of the number were written
  void found(const Warp& warp, const AccessRequest& request, const MemorySite& site, LaneMask lanes,
             bool is_half_written);
  /// A shuffle asked for values of lanes that do not take part in it.
  /// @param lanes who did
  /// @param sources of whom, by lane
  void asked_in_vain(const Warp& warp, LaneMask lanes,
                     const std::array<std::uint8_t, kWarpSize>& sources);
  /// Did an earlier store leave a followed value in those bytes of the lane?
  bool holds(const Warp& warp, Space space, unsigned lane, std::uint64_t begin,
             std::uint32_t bytes) const;

  /// After the instruction at warp.pc was executed. Throws GuestFault, or has the launch remember
  /// the fault, if something depends on a value.
  void follow(Warp& warp, const Decoded& i, LaneMask active);
  /// Before a step that decides where lanes go on.
  void decide(Warp& warp, const Decoded& i, LaneMask active);
  /// Arguments or results.
  void pass(Warp& warp, const std::vector<ParameterSlot>& from,
            const std::vector<ParameterSlot>& to, LaneMask active);
  /// The instruction at warp.pc failed: because of a value that it was given?
  void explain_failure(Warp& warp, LaneMask lanes);

 private:
  /// A load of one warp, or a shuffle (of the space kReg: the addresses are lanes); a lane's first
  /// read of several.
  struct Origin {
    bool is_shuffle() const { return space == Space::kReg; }
    std::uint32_t warp = 0, pc = 0, bytes = 0;
    Space space = Space::kShared;
    LaneMask lanes = 0;
    bool is_half_written = false;
    SourceLocation where;
    std::array<DeviceAddress, kWarpSize> addresses{};
  };
  /// A lane's read: an index of origins_ * kWarpSize + the lane.
  using Read = std::uint32_t;
  /// What a register holds.
  struct Value {
    LaneMask lanes = 0;  ///< 0: nothing that is followed
    std::array<Read, kWarpSize> reads{};

    void take(const Value& other, LaneMask which);
    void set(unsigned lane, Read read);
  };

  struct Register {
    std::uint32_t warp = 0;
    Value value;
  };
  static constexpr std::uint32_t kSlotUnit = 4;  ///< bytes; no two registers begin in one

  const Value* find(const Warp& warp, std::uint32_t slot) const;
  Value& need(const Warp& warp, std::uint32_t slot);
  LaneMask lanes_of(const Warp& warp, std::uint32_t slot) const;
  void assign(const Warp& warp, std::uint32_t slot, const Value& value, LaneMask active);
  Origin& origin_of(const Warp& warp, Space space, std::uint32_t bytes, LaneMask active,
                    bool is_half_written);
  void add_read(const Origin& origin, unsigned lane);
  bool is_of_shuffle(Read read) const { return origins_[read / kWarpSize].is_shuffle(); }
  void keep(const Warp& warp, Space space, unsigned lane, std::uint64_t begin, std::uint32_t bytes,
            Read read);
  const Read* in_memory(const Warp& warp, Space space, unsigned lane, std::uint64_t begin,
                        std::uint32_t bytes) const;

  // definedness_flow.cpp
  Value combined(const Warp& warp, const Decoded& i, LaneMask active) const;
  Value chosen(const Warp& warp, const Decoded& i, LaneMask active) const;
  Value of_predicates(const Warp& warp, const Decoded& i, bool decisive, LaneMask active) const;
  Value computed(const Warp& warp, const Decoded& i, LaneMask active) const;
  Value exchanged(Warp& warp, const Decoded& i, LaneMask active) const;
  void load(Warp& warp, const Decoded& i, LaneMask active);
  void store(Warp& warp, const Decoded& i, LaneMask active);
  void enter(Warp& warp, const CallSite& site, LaneMask active);
  bool store_lane(const Warp& warp, const Decoded& i, unsigned lane, std::uint32_t offset,
                  std::uint32_t bytes, Read read);

  /// Something depends on what lanes of `active` have in the slot.
  void use(Warp& warp, std::uint32_t slot, LaneMask active);
  void use_any(Warp& warp, LaneMask active);
  void use(Warp& warp, const Value& value, LaneMask active);
  Fault describe(const Warp& warp, const Value& value, LaneMask active) const;
  LaneMaskCause use_of_missing(const Warp& warp, const Origin& origin, unsigned lane) const;

  const Grid& grid_;
  std::vector<Origin> origins_;
  std::unordered_map<std::uint64_t, std::uint32_t> origin_at_;  ///< by warp and instruction
  std::deque<Register> registers_;                              ///< that ever held one
  std::vector<std::vector<std::uint32_t>>
      places_;  ///< by warp and slot: of registers_, from 1; 0: none
  std::unordered_map<std::uint64_t, Read> memory_;  ///< by byte
  Value loaded_;                                    ///< by the running instruction
};

}  // namespace warpschool::sim
