// Finds the atomics of which ptxas makes something else than one operation a lane. Seen in machine
// code of nvcc 13.0 for sm_90, and timed (bench/calibration/micro_atomics.cuh).
#include "lower/analysis/compiled_atomics.hpp"

#include <algorithm>
#include <unordered_map>

namespace warpschool::sim {
namespace {

/// Values that all lanes of a warp share, as far as a compiler sees it: parameters, constants, the
/// block's place, and what is computed of them. Loads are none: ptxas does not take them for one
/// either.
class UniformValues {
 public:
  UniformValues(const Program& program, const Dataflow& flow) : program_(program), flow_(flow) {}

  bool holds(std::size_t at, std::uint32_t slot) {
    if (const ConstantSlot* constant = flow_.constants.find(slot)) {
      return is_uniform(*constant);
    }
    return is_uniform(flow_.def_use.read(at, slot));
  }

 private:
  static bool is_uniform(const ConstantSlot& constant) {
    if (constant.source != ConstantSlot::Source::kSpecial) {
      return constant.source != ConstantSlot::Source::kPredicate;
    }
    return (constant.special >= Special::kNtidX && constant.special <= Special::kNctaidZ) ||
           constant.special == Special::kGridid;
  }

  static bool computes(const InstructionInfo& info) {
    switch (info.opcode) {
      case Opcode::kMov:
      case Opcode::kCvta:
      case Opcode::kCvt:
      case Opcode::kAdd:
      case Opcode::kSub:
      case Opcode::kMul:
      case Opcode::kMad:
      case Opcode::kShl:
      case Opcode::kShr:
      case Opcode::kAnd:
      case Opcode::kOr:
        return true;
      default:
        return false;
    }
  }

  /// One definition, not a meeting of several: lanes might come by different ways.
  bool is_uniform(std::uint32_t value) {
    if (value == kNoValue ||
        flow_.def_use.values()[value].kind != DefUse::Value::Kind::kDefinition) {
      return false;
    }
    const auto [known, is_new] = known_.emplace(value, false);
    if (!is_new) {
      return known->second;
    }
    const std::uint32_t at = flow_.def_use.values()[value].at;
    const InstructionInfo& info = program_.info[at];
    const bool found = program_.code[at].guard == kNoSlot &&
                       (computes(info) || reads_parameter(program_.code[at], info)) &&
                       std::all_of(info.sources.begin(), info.sources.end(),
                                   [&](std::uint32_t slot) { return holds(at, slot); });
    known_[value] = found;
    return found;
  }

  const Program& program_;
  const Dataflow& flow_;
  std::unordered_map<std::uint32_t, bool> known_;
};

bool is_atomic(const InstructionInfo& info) {
  return info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
}

/// Sums, minima, maxima and bits: what lanes can do among themselves. An old value each can be told
/// of sums only. 8 bytes are joined where lanes need but be counted: all add the same.
bool may_join_lanes(const Decoded& i, const InstructionInfo& info, bool same_value) {
  if (info.is_float || info.overwrites) {
    return false;
  }
  if (i.bytes == 4 && info.result_unused) {
    return info.adds || info.is_extreme;
  }
  return (i.bytes == 4 || i.bytes == 8) && info.adds && same_value;
}

/// Shared memory counts the lanes on a word where each adds 1, and has no sums of floats nor of 8
/// bytes.
AtomicShape shape_in_shared(const Decoded& i, const InstructionInfo& info, const Dataflow& flow) {
  const bool is_increment = info.adds && i.bytes == 4 && !info.is_float && info.result_unused &&
                            flow.constants.number(i.b) == 1u;
  if (is_increment) {
    return AtomicShape::kCountsLanes;
  }
  return info.adds && (info.is_float || i.bytes == 8) ? AtomicShape::kLoops : AtomicShape::kPlain;
}

}  // namespace

void mark_compiled_atomics(Program& program, const Dataflow& flow) {
  UniformValues uniform(program, flow);
  for (std::size_t at = 0; at < program.info.size(); ++at) {
    InstructionInfo& info = program.info[at];
    const Decoded& i = program.code[at];
    if (!is_atomic(info)) {
      continue;
    }
    if (i.space == Space::kShared) {
      info.atomic_shape = shape_in_shared(i, info, flow);
    }
    // One lane's loop of compare-and-swap is charged as an operation: others seldom come between.
    const bool may_change = info.atomic_shape != AtomicShape::kCountsLanes;
    if (may_change && uniform.holds(at, i.a) && may_join_lanes(i, info, uniform.holds(at, i.b))) {
      info.atomic_shape = AtomicShape::kOneLane;
    }
  }
}

}  // namespace warpschool::sim
