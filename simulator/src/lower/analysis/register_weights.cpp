// Finds values that need no register of a thread, or one where PTX has two.
#include "lower/analysis/register_weights.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

bool is_whole_number_step(const InstructionInfo& info) {
  switch (info.opcode) {
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kMad:
    case Opcode::kShl:
    case Opcode::kShr:
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
    case Opcode::kNot:
    case Opcode::kNeg:
    case Opcode::kMin:
    case Opcode::kMax:
    case Opcode::kSelp:
    case Opcode::kCvt:
      return !ptx::is_float(info.type);
    case Opcode::kCvta:
    case Opcode::kMov:
      return true;
    default:
      return false;
  }
}

}  // namespace

RegisterWeights::RegisterWeights(const Program& program, const Dataflow& flow,
                                 const RegisterNumbering& numbering)
    : program_(program), flow_(flow), numbering_(numbering), weights_(numbering.widths) {
  leave_out_what_is_for_all_lanes();
  halve_what_is_extended();
}

std::uint32_t RegisterWeights::sum(const LiveSets::Bits& live) const {
  std::uint32_t sum = 0;
  for (std::uint32_t number = 0; number < weights_.size(); ++number) {
    sum += LiveSets::has(live, number) ? weights_[number] : 0;
  }
  return sum;
}

void RegisterWeights::leave_out_what_is_for_all_lanes() {
  for (bool changes = true; changes;) {
    changes = false;
    for (const auto& [slot, number] : numbering_.numbers) {
      if (weights_[number] != 0 && is_for_all_lanes(slot)) {
        weights_[number] = 0;
        changes = true;
      }
    }
  }
}

void RegisterWeights::halve_what_is_extended() {
  for (const auto& [slot, number] : numbering_.numbers) {
    weights_[number] -= weights_[number] == 2 && is_extended(slot) ? 1u : 0u;
  }
}

bool RegisterWeights::is_same_in_all_lanes(std::uint32_t slot) const {
  if (const ConstantSlot* constant = flow_.constants.find(slot)) {
    const Special special = constant->special;
    return constant->source != ConstantSlot::Source::kSpecial ||
           (special >= Special::kNtidX && special <= Special::kNctaidZ);
  }
  const auto number = numbering_.numbers.find(slot);
  return number != numbering_.numbers.end() && weights_[number->second] == 0 &&
         numbering_.widths[number->second] != 0;
}

bool RegisterWeights::is_for_all_lanes(std::uint32_t slot) const {
  const Registers::Instructions& setters = flow_.registers.setters(slot);
  if (setters.size() != 1 || program_.code[setters.front()].guard != kNoSlot) {
    return false;
  }
  const InstructionInfo& info = program_.info[setters.front()];
  const bool is_made_alike =
      reads_parameter(program_.code[setters.front()], info) ||
      (is_whole_number_step(info) &&
       std::all_of(info.sources.begin(), info.sources.end(),
                   [this](std::uint32_t source) { return is_same_in_all_lanes(source); }));
  return is_made_alike && !is_address(slot);
}

/// Accesses take theirs from a register of the thread.
bool RegisterWeights::is_address(std::uint32_t slot) const {
  const Registers::Instructions& readers = flow_.registers.readers(slot);
  return std::any_of(readers.begin(), readers.end(), [&](std::uint32_t at) {
    const InstructionInfo& info = program_.info[at];
    const bool is_access = info.opcode == Opcode::kLd || info.opcode == Opcode::kSt ||
                           info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
    const Decoded& i = program_.code[at];
    return is_access && i.space != Space::kParam && i.a == slot;
  });
}

/// 64 bits made of 32.
bool RegisterWeights::is_extended(std::uint32_t slot) const {
  const Registers::Instructions& setters = flow_.registers.setters(slot);
  return std::any_of(setters.begin(), setters.end(), [this](std::uint32_t at) {
    const InstructionInfo& info = program_.info[at];
    return info.opcode == Opcode::kCvt &&
           (info.source_type == ptx::Type::kU32 || info.source_type == ptx::Type::kS32);
  });
}

}  // namespace warpschool::sim
