// Orders the instructions of a block as ptxas does, roughly.
#include "lower/analysis/scheduled_block.hpp"

#include "lower/analysis/registers.hpp"

#include <algorithm>
#include <unordered_map>

namespace warpschool::sim {
namespace {

/// Longer stretches stay as they are: ptxas looks no further, either.
constexpr std::size_t kLongestStretch = 600;

bool loads_memory(const Decoded& i, const InstructionInfo& info) {
  return info.opcode == Opcode::kLd && !reads_parameter(i, info) && i.space != Space::kParam &&
         i.space != Space::kLocal;
}

/// In machine code it has a branch to what rare operands need.
bool is_sequence_with_branch(const InstructionInfo& info) {
  return is_division_sequence(info) && (ptx::is_float(info.type) || ptx::bytes_of(info.type) == 8);
}

/// Loads stay behind it.
bool holds_loads_back(const Decoded& i, const InstructionInfo& info) {
  return is_sequence_with_branch(info) || i.step != Step::kPlain || info.opcode == Opcode::kSt ||
         info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
}

/// Which steps of a stretch each one needs, and after how many loads one of the other's address it
/// can come.
class Needs {
 public:
  explicit Needs(std::size_t size) : before_(size), level_(size, 0) {}

  template <class Step>
  void add(std::size_t at, const std::vector<Step>& steps, std::size_t begin) {
    for (const std::uint32_t number : steps[begin + at].reads) {
      if (const auto found = setter_.find(number); found != setter_.end()) {
        const std::size_t other = found->second;
        before_[at].push_back(other);
        level_[at] = std::max(level_[at], level_[other] + (steps[begin + other].is_load ? 1 : 0));
      }
    }
    for (const std::uint32_t number : steps[begin + at].sets) {
      setter_[number] = at;
    }
  }
  unsigned level(std::size_t at) const { return level_[at]; }
  /// Marks all that `at` needs, itself not.
  void mark(std::size_t at, std::vector<bool>& marked) const {
    std::vector<std::size_t> work(before_[at]);
    while (!work.empty()) {
      const std::size_t next = work.back();
      work.pop_back();
      if (!marked[next]) {
        marked[next] = true;
        work.insert(work.end(), before_[next].begin(), before_[next].end());
      }
    }
  }

 private:
  std::vector<std::vector<std::size_t>> before_;
  std::vector<unsigned> level_;
  std::unordered_map<std::uint32_t, std::size_t> setter_;
};

}  // namespace

bool is_division_sequence(const InstructionInfo& info) {
  const bool divides = info.opcode == Opcode::kDiv || info.opcode == Opcode::kRem ||
                       info.opcode == Opcode::kSqrt || info.opcode == Opcode::kRcp;
  return divides && info.issue_slots > 2;
}

ScheduledBlock::ScheduledBlock(const Program& program, const RegisterNumbering& numbering,
                               const std::vector<std::uint32_t>& weights)
    : program_(program),
      numbering_(numbering),
      weights_(weights),
      count_(static_cast<Number>(weights.size())) {}

void ScheduledBlock::fill(const ControlFlowGraph::Block& block, const LiveSets::Bits& at_begin,
                          unsigned turns) {
  steps_.clear();
  turns_ = turns;
  // What a turn hands to the next one is one register, what it has for itself is not.
  std::vector<bool> is_renamed(count_, false);
  for (std::uint32_t at = block.begin; turns > 1 && at < block.end; ++at) {
    for (const std::uint32_t slot : program_.info[at].destinations) {
      const Number number = numbering_.numbers.at(slot);
      is_renamed[number] = !LiveSets::has(at_begin, number);
    }
  }
  for (unsigned turn = 0; turn < turns; ++turn) {
    const bool is_last = turn + 1 == turns;
    for (std::uint32_t at = block.begin; at + (is_last ? 0 : 1) < block.end; ++at) {
      add(at, turn, is_renamed);
    }
  }
}

void ScheduledBlock::add(std::uint32_t at, unsigned turn, const std::vector<bool>& is_renamed) {
  const InstructionInfo& info = program_.info[at];
  const Decoded& i = program_.code[at];
  const auto named = [&](Number number) {
    return number + (is_renamed[number] ? turn * count_ : 0);
  };
  Step step;
  step.is_load = loads_memory(i, info);
  step.is_wall = holds_loads_back(i, info);
  step.is_guarded = i.guard != kNoSlot;
  for (const std::uint32_t slot : info.destinations) {
    step.sets.push_back(named(numbering_.numbers.at(slot)));
  }
  for (const std::uint32_t slot : info.sources) {
    if (const auto found = numbering_.numbers.find(slot); found != numbering_.numbers.end()) {
      step.reads.push_back(named(found->second));
    }
  }
  steps_.push_back(std::move(step));
}

void ScheduledBlock::hoist_loads() {
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= steps_.size(); ++at) {
    if (at == steps_.size() || steps_[at].is_wall) {
      hoist(begin, at);
      begin = at + 1;
    }
  }
}

void ScheduledBlock::hoist(std::size_t begin, std::size_t end) {
  const std::size_t size = end - begin;
  if (size < 2 || size > kLongestStretch) {
    return;
  }
  Needs needs(size);
  unsigned levels = 0;
  for (std::size_t at = 0; at < size; ++at) {
    needs.add(at, steps_, begin);
    levels = steps_[begin + at].is_load ? std::max(levels, needs.level(at) + 1) : levels;
  }
  std::vector<bool> done(size, false);
  std::vector<Step> ordered;
  const auto take = [&](std::size_t at) {
    ordered.push_back(steps_[begin + at]);
    done[at] = true;
  };
  for (unsigned level = 0; level < levels; ++level) {
    const auto is_wanted = [&](std::size_t at) {
      return steps_[begin + at].is_load && needs.level(at) == level;
    };
    std::vector<bool> first(done);
    for (std::size_t at = 0; at < size; ++at) {
      if (is_wanted(at)) {
        needs.mark(at, first);
      }
    }
    for (std::size_t at = 0; at < size; ++at) {
      if (first[at] && !done[at]) {
        take(at);
      }
    }
    for (std::size_t at = 0; at < size; ++at) {
      if (is_wanted(at)) {
        take(at);
      }
    }
  }
  for (std::size_t at = 0; at < size; ++at) {
    if (!done[at]) {
      take(at);
    }
  }
  std::move(ordered.begin(), ordered.end(), steps_.begin() + static_cast<std::ptrdiff_t>(begin));
}

std::uint32_t ScheduledBlock::peak(const LiveSets::Bits& behind) const {
  std::vector<bool> is_live(std::size_t{count_} * turns_, false);
  std::uint32_t live = 0;
  const auto enter = [&](Number number) {
    live += is_live[number] ? 0 : weight(number);
    is_live[number] = true;
  };
  for (Number number = 0; number < count_; ++number) {
    if (LiveSets::has(behind, number)) {
      enter(number);
    }
  }
  std::uint32_t most = live;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    for (const Number number : step->sets) {
      enter(number);  // it has its place, whoever reads it
    }
    most = std::max(most, live);
    for (const Number number : step->sets) {
      if (!step->is_guarded && is_live[number]) {
        is_live[number] = false;
        live -= weight(number);
      }
    }
    std::for_each(step->reads.begin(), step->reads.end(), enter);
    most = std::max(most, live);
  }
  return most;
}

}  // namespace warpschool::sim
