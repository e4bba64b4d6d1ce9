// Scalars in the stack frame of unoptimised code.
#pragma once

#include "lower/analysis/registers.hpp"
#include "lower/isa/form.hpp"
#include "lower/program/program.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

/// Is it a load or a store of a variable at a fixed place of its function's stack frame?
inline bool is_frame_scalar(const Decoded& i, const InstructionInfo& info) {
  return (info.opcode == Opcode::kLd || info.opcode == Opcode::kSt) && i.space != Space::kParam &&
         i.target != 0;
}

/// Where the scalars of each function end: behind them lie variables whose address somebody took,
/// which may be written through pointers.
class FrameScalars {
 public:
  /// Of which function, and where.
  using Key = std::uint64_t;

  /// Both must outlive it.
  FrameScalars(const Program& program, const Constants& constants);

  /// The key of the scalar that a load or store accesses; 0: it is none.
  Key place(std::uint32_t index) const;
  /// The same, but 0 if it may be written through a pointer.
  Key key(std::uint32_t index) const;

 private:
  std::uint32_t function_of(std::uint32_t index) const;
  void note_address(std::uint32_t index);
  std::uint32_t offset_of(const Decoded& i, const InstructionInfo& info) const;

  const Program& program_;
  const Constants& constants_;
  std::vector<std::uint32_t> entries_, ends_, frame_slots_;
};

}  // namespace warpschool::sim
