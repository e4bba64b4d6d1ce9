// Who makes the value that an instruction finds in a register: def-use chains, followed backwards.
#pragma once

#include "lower/analysis/def_use.hpp"
#include "lower/analysis/frame_scalar.hpp"
#include "lower/program/program.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

/// An atomic with two operands beside its address: a compare-and-swap (PTX ISA, atom).
inline bool is_swap(const Decoded& i, const InstructionInfo& info) {
  return info.opcode == Opcode::kAtom && i.c != kNoSlot;
}

class ValueMakers {
 public:
  /// Both must outlive it.
  ValueMakers(const Program& program, const DefUse& def_use)
      : program_(program), def_use_(def_use) {}

  /// The instructions that may have made what `reader` finds in `slot`. Behind one for which
  /// `passes(decoded, info)` holds, those that made its own operands count, too, and so on: through
  /// phis, and through scalars of the stack frame. Parameters of the kernel are made by nobody.
  template <typename Passes>
  DefUse::Instructions of(std::uint32_t reader, std::uint32_t slot, Passes passes) const {
    DefUse::Instructions found;
    std::vector<std::uint32_t> work{def_use_.read(reader, slot)};
    while (!work.empty()) {
      const std::uint32_t value = work.back();
      work.pop_back();
      if (value == kNoValue) {
        continue;
      }
      for (const std::uint32_t at : def_use_.definitions(value)) {
        const Decoded& i = program_.code[at];
        const InstructionInfo& info = program_.info[at];
        const bool is_parameter = info.opcode == Opcode::kLd && i.space == Space::kReg;
        if (is_parameter || !found.insert(at).second || !passes(i, info)) {
          continue;
        }
        if (is_frame_scalar(i, info) && info.opcode == Opcode::kLd) {
          work.push_back(def_use_.scalar(at));
          continue;
        }
        for (const std::uint32_t source : info.sources) {
          work.push_back(def_use_.read(at, source));
        }
      }
    }
    return found;
  }

 private:
  const Program& program_;
  const DefUse& def_use_;
};

}  // namespace warpschool::sim
