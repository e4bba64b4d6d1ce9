// Finds warp sums by shuffles whose result only lane 0 has.
#include "lower/analysis/warp_reductions.hpp"

#include "lower/analysis/lane_instrumentation.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace warpschool::sim {
namespace {

/// Half, a quarter, ... of a warp.
constexpr unsigned kSteps = 5;
constexpr std::uint32_t kWholeWarp = 31;  ///< operand c of a shuffle with the width 32

/// Is the result of a worthless number worthless? Not of selections and comparisons.
bool passes_on(const InstructionInfo& info) {
  switch (info.opcode) {
    case Opcode::kMov:
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kMad:
    case Opcode::kFma:
    case Opcode::kDiv:
    case Opcode::kNeg:
    case Opcode::kAbs:
    case Opcode::kSqrt:
    case Opcode::kRsqrt:
    case Opcode::kRcp:
    case Opcode::kCvt:
      return info.type != ptx::Type::kPred;
    default:
      return false;
  }
}

/// Of a store the values, of an atomic the operand; what threads share or keep is another matter.
bool hands_on(const Decoded& i, const InstructionInfo& info) {
  return i.space == Space::kGlobal && (info.opcode == Opcode::kSt || info.opcode == Opcode::kAtom ||
                                       info.opcode == Opcode::kRed);
}

bool moves_onto_itself(const InstructionInfo& info) {
  return info.opcode == Opcode::kMov && info.sources.size() == 1 && info.destinations.size() == 1 &&
         info.sources == info.destinations;
}

class WarpReductions {
 public:
  WarpReductions(Program& program, const Dataflow& flow)
      : program_(program), constants_(flow.constants), registers_(flow.registers) {
    for (std::size_t at = 0; at < program.info.size(); ++at) {
      visit(at);
    }
    for (const std::size_t at : ends_) {
      const std::vector<std::uint32_t>& made = program.info[at].destinations;
      followed_.insert(made.begin(), made.end());
    }
    registers_.add_results(followed_, passes_on);
  }

  bool is_empty() const { return ends_.empty(); }
  void watch(FrameBuilder& frame, const WarpReductionHandlers& handlers);

 private:
  /// So many steps of a sum were made; and is it that of the lane which comes so many further?
  struct Part {
    unsigned steps = 0;
    bool is_shuffled = false;

    bool operator==(const Part& other) const {
      return steps == other.steps && is_shuffled == other.is_shuffled;
    }
  };

  bool is_constant(std::uint32_t slot, std::uint64_t value) const;
  Part part(std::uint32_t slot) const {
    const auto found = parts_.find(slot);
    return found == parts_.end() ? Part() : found->second;
  }
  void visit(std::size_t at);
  Part result(std::size_t at) const;
  Part sum(Part a, Part b) const;

  Program& program_;
  const Constants& constants_;
  const Registers& registers_;
  std::unordered_map<std::uint32_t, Part> parts_;
  std::unordered_set<std::size_t> ends_;  ///< additions that end a sum, moves that spoil a value
  Slots followed_;
};

/// An immediate, or a register that is only ever set to one.
bool WarpReductions::is_constant(std::uint32_t slot, std::uint64_t value) const {
  if (const std::optional<std::uint64_t> number = constants_.number(slot)) {
    return *number == value;
  }
  const Registers::Instructions& setters = registers_.setters(slot);
  return setters.size() == 1 && program_.info[setters.front()].opcode == Opcode::kMov &&
         constants_.number(program_.code[setters.front()].a) == value;
}

WarpReductions::Part WarpReductions::sum(Part a, Part b) const {
  if (!a.is_shuffled) {
    std::swap(a, b);
  }
  const bool fits = a.is_shuffled && !b.is_shuffled && (a.steps == 0 || a.steps == b.steps);
  return fits ? Part{a.steps + 1, false} : Part();
}

WarpReductions::Part WarpReductions::result(std::size_t at) const {
  const Decoded& i = program_.code[at];
  const InstructionInfo& info = program_.info[at];
  if (info.opcode == Opcode::kShfl) {
    const Part own = part(i.a);
    const bool is_next = static_cast<Mode>(i.extra) == Mode::kDown && !own.is_shuffled &&
                         own.steps < kSteps && is_constant(i.c, kWholeWarp) &&
                         is_constant(i.b, (1u << kSteps) >> (own.steps + 1));
    return is_next ? Part{own.steps, true} : Part();
  }
  if (info.opcode == Opcode::kAdd && info.sources.size() == 2) {
    return sum(part(info.sources[0]), part(info.sources[1]));
  }
  if (info.opcode != Opcode::kMov || info.sources.empty()) {
    return {};
  }
  const Part first = part(info.sources.front());
  const bool are_same = std::all_of(info.sources.begin(), info.sources.end(),
                                    [&](std::uint32_t slot) { return part(slot) == first; });
  return are_same ? first : Part();
}

void WarpReductions::visit(std::size_t at) {
  const Part made = program_.code[at].guard == kNoSlot ? result(at) : Part();
  if (made.steps == kSteps || moves_onto_itself(program_.info[at])) {
    ends_.insert(at);
  }
  for (const std::uint32_t slot : program_.info[at].destinations) {
    const bool is_its = registers_.setters(slot).size() == 1 && slot != program_.code[at].p;
    if (is_its && made.steps < kSteps && (made.steps > 0 || made.is_shuffled)) {
      parts_.emplace(slot, made);
    }
  }
}

void WarpReductions::watch(FrameBuilder& frame, const WarpReductionHandlers& handlers) {
  const RegisterMasks masks(followed_, program_, frame);
  for (std::size_t at = 0; at < program_.code.size(); ++at) {
    const Decoded& i = program_.code[at];
    const InstructionInfo& info = program_.info[at];
    const bool is_end = ends_.count(at) != 0;
    LaneTaint watch;
    watch.targets = masks.of(info.destinations);
    if (hands_on(i, info)) {
      watch.sources = masks.of(info.sources, i.a);
    } else if (passes_on(info)) {
      watch.sources = masks.of(info.sources, i.guard);
    }
    const bool concerns = !watch.targets.empty() || !watch.sources.empty();
    if (runs_a_handler(i) && concerns) {
      taint_lanes(program_, at, std::move(watch),
                  is_end && moves_onto_itself(info) ? handlers.spoil
                  : is_end                          ? handlers.end
                  : hands_on(i, info)               ? handlers.hand_on
                                                    : handlers.pass_on);
    }
  }
}

}  // namespace

void taint_warp_reductions(Program& program, const Dataflow& flow, FrameBuilder& frame,
                           const WarpReductionHandlers& handlers) {
  if (handlers.end == nullptr || program.recursive || !program.lane_taints.empty()) {
    return;
  }
  WarpReductions sums(program, flow);
  if (!sums.is_empty()) {
    sums.watch(frame, handlers);
  }
}

}  // namespace warpschool::sim
