// Finds loops in which threads wait for other blocks.
#include "lower/analysis/polls.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr unsigned kMostSteps = 8;  ///< from what a poll reads to the branch that it decides

class Polls {
 public:
  using Instructions = DefUse::Instructions;

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
  void add_decided(std::uint32_t maker, const Poll& loop, Instructions& branches,
                   unsigned steps) const;
  bool may_leave(std::uint32_t at, const Poll& loop) const;
  bool decides(std::uint32_t at, const Poll& loop) const;

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

/// Adds the branches in the loop that depend on what this instruction makes.
void Polls::add_decided(std::uint32_t maker, const Poll& loop, Instructions& branches,
                        unsigned steps) const {
  for (const std::uint32_t use : flow_.def_use.uses(maker)) {
    if (use < loop.begin || use > loop.end) {
      continue;
    }
    const Opcode opcode = program_.info[use].opcode;
    if (program_.code[use].step != Step::kPlain) {
      branches.insert(use);
    } else if (steps != 0 && use != maker && opcode != Opcode::kSt && opcode != Opcode::kAtom &&
               opcode != Opcode::kRed) {
      add_decided(use, loop, branches, steps - 1);
    }
  }
}

/// Some lanes may leave the loop here, and others stay.
bool Polls::may_leave(std::uint32_t at, const Poll& loop) const {
  const auto is_outside = [&](std::uint32_t target) {
    return target < loop.begin || target > loop.end;
  };
  const Decoded &i = program_.code[at], &next = program_.code[at + 1];
  const bool ends = i.step == Step::kExit || i.step == Step::kReturn;
  const bool is_before_jump =
      at < loop.end && is_jump(next) && next.guard == kNoSlot && is_outside(next.target);
  return i.guard != kNoSlot &&
         (ends || (is_jump(i) && (at == loop.end || is_outside(i.target) || is_before_jump)));
}

/// Of a load: does it alone decide? Of an atomic: does it decide anything?
bool Polls::decides(std::uint32_t at, const Poll& loop) const {
  Instructions branches;
  add_decided(at, loop, branches, kMostSteps);
  if (program_.info[at].opcode != Opcode::kLd) {
    return !branches.empty();
  }
  bool leaves = false;
  for (std::uint32_t way = loop.begin; way <= loop.end; ++way) {
    const bool may = may_leave(way, loop);
    if (may && branches.count(way) == 0) {
      return false;
    }
    leaves |= may;
  }
  return leaves;
}

std::optional<Poll> Polls::find(std::uint32_t at) const {
  if (!is_signal(at) || (program_.info[at].opcode != Opcode::kLd && !asks_the_same(at))) {
    return std::nullopt;
  }
  const std::optional<Poll> loop = loop_around(at);
  return loop && decides(at, *loop) ? loop : std::nullopt;
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
