// Finds warp sums by shuffles whose result only lane 0 has.
#include "lower/analysis/warp_reductions.hpp"

#include "lower/analysis/lane_instrumentation.hpp"

#include <algorithm>
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

class LaneSums {
 public:
  explicit LaneSums(Program& program) : program_(program) {
    for (const ConstantSlot& slot : program.constants) {
      if (slot.source == ConstantSlot::Source::kBits) {
        constants_.emplace(slot.offset, slot.bits);
      }
    }
    for (std::size_t at = 0; at < program.info.size(); ++at) {
      for (const std::uint32_t slot : program.info[at].destinations) {
        const auto [place, is_first] = writers_.emplace(slot, at);
        place->second = is_first ? at : kSeveral;
      }
    }
    for (std::size_t at = 0; at < program.info.size(); ++at) {
      visit(at);
    }
    spread();
  }

  bool is_empty() const { return ends_.empty(); }
  void watch(FrameBuilder& frame, const LaneSumHandlers& handlers);

 private:
  static constexpr std::size_t kSeveral = ~std::size_t{0};

  /// So many steps of a sum were made; and is it that of the lane which comes so many further?
  struct Part {
    unsigned steps = 0;
    bool is_shuffled = false;

    bool operator==(const Part& other) const {
      return steps == other.steps && is_shuffled == other.is_shuffled;
    }
  };

  bool is_constant(std::uint32_t slot, std::uint64_t value) const {
    const auto known = constants_.find(slot);
    if (known != constants_.end()) {
      return known->second == value;
    }
    const auto writer = writers_.find(slot);
    if (writer == writers_.end() || writer->second == kSeveral) {
      return false;
    }
    const auto moved = constants_.find(program_.code[writer->second].a);
    return program_.info[writer->second].opcode == Opcode::kMov && moved != constants_.end() &&
           moved->second == value;
  }
  Part part(std::uint32_t slot) const {
    const auto found = parts_.find(slot);
    return found == parts_.end() ? Part() : found->second;
  }
  void visit(std::size_t at);
  Part result(std::size_t at) const;
  Part sum(Part a, Part b) const;
  void spread();

  Program& program_;
  std::unordered_map<std::uint32_t, std::uint64_t> constants_;
  std::unordered_map<std::uint32_t, std::size_t> writers_;
  std::unordered_map<std::uint32_t, Part> parts_;
  std::unordered_set<std::size_t> ends_;  ///< additions that end a sum, moves that spoil a value
  std::unordered_set<std::uint32_t> followed_;
};

LaneSums::Part LaneSums::sum(Part a, Part b) const {
  if (!a.is_shuffled) {
    std::swap(a, b);
  }
  const bool fits = a.is_shuffled && !b.is_shuffled && (a.steps == 0 || a.steps == b.steps);
  return fits ? Part{a.steps + 1, false} : Part();
}

LaneSums::Part LaneSums::result(std::size_t at) const {
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

void LaneSums::visit(std::size_t at) {
  const Part made = program_.code[at].guard == kNoSlot ? result(at) : Part();
  if (made.steps == kSteps || moves_onto_itself(program_.info[at])) {
    ends_.insert(at);
  }
  for (const std::uint32_t slot : program_.info[at].destinations) {
    const bool is_its = writers_.at(slot) != kSeveral && slot != program_.code[at].p;
    if (is_its && made.steps < kSteps && (made.steps > 0 || made.is_shuffled)) {
      parts_.emplace(slot, made);
    }
  }
}

void LaneSums::spread() {
  for (const std::size_t at : ends_) {
    const std::vector<std::uint32_t>& made = program_.info[at].destinations;
    followed_.insert(made.begin(), made.end());
  }
  for (std::size_t known = 0; known != followed_.size();) {
    known = followed_.size();
    for (const InstructionInfo& info : program_.info) {
      const bool takes_one =
          passes_on(info) && std::any_of(info.sources.begin(), info.sources.end(),
                                         [&](std::uint32_t s) { return followed_.count(s) != 0; });
      if (takes_one) {
        followed_.insert(info.destinations.begin(), info.destinations.end());
      }
    }
  }
}

void LaneSums::watch(FrameBuilder& frame, const LaneSumHandlers& handlers) {
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

void taint_warp_reductions(Program& program, FrameBuilder& frame, const LaneSumHandlers& handlers) {
  if (handlers.end == nullptr || program.recursive || !program.lane_taints.empty()) {
    return;
  }
  LaneSums sums(program);
  if (!sums.is_empty()) {
    sums.watch(frame, handlers);
  }
}

}  // namespace warpschool::sim
