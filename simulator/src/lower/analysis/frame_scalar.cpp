// Tells which scalars of a stack frame are only ever accessed by their place.
#include "lower/analysis/frame_scalar.hpp"

#include <algorithm>

namespace warpschool::sim {

FrameScalars::FrameScalars(const Program& program, const Constants& constants)
    : program_(program), constants_(constants) {
  for (const FunctionInfo& function : program.functions) {
    entries_.push_back(function.entry);
  }
  std::sort(entries_.begin(), entries_.end());
  ends_.assign(entries_.size(), kNoSlot);
  for (std::uint32_t index = 0; index < program.code.size(); ++index) {
    if (is_frame_scalar(program.code[index], program.info[index])) {
      frame_slots_.push_back(program.code[index].a);
    }
  }
  std::sort(frame_slots_.begin(), frame_slots_.end());
  for (std::uint32_t index = 0; index < program.code.size(); ++index) {
    note_address(index);
  }
}

FrameScalars::Key FrameScalars::place(std::uint32_t index) const {
  const Decoded& i = program_.code[index];
  const bool is_placed = is_frame_scalar(i, program_.info[index]) && i.displacement >= 0;
  return is_placed ? Key{1} << 63 | Key{function_of(index)} << 32 | static_cast<Key>(i.displacement)
                   : 0;
}

FrameScalars::Key FrameScalars::key(std::uint32_t index) const {
  const Decoded& i = program_.code[index];
  const Key key = place(index);
  return key != 0 && i.displacement + i.bytes <= std::int64_t{ends_[function_of(index)]} ? key : 0;
}

std::uint32_t FrameScalars::function_of(std::uint32_t index) const {
  const auto next = std::upper_bound(entries_.begin(), entries_.end(), index);
  return static_cast<std::uint32_t>(next - entries_.begin() - (next == entries_.begin() ? 0 : 1));
}

/// Any use of the frame's address but loads and stores.
void FrameScalars::note_address(std::uint32_t index) {
  const Decoded& i = program_.code[index];
  const InstructionInfo& info = program_.info[index];
  for (const std::uint32_t source : info.sources) {
    const bool is_place = is_frame_scalar(i, info) && source == i.a;
    const bool is_frame =
        !is_place && std::binary_search(frame_slots_.begin(), frame_slots_.end(), source);
    if (is_frame && std::count(info.destinations.begin(), info.destinations.end(), source) == 0) {
      ends_[function_of(index)] = std::min(ends_[function_of(index)], offset_of(i, info));
    }
  }
}

/// "add.u64 %rd1, %SP, 24" makes the address 24.
std::uint32_t FrameScalars::offset_of(const Decoded& i, const InstructionInfo& info) const {
  const std::optional<std::uint64_t> number = constants_.number(i.b);
  return info.opcode == Opcode::kAdd && number ? static_cast<std::uint32_t>(*number) : 0;
}

}  // namespace warpschool::sim
