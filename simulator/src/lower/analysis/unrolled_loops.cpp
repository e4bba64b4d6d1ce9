// Finds loops that nvcc unrolls and clang did not, or not so far. Seen in code of nvcc 13.0 for
// sm_90: a loop without branches that clang cannot count (its step is not one, so that its counter
// might overflow) has four turns in one, with the loads of all four first, if its step is a
// constant: so do 15 of 15 loops of bench/calibration. Those whose step is a variable (the block's
// size, say) are left as they are: 13 of 13, and so does ptxas leave those with an atomic, a fence,
// a shuffle or a vote in each turn (the second table of bench/calibration/unrolling.py). Of loops
// whose turns are known up to 16 are one, and ptxas makes one of several of these where they are
// small (bench/calibration/unrolling.py: of 271 that clang keeps as loops 210 are within 1.7 times
// the turns of machine code).
#include "lower/analysis/unrolled_loops.hpp"

#include "lower/analysis/held_back_loads.hpp"

#include <algorithm>
#include <optional>

namespace warpschool::sim {
namespace {

using Block = ControlFlowGraph::Block;

/// The longest of the loops that were seen unrolled has 28 instructions.
constexpr std::uint32_t kMostInstructions = 40;
constexpr std::uint8_t kUncountedTurns = 4;

class Loop {
 public:
  Loop(const Program& program, const Dataflow& flow, const Block& block)
      : program_(program), flow_(flow), block_(block) {}

  /// The comparison that ends the loop, if its branch back is the only one in it.
  std::optional<std::uint32_t> test() const {
    const std::uint32_t last = block_.end - 1;
    if (program_.code[last].guard == kNoSlot || !leads_back(last)) {
      return std::nullopt;
    }
    for (std::uint32_t at = block_.begin; at < last; ++at) {
      if (program_.code[at].step != Step::kPlain) {
        return std::nullopt;
      }
    }
    return set_here(last, program_.code[last].guard);
  }

  /// Counters by constants that are but tested, and pointers that go on by constants: of several
  /// turns in one the accesses have distances instead.
  std::vector<std::uint32_t> steps() const {
    std::vector<std::uint32_t> steps;
    for (std::uint32_t at = block_.begin; at < block_.end; ++at) {
      const Decoded& i = program_.code[at];
      const InstructionInfo& info = program_.info[at];
      const bool is_step = info.opcode == Opcode::kAdd && !ptx::is_float(info.type) &&
                           i.guard == kNoSlot && i.a == i.d && flow_.constants.number(i.b);
      const auto uses = is_step ? flow_.def_use.uses(at) : std::vector<std::uint32_t>{};
      if (is_step && std::all_of(uses.begin(), uses.end(), [&](std::uint32_t use) {
            return use == at || !is_here(use) || takes_distance(use, i.d);
          })) {
        steps.push_back(at);
      }
    }
    return steps;
  }

  /// How many turns of a loop are one in machine code.
  /// @param test the comparison that ends it.
  std::uint8_t turns_in_one(std::uint32_t test) const {
    const bool is_ptxas_free = !has_ordered();
    if (is_ptxas_free && block_.end - block_.begin <= kMostInstructions && counts_to_bound(test)) {
      return kUncountedTurns;
    }
    if (const std::optional<std::uint64_t> turns = number_of_turns(test)) {
      return turns_in_one_of(*turns, size(test), is_ptxas_free);
    }
    return is_ptxas_free && is_unrolled_by_clang(test) ? kUncountedTurns : std::uint8_t{1};
  }

 private:
  bool is_here(std::uint32_t at) const { return at >= block_.begin && at < block_.end; }

  /// A test, or an access to the address in this register.
  bool takes_distance(std::uint32_t at, std::uint32_t slot) const {
    const Decoded& i = program_.code[at];
    const Opcode opcode = program_.info[at].opcode;
    const bool is_access = opcode == Opcode::kLd || opcode == Opcode::kSt;
    return opcode == Opcode::kSetp || (is_access && i.a == slot && i.b != slot);
  }

  bool leads_back(std::uint32_t branch) const {
    const std::uint32_t at = program_.info[branch].closes_loop ? branch + 1 : branch;
    const Decoded& i = program_.code[at];
    return is_jump(i) && i.target == block_.begin;
  }

  /// ptxas leaves turns with atomics or fences apart.
  bool has_ordered() const {
    for (std::uint32_t at = block_.begin; at < block_.end; ++at) {
      const Opcode opcode = program_.info[at].opcode;
      if (opcode == Opcode::kAtom || opcode == Opcode::kRed || opcode == Opcode::kMembar ||
          opcode == Opcode::kFence) {
        return true;
      }
    }
    return false;
  }

  /// Does it only make an address, which is part of an access in machine code?
  bool makes_address(std::uint32_t at) const {
    const InstructionInfo& info = program_.info[at];
    return info.opcode == Opcode::kCvt || info.opcode == Opcode::kShl ||
           (info.opcode == Opcode::kMul && info.wide) ||
           (info.opcode == Opcode::kAdd && ptx::bytes_of(info.type) == 8 &&
            !ptx::is_float(info.type));
  }

  struct Size {
    /// What nvcc's optimiser counts: an access with its address four, a product with a sum two.
    std::uint32_t optimised = 0;
    std::uint32_t machine = 0;  ///< instructions of machine code
  };

  /// Of a turn, without what counts turns.
  Size size(std::uint32_t test) const {
    Size size;
    for (std::uint32_t at = block_.begin; at < block_.end - 1; ++at) {
      const Opcode opcode = program_.info[at].opcode;
      if (at == test || makes_address(at)) {
        continue;
      }
      const bool is_access = opcode == Opcode::kLd || opcode == Opcode::kSt;
      const bool is_pair = opcode == Opcode::kFma || opcode == Opcode::kMad;
      size.optimised += is_access ? 4 : is_pair ? 2 : 1;
      ++size.machine;
    }
    size.machine = std::max(size.machine, 1U);
    return size;
  }

  /// nvcc's optimiser makes two or four of clang's turns one, if their number allows it; ptxas
  /// makes more of them one where the loop is small yet, or all.
  std::uint8_t turns_in_one_of(std::uint64_t turns, const Size& size, bool is_ptxas_free) const {
    constexpr std::uint32_t kOptimisedLimit = 220;
    std::uint64_t together = 1;
    while (together < kUncountedTurns && turns % (2 * together) == 0 && turns > 2 * together &&
           2 * together * size.optimised <= kOptimisedLimit) {
      together *= 2;
    }
    constexpr std::uint64_t kSmall = 45, kLimit = 185, kWhole = 500, kMost = 255;
    const std::uint64_t rest = turns / together, machine = together * size.machine;
    if (is_ptxas_free && machine <= kSmall) {
      std::uint64_t more = rest * machine <= kWhole ? rest : std::min(kLimit / machine, rest);
      while (rest % more != 0) {
        --more;
      }
      together *= more;
    }
    return static_cast<std::uint8_t>(std::min(together, kMost));
  }

  /// A loop from one constant to another by a third.
  std::optional<std::uint64_t> number_of_turns(std::uint32_t test) const {
    const Decoded& i = program_.code[test];
    const InstructionInfo& info = program_.info[test];
    if (info.opcode != Opcode::kSetp || ptx::is_float(info.source_type)) {
      return std::nullopt;
    }
    const auto end = flow_.constants.number(i.b);
    auto made = set_here(test, i.a);
    if (made && program_.info[*made].opcode == Opcode::kCvt) {
      made = set_here(*made, program_.code[*made].a);  // of a counter of 64 bits
    }
    if (!end || !made || program_.info[*made].opcode != Opcode::kAdd) {
      return std::nullopt;
    }
    const auto step = flow_.constants.number(program_.code[*made].b);
    const auto begin = first_value(*made, program_.code[*made].a);
    if (!step || !begin) {
      return std::nullopt;
    }
    const auto whole = [&](std::uint64_t number) {
      return ptx::bytes_of(info.source_type) == 8
                 ? static_cast<std::int64_t>(number)
                 : std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(number))};
    };
    const std::int64_t way = whole(*end) - whole(*begin), by = whole(*step);
    const bool ends = by != 0 && way % by == 0 && way / by > 0;
    return ends ? std::optional<std::uint64_t>(way / by) : std::nullopt;
  }

  /// What a counter is before the first turn.
  std::optional<std::uint64_t> first_value(std::uint32_t at, std::uint32_t slot) const {
    const std::uint32_t value = flow_.def_use.read(at, slot);
    if (value == kNoValue || flow_.def_use.values()[value].kind != DefUse::Value::Kind::kPhi) {
      return std::nullopt;
    }
    std::optional<std::uint64_t> found;
    for (const std::uint32_t made : flow_.def_use.definitions(value)) {
      if (made == at) {
        continue;
      }
      const auto number = program_.info[made].opcode == Opcode::kMov
                              ? flow_.constants.number(program_.code[made].a)
                              : std::nullopt;
      if (!number || (found && *found != *number)) {
        return std::nullopt;
      }
      found = number;
    }
    return found;
  }

  /// The instruction of this block that sets what `at` reads in a register.
  std::optional<std::uint32_t> set_here(std::uint32_t at, std::uint32_t slot) const {
    const std::uint32_t value = flow_.def_use.read(at, slot);
    if (value == kNoValue) {
      return std::nullopt;
    }
    const DefUse::Value& found = flow_.def_use.values()[value];
    return found.kind == DefUse::Value::Kind::kDefinition && is_here(found.at)
               ? std::optional(found.at)
               : std::nullopt;
  }

  /// Does the loop leave a register as it was before?
  bool keeps(std::uint32_t slot) const {
    for (std::uint32_t at = block_.begin; at < block_.end; ++at) {
      const std::vector<std::uint32_t>& set = program_.info[at].destinations;
      if (std::find(set.begin(), set.end(), slot) != set.end()) {
        return false;
      }
    }
    return true;
  }

  bool counts_to_bound(std::uint32_t test) const {
    const Decoded& i = program_.code[test];
    const InstructionInfo& info = program_.info[test];
    const bool is_order = info.compare != Compare::kEq && info.compare != Compare::kNe &&
                          info.compare != Compare::kNone;
    return info.opcode == Opcode::kSetp && is_order && !ptx::is_float(info.source_type) &&
           ((is_counter(test, i.a) && keeps(i.b)) || (is_counter(test, i.b) && keeps(i.a)));
  }

  /// Does it count turns that clang made one, in 32 bits, and nobody knows how many? ptxas makes
  /// four of them one again if they are short.
  bool is_unrolled_by_clang(std::uint32_t test) const {
    const Decoded& i = program_.code[test];
    const InstructionInfo& info = program_.info[test];
    const bool is_to_the_end = info.compare == Compare::kEq || info.compare == Compare::kNe;
    return info.opcode == Opcode::kSetp && is_to_the_end && !ptx::is_float(info.source_type) &&
           ptx::bytes_of(info.source_type) != 8 && block_.end - block_.begin <= kMostInstructions &&
           (counts_clangs_turns(test, i.a, i.b) ||
            (counts_clangs_turns(test, i.b, i.a) && !has_unsigned_indices()));
  }

  /// Places that are computed of unsigned numbers in each turn: these may overflow, and nvcc cannot
  /// count addresses on instead.
  bool has_unsigned_indices() const {
    for (std::uint32_t at = block_.begin; at < block_.end; ++at) {
      const InstructionInfo& info = program_.info[at];
      if (info.opcode == Opcode::kMul && info.wide && !ptx::is_signed(info.type)) {
        return true;
      }
    }
    return false;
  }

  bool counts_clangs_turns(std::uint32_t test, std::uint32_t counter, std::uint32_t end) const {
    const std::optional<std::uint32_t> made = set_here(test, counter);
    if (!made || program_.info[*made].opcode != Opcode::kAdd || !keeps(end)) {
      return false;
    }
    const Decoded& sum = program_.code[*made];
    const auto step = flow_.constants.number(sum.b);
    const auto by = step ? std::abs(static_cast<std::int32_t>(*step)) : 0;
    const bool is_known = flow_.constants.number(end) && first_value(*made, sum.a);
    return (by == 2 || by == 4) && !is_known;
  }

  /// Does a constant come to it in each turn?
  bool is_stepped(const Decoded& i) const {
    return (flow_.constants.number(i.b) && !keeps(i.a)) ||
           (flow_.constants.number(i.a) && !keeps(i.b));
  }

  /// A counter, or the sum of one and a number that stays (`i + lag < n`).
  bool is_counter(std::uint32_t test, std::uint32_t slot) const {
    const std::optional<std::uint32_t> sum = set_here(test, slot);
    if (!sum || program_.info[*sum].opcode != Opcode::kAdd) {
      return false;
    }
    const Decoded& i = program_.code[*sum];
    const auto counts = [&](std::uint32_t part, std::uint32_t other) {
      const std::optional<std::uint32_t> made = set_here(*sum, part);
      return made && keeps(other) && program_.info[*made].opcode == Opcode::kAdd &&
             is_stepped(program_.code[*made]);
    };
    return is_stepped(i) || counts(i.a, i.b) || counts(i.b, i.a);
  }

  const Program& program_;
  const Dataflow& flow_;
  const Block& block_;
};

}  // namespace

void join_closing_jumps(Program& program) {
  for (std::uint32_t at = 0; at + 1 < program.code.size(); ++at) {
    const Decoded& branch = program.code[at];
    const Decoded& jump = program.code[at + 1];
    if (branch.step == Step::kBranch && branch.guard != kNoSlot && branch.target > at + 1 &&
        is_jump(jump) && jump.guard == kNoSlot && jump.target <= at) {
      program.info[at].closes_loop = true;
      program.info[at + 1].is_predicated = true;
      program.info[at + 1].issue_slots = 0;
    }
  }
}

void mark_unrolled_loops(Program& program, const Dataflow& flow) {
  for (const Block& block : flow.cfg.blocks()) {
    const Loop loop(program, flow, block);
    const std::optional<std::uint32_t> test = loop.test();
    const std::uint8_t turns = test ? loop.turns_in_one(*test) : std::uint8_t{1};
    if (turns > 1) {
      program.info[block.end - 1].turns_in_one = turns;
      // One branch and one test are left of all.
      program.info[block.end - 1].issue_slots = program.info[*test].issue_slots = 0;
      for (const std::uint32_t step : loop.steps()) {
        program.info[step].issue_slots = 0;
      }
      hold_back_loads_of_loop(program, flow, block);
    }
  }
}

}  // namespace warpschool::sim
