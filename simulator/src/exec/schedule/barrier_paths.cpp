// Finds which ways lead to a barrier, past it, and on from it.
#include "exec/schedule/barrier_paths.hpp"

#include "lower/analysis/cfg.hpp"
#include "lower/analysis/frame_scalar.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

using Edges = std::vector<std::vector<std::uint32_t>>;

bool is_conditional(const Decoded& i) {
  return i.step == Step::kIndexedBranch || (i.step == Step::kBranch && i.guard != kNoSlot);
}

/// Something that others may notice: an access to memory but that of a function's own variables, a
/// call.
bool is_seen_by_others(const Decoded& i, const InstructionInfo& info) {
  switch (info.opcode) {
    case Opcode::kLd:
    case Opcode::kSt:
      return !is_frame_scalar(i, info) && i.space != Space::kReg && i.space != Space::kParam &&
             i.space != Space::kLocal;
    case Opcode::kAtom:
    case Opcode::kRed:
    case Opcode::kCp:
      return true;
    default:
      return i.step == Step::kCall || i.step == Step::kBarrier;
  }
}

/// Where the function that begins at `entry` ends.
std::uint32_t end_of(const Program& program, std::uint32_t entry) {
  auto end = static_cast<std::uint32_t>(program.code.size());
  for (const FunctionInfo& other : program.functions) {
    end = other.entry > entry ? std::min(end, other.entry) : end;
  }
  return end;
}

void add_calls(const Program& program, Edges& successors) {
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    const Decoded& i = program.code[at];
    const std::uint32_t function =
        i.step == Step::kCall ? program.calls[i.extra].function : kNoIndex;
    if (function == kNoIndex) {
      continue;
    }
    const std::uint32_t entry = program.functions[function].entry;
    successors[at].push_back(entry);
    for (std::uint32_t back = entry; back < end_of(program, entry); ++back) {
      if (program.code[back].step == Step::kReturn) {
        successors[back].push_back(at + 1);
      }
    }
  }
}

}  // namespace

BarrierPaths::BarrierPaths(const Program& program)
    : program_(program), predecessors_(program.code.size()), steps_(program.code.size()) {
  const auto size = static_cast<std::uint32_t>(program.code.size());
  for (std::uint32_t at = 0; at < size; ++at) {
    for_each_successor(program, at, [&](std::size_t next) {
      if (next < size) {
        steps_[at].push_back(static_cast<std::uint32_t>(next));
      }
    });
  }
  successors_ = steps_;
  add_calls(program, successors_);
  for (std::uint32_t at = 0; at < size; ++at) {
    for (const std::uint32_t next : successors_[at]) {
      predecessors_[next].push_back(at);
    }
  }
}

BarrierPaths::Set BarrierPaths::reach(const Edges& edges, std::uint32_t from,
                                      std::uint32_t avoided) const {
  Set reached(program_.code.size());
  std::vector<std::uint32_t> work{from};
  while (!work.empty()) {
    const std::uint32_t at = work.back();
    work.pop_back();
    for (const std::uint32_t next : edges[at]) {
      if (next != avoided && !reached[next]) {
        reached[next] = true;
        work.push_back(next);
      }
    }
  }
  return reached;
}

/// What comes after the barrier, and from which no way leads to it.
const BarrierPaths::Set& BarrierPaths::behind(std::uint32_t barrier) {
  const auto [found, is_new] = behind_.try_emplace(barrier);
  if (is_new) {
    found->second = reach(successors_, barrier);
    const Set before = reach(predecessors_, barrier);
    for (std::size_t at = 0; at < before.size(); ++at) {
      found->second[at] = found->second[at] && !before[at] && at != barrier;
    }
  }
  return found->second;
}

/// A straight way to the end that leaves out the barrier, as no other branch was come to; where a
/// function returns to is not known, and no way from there counts.
bool BarrierPaths::does_more_than_end(std::uint32_t from, std::uint32_t barrier,
                                      const Set& behind) const {
  std::uint32_t at = from;
  for (std::size_t steps = 0;
       steps < program_.code.size() && at < program_.code.size() && at != barrier; ++steps) {
    const Decoded& i = program_.code[at];
    if (behind[at] && (is_conditional(i) || is_seen_by_others(i, program_.info[at]))) {
      return true;
    }
    const bool goes_on = i.step != Step::kReturn && steps_[at].size() == 1;
    if (!goes_on) {
      if (i.step == Step::kReturn && successors_[at].size() == 1) {
        at = successors_[at].front();
        continue;
      }
      return false;
    }
    at = steps_[at].front();
  }
  return false;
}

bool BarrierPaths::went_past(std::uint32_t barrier, BranchTaken last) {
  const Set& after = behind(barrier);
  if (last.at == kNoIndex) {
    return false;  // there is one way only, which leads to the barrier
  }
  if (after[last.at]) {
    return true;
  }
  const Decoded& branch = program_.code[last.at];
  if (branch.step != Step::kIndexedBranch) {
    return does_more_than_end(last.taken ? branch.target : last.at + 1, barrier, after);
  }
  const std::vector<std::uint32_t>& ways = steps_[last.at];
  return std::all_of(ways.begin(), ways.end(),
                     [&](std::uint32_t way) { return does_more_than_end(way, barrier, after); });
}

/// Is there a way from here to the end of the function that does not come by `avoided`?
bool BarrierPaths::can_end_without(std::uint32_t from, std::uint32_t avoided) const {
  if (from == avoided) {
    return false;
  }
  Set reached = reach(steps_, from, avoided);
  reached[from] = true;
  for (std::size_t at = 0; at < reached.size(); ++at) {
    const Step step = program_.code[at].step;
    if (reached[at] && (step == Step::kExit || step == Step::kReturn)) {
      return true;
    }
  }
  return false;
}

bool BarrierPaths::is_left_out(std::uint32_t barrier, std::uint32_t other) const {
  if (function_of(barrier) != function_of(other)) {
    const bool leads_on = reach(successors_, barrier)[other];
    return leads_on && !reach(successors_, other)[barrier];
  }
  const bool comes_to_other = !can_end_without(barrier, other);
  const bool comes_to_barrier = !can_end_without(other, barrier);
  if (comes_to_other != comes_to_barrier) {
    return comes_to_other;
  }
  return leads_on(barrier, other);
}

bool BarrierPaths::are_on_one_way(std::uint32_t one, std::uint32_t other) const {
  return one == other || reach(steps_, one)[other] || reach(steps_, other)[one];
}

bool BarrierPaths::leads_on(std::uint32_t from, std::uint32_t to) const {
  return reach(steps_, from)[to] && !reach(steps_, to)[from];
}

std::uint32_t BarrierPaths::function_of(std::uint32_t at) const {
  std::uint32_t function = 0;
  for (std::uint32_t n = 0; n < program_.functions.size(); ++n) {
    if (program_.functions[n].entry <= at &&
        program_.functions[n].entry >= program_.functions[function].entry) {
      function = n;
    }
  }
  return function;
}

std::vector<std::uint32_t> BarrierPaths::loop_of(std::uint32_t at) const {
  const Set after = reach(successors_, at), before = reach(predecessors_, at);
  std::vector<std::uint32_t> loop;
  for (std::uint32_t one = 0; one < after.size(); ++one) {
    if (after[one] && before[one]) {
      loop.push_back(one);
    }
  }
  return loop;
}

bool BarrierPaths::is_condition(std::uint32_t branch, std::uint32_t at) const {
  const std::vector<std::uint32_t>& ways = steps_[branch];
  const auto can_miss = std::count_if(ways.begin(), ways.end(),
                                      [&](std::uint32_t way) { return can_end_without(way, at); });
  return can_miss != 0 && static_cast<std::size_t>(can_miss) != ways.size();
}

std::uint32_t BarrierPaths::condition_of(std::uint32_t at) const {
  Set before(program_.code.size());
  std::vector<std::uint32_t> work{at};
  while (!work.empty()) {  // backwards, inside the function
    const std::uint32_t next = work.back();
    work.pop_back();
    for (const std::uint32_t from : predecessors_[next]) {
      const bool is_step = std::count(steps_[from].begin(), steps_[from].end(), next) != 0;
      if (is_step && !before[from]) {
        before[from] = true;
        work.push_back(from);
      }
    }
  }
  std::uint32_t best = kNoIndex;
  for (std::uint32_t branch = 0; branch < before.size(); ++branch) {
    const bool is_one =
        before[branch] && is_conditional(program_.code[branch]) && is_condition(branch, at);
    const bool is_nearer = best == kNoIndex || branch < at;
    best = is_one && is_nearer ? branch : best;
  }
  return best;
}

}  // namespace warpschool::sim
