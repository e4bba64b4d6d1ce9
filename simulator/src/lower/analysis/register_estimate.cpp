// Estimates the registers that ptxas gives a thread, from what was seen of nvcc 13.0 for sm_90.
#include "lower/analysis/register_estimate.hpp"

#include "lower/analysis/live_sets.hpp"
#include "lower/analysis/scheduled_block.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kLeast = 8, kMost = 255;
/// With so many an SM holds all the threads that it can: ptxas has loads wait for their values side
/// by side until then, and orders what needs more in another way.
constexpr double kFree = 32;
/// What is a little more is brought down to it.
constexpr double kBroughtDown = 6;
/// Of every kernel (a stack pointer, what waits to be used) and of each register that is live
/// within a block; the same where blocks hand registers on; and of what sequences need. Chosen on
/// half of 217 kernels.
constexpr double kAlways = 3.5, kOfEach = 1.1, kAlwaysHanded = 8, kOfEachHanded = 0.8,
                 kOfSequences = 0.75;
constexpr unsigned kTurnsInOne = 4;

/// What may be computed once for all lanes lies in registers of the warp, or comes from constant
/// memory; what 32 bits are enough for has one register.
class Weights {
 public:
  Weights(const Program& program, const Dataflow& flow, const RegisterNumbering& numbering)
      : program_(program), flow_(flow), numbering_(numbering), weights_(numbering.widths) {
    for (bool changes = true; changes;) {
      changes = false;
      for (const auto& [slot, number] : numbering.numbers) {
        if (weights_[number] != 0 && is_for_all_lanes(slot)) {
          weights_[number] = 0;
          changes = true;
        }
      }
    }
    for (const auto& [slot, number] : numbering.numbers) {
      weights_[number] -= weights_[number] == 2 && is_extended(slot) ? 1u : 0u;
    }
  }

  const std::vector<std::uint32_t>& all() const { return weights_; }
  std::uint32_t sum(const LiveSets::Bits& live) const {
    std::uint32_t sum = 0;
    for (std::uint32_t number = 0; number < weights_.size(); ++number) {
      sum += LiveSets::has(live, number) ? weights_[number] : 0;
    }
    return sum;
  }

 private:
  static bool is_whole_number_step(const InstructionInfo& info) {
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

  bool is_same_in_all_lanes(std::uint32_t slot) const {
    if (const ConstantSlot* constant = flow_.constants.find(slot)) {
      const Special special = constant->special;
      return constant->source != ConstantSlot::Source::kSpecial ||
             (special >= Special::kNtidX && special <= Special::kNctaidZ);
    }
    const auto number = numbering_.numbers.find(slot);
    return number != numbering_.numbers.end() && weights_[number->second] == 0 &&
           numbering_.widths[number->second] != 0;
  }

  bool is_for_all_lanes(std::uint32_t slot) const {
    const Registers::Instructions& setters = flow_.registers.setters(slot);
    if (setters.size() != 1 || program_.code[setters.front()].guard != kNoSlot) {
      return false;
    }
    const InstructionInfo& info = program_.info[setters.front()];
    if (info.opcode == Opcode::kLd) {
      return program_.code[setters.front()].space == Space::kParam;
    }
    return is_whole_number_step(info) &&
           std::all_of(info.sources.begin(), info.sources.end(),
                       [this](std::uint32_t source) { return is_same_in_all_lanes(source); });
  }

  /// 64 bits made of 32.
  bool is_extended(std::uint32_t slot) const {
    const Registers::Instructions& setters = flow_.registers.setters(slot);
    return std::any_of(setters.begin(), setters.end(), [this](std::uint32_t at) {
      const InstructionInfo& info = program_.info[at];
      return info.opcode == Opcode::kCvt &&
             (info.source_type == ptx::Type::kU32 || info.source_type == ptx::Type::kS32);
    });
  }

  const Program& program_;
  const Dataflow& flow_;
  const RegisterNumbering& numbering_;
  std::vector<std::uint32_t> weights_;
};

/// What functions and sequences that stand in one place need for themselves.
double needs_of_sequences(const Program& program) {
  constexpr double kFunction = 10, kFunctionOfDoubles = 14, kDivision = 2, kDivisionOfDoubles = 10,
                   kWholeDivision = 3, kLongDivision = 8;
  constexpr unsigned kLongest32 = 20;  // issue slots of a whole division of 32 bits are fewer
  double most = 0;
  for (const InstructionInfo& info : program.info) {
    const bool divides = info.opcode == Opcode::kDiv || info.opcode == Opcode::kRem ||
                         info.opcode == Opcode::kSqrt || info.opcode == Opcode::kRcp;
    if (divides && info.issue_slots > 2) {
      const double whole = info.issue_slots > kLongest32 ? kLongDivision : kWholeDivision;
      most = std::max(most, info.type == ptx::Type::kF64   ? kDivisionOfDoubles
                            : info.type == ptx::Type::kF32 ? kDivision
                                                           : whole);
    }
  }
  for (const CallSite& call : program.calls) {
    const bool is_function = call.intrinsic != kNoIndex && call.results.size() == 1 &&
                             call.name != "vprintf" && call.name != "malloc";
    if (is_function) {
      most = std::max(most, call.name.back() == 'f' ? kFunction : kFunctionOfDoubles);
    }
  }
  return most;
}

}  // namespace

std::uint32_t estimate_registers(const Program& program, const Dataflow& flow) {
  if (!LiveSets::is_affordable(program)) {
    return kMost;
  }
  const LiveSets live(program, flow.cfg);
  const Weights weights(program, flow, live.numbering());
  ScheduledBlock scheduled(program, live.numbering(), weights.all());
  std::uint32_t within = 0, handed = 0;
  for (std::size_t block = 0; block < flow.cfg.blocks().size(); ++block) {
    const ControlFlowGraph::Block& here = flow.cfg.blocks()[block];
    const LiveSets::Bits behind = live.behind(block);
    const bool is_unrolled = program.info[here.end - 1].is_unrolled;
    scheduled.fill(here, live.at_begin(block), is_unrolled ? kTurnsInOne : 1);
    within = std::max(within, scheduled.peak(behind));
    scheduled.hoist_loads();
    within = std::max(within, scheduled.peak(behind));
    handed = std::max(handed, weights.sum(live.at_begin(block)));
  }
  double registers = std::max(std::min(kAlways + kOfEach * within, kFree),
                              kAlwaysHanded + kOfEachHanded * handed) +
                     kOfSequences * needs_of_sequences(program);
  if (registers > kFree && registers <= kFree + kBroughtDown) {
    registers = kFree;
  }
  return std::clamp(static_cast<std::uint32_t>(std::lround(registers)), kLeast, kMost);
}

}  // namespace warpschool::sim
