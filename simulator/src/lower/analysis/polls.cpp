// Finds loops in which threads wait for other blocks.
#include "lower/analysis/polls.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr unsigned kMostSteps = 8;  ///< from what a poll reads to the branch that it decides

bool is_jump(const Decoded& i) {
  return i.step == Step::kBranch || i.step == Step::kJump;
}

class Polls {
 public:
  Polls(const Program& program, const Dataflow& flow) : program_(program), flow_(flow) {}

  std::optional<Poll> find(std::uint32_t at) const;
  /// An access by which blocks may tell each other something.
  bool is_signal(std::uint32_t at) const {
    const InstructionInfo& info = program_.info[at];
    const bool is_atomic = info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
    const bool is_access = info.opcode == Opcode::kLd || info.opcode == Opcode::kSt;
    return is_of_others(at) && (is_atomic || (is_access && info.may_meet_others())) &&
           program_.code[at].step == Step::kPlain;
  }

 private:
  bool is_of_others(std::uint32_t at) const {
    const Space space = program_.code[at].space;
    return space == Space::kGlobal || space == Space::kGeneric;
  }
  bool asks_the_same(std::uint32_t at) const;
  std::optional<Poll> loop_around(std::uint32_t at) const;
  bool decides(std::uint32_t maker, const Poll& loop, bool whether_to_leave, unsigned steps) const;

  const Program& program_;
  const Dataflow& flow_;
};

/// An atomic whose operands do not come of its own answer, and that takes nothing away: a
/// compare-and-swap, an exchange, a sum with 0.
bool Polls::asks_the_same(std::uint32_t at) const {
  const Decoded& i = program_.code[at];
  const InstructionInfo& info = program_.info[at];
  if (info.opcode != Opcode::kAtom || info.result_unused) {
    return false;
  }
  if (i.c == kNoSlot && !info.overwrites) {
    return flow_.constants.number(i.b) == std::uint64_t{0};
  }
  const auto is_own = [&](std::uint32_t slot) {
    return slot != kNoSlot && flow_.def_use.is_made_by(flow_.def_use.read(at, slot), {at});
  };
  return !is_own(i.b) && !is_own(i.c) && flow_.constants.find(i.b) != nullptr;
}

/// The smallest stretch of code around it with a branch back at its end.
std::optional<Poll> Polls::loop_around(std::uint32_t at) const {
  for (std::uint32_t end = at; end < program_.code.size(); ++end) {
    const Decoded& i = program_.code[end];
    if (is_jump(i) && i.target <= at) {
      return Poll{at, i.target, end};
    }
  }
  return std::nullopt;
}

/// Does a branch in the loop depend on what this instruction makes?
/// @param whether_to_leave only one that may leave the loop counts
bool Polls::decides(std::uint32_t maker, const Poll& loop, bool whether_to_leave,
                    unsigned steps) const {
  const std::vector<std::uint32_t> uses = flow_.def_use.uses(maker);
  return std::any_of(uses.begin(), uses.end(), [&](std::uint32_t use) {
    const Decoded& i = program_.code[use];
    if (use < loop.begin || use > loop.end) {
      return false;
    }
    if (is_jump(i)) {
      return !whether_to_leave || use == loop.end || i.target < loop.begin || i.target > loop.end;
    }
    const bool is_access = program_.info[use].opcode == Opcode::kSt ||
                           program_.info[use].opcode == Opcode::kAtom ||
                           program_.info[use].opcode == Opcode::kRed;
    return steps != 0 && use != maker && !is_access &&
           decides(use, loop, whether_to_leave, steps - 1);
  });
}

std::optional<Poll> Polls::find(std::uint32_t at) const {
  const bool loads = program_.info[at].opcode == Opcode::kLd;
  if (!is_signal(at) || (!loads && !asks_the_same(at))) {
    return std::nullopt;
  }
  const std::optional<Poll> loop = loop_around(at);
  return loop && decides(at, *loop, loads, kMostSteps) ? loop : std::nullopt;
}

}  // namespace

void mark_polls(Program& program, const Dataflow& flow) {
  const Polls polls(program, flow);
  for (std::uint32_t at = 0; at < program.info.size(); ++at) {
    if (const std::optional<Poll> poll = polls.find(at)) {
      program.polls.push_back(*poll);
    }
  }
  for (std::uint32_t at = 0; !program.polls.empty() && at < program.info.size(); ++at) {
    if (polls.is_signal(at)) {
      program.code[at].step = Step::kInTurn;
    }
  }
}

}  // namespace warpschool::sim
