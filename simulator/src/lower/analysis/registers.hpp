// The registers of a lowered program: the constants among them, who sets each, and who reads it.
//
// Unlike def-use chains this takes a register as a whole, wherever in the program it is used. It
// serves analyses whose result belongs to a register, such as a mask of lanes that is kept beside
// it.
#pragma once

#include "lower/program/program.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace warpschool::sim {

using Slots = std::unordered_set<std::uint32_t>;

/// A read of a parameter of the kernel: lowering makes a move from the launch's constants of it.
inline bool reads_parameter(const Decoded& i, const InstructionInfo& info) {
  return info.opcode == Opcode::kLd && i.space == Space::kReg;
}

/// The slots that no instruction changes.
class Constants {
 public:
  /// @param program must outlive it, and keep its constants.
  explicit Constants(const Program& program);

  /// nullptr: instructions set it, or nobody does.
  const ConstantSlot* find(std::uint32_t slot) const;
  /// Its number, if it is an immediate.
  std::optional<std::uint64_t> number(std::uint32_t slot) const;

 private:
  const Program& program_;
  std::unordered_map<std::uint32_t, std::uint32_t> indices_;  ///< by slot
};

/// Who sets and reads the slots that instructions change.
class Registers {
 public:
  using Instructions = std::vector<std::uint32_t>;

  /// @param program must outlive it, and keep its instructions.
  Registers(const Program& program, const Constants& constants);

  /// The instructions that set it, in their order.
  const Instructions& setters(std::uint32_t slot) const { return find(setters_, slot); }
  /// The instructions that read it, in their order.
  const Instructions& readers(std::uint32_t slot) const { return find(readers_, slot); }

  /// Adds to `slots` what is made of them, by instructions of which `passes_on` holds.
  template <typename PassesOn>
  void add_results(Slots& slots, PassesOn passes_on) const {
    spread(slots, readers_, passes_on, &InstructionInfo::destinations);
  }
  /// Adds to `slots` what they are made of, by instructions of which `passes_on` holds.
  template <typename PassesOn>
  void add_sources(Slots& slots, PassesOn passes_on) const {
    spread(slots, setters_, passes_on, &InstructionInfo::sources);
  }

 private:
  using BySlot = std::unordered_map<std::uint32_t, Instructions>;

  static const Instructions& find(const BySlot& by_slot, std::uint32_t slot) {
    static const Instructions kNone;
    const auto found = by_slot.find(slot);
    return found == by_slot.end() ? kNone : found->second;
  }

  template <typename PassesOn>
  void spread(Slots& slots, const BySlot& instructions, PassesOn passes_on,
              std::vector<std::uint32_t> InstructionInfo::*other_side) const {
    std::vector<std::uint32_t> work(slots.begin(), slots.end());
    while (!work.empty()) {
      const std::uint32_t slot = work.back();
      work.pop_back();
      for (const std::uint32_t at : find(instructions, slot)) {
        const InstructionInfo& info = program_.info[at];
        if (!passes_on(info)) {
          continue;
        }
        std::copy_if((info.*other_side).begin(), (info.*other_side).end(), std::back_inserter(work),
                     [&](std::uint32_t reached) { return slots.insert(reached).second; });
      }
    }
  }

  const Program& program_;
  BySlot setters_, readers_;
};

}  // namespace warpschool::sim
