// Finds loops that ptxas unrolls. Seen in machine code of nvcc 13.0 for sm_90: a loop without
// branches that clang cannot count (its step is not one, so that its counter might overflow) has
// four turns in one, with the loads of all four first, if its step is a constant: so do 15 of 15
// loops of bench/calibration. Those whose step is a variable (the block's size, say) are left as
// they are: 13 of 13.
#include "lower/analysis/unrolled_loops.hpp"

#include "lower/analysis/held_back_loads.hpp"

#include <algorithm>
#include <optional>

namespace warpschool::sim {
namespace {

using Block = ControlFlowGraph::Block;

/// The longest of the loops that were seen unrolled has 28 instructions.
constexpr std::uint32_t kMostInstructions = 40;

class Loop {
 public:
  Loop(const Program& program, const Dataflow& flow, const Block& block)
      : program_(program), flow_(flow), block_(block) {}

  /// The comparison that ends the loop; nothing: it is not unrolled.
  std::optional<std::uint32_t> test_if_unrolled() const {
    const std::uint32_t last = block_.end - 1;
    const Decoded& back = program_.code[last];
    if (back.step != Step::kBranch || back.target != block_.begin || back.guard == kNoSlot ||
        block_.end - block_.begin > kMostInstructions) {
      return std::nullopt;
    }
    for (std::uint32_t at = block_.begin; at < last; ++at) {
      if (program_.code[at].step != Step::kPlain) {
        return std::nullopt;
      }
    }
    const std::optional<std::uint32_t> test = set_here(last, back.guard);
    return test && counts_to_bound(*test) ? test : std::nullopt;
  }

 private:
  /// The instruction of this block that sets what `at` reads in a register.
  std::optional<std::uint32_t> set_here(std::uint32_t at, std::uint32_t slot) const {
    const std::uint32_t value = flow_.def_use.read(at, slot);
    if (value == kNoValue) {
      return std::nullopt;
    }
    const DefUse::Value& found = flow_.def_use.values()[value];
    const bool is_here = found.kind == DefUse::Value::Kind::kDefinition &&
                         found.at >= block_.begin && found.at < block_.end;
    return is_here ? std::optional(found.at) : std::nullopt;
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

void mark_unrolled_loops(Program& program, const Dataflow& flow) {
  for (const Block& block : flow.cfg.blocks()) {
    if (const auto test = Loop(program, flow, block).test_if_unrolled()) {
      program.info[block.end - 1].is_unrolled = true;
      // One branch and one test are left of four.
      program.info[block.end - 1].issue_slots = program.info[*test].issue_slots = 0;
      hold_back_loads_of_loop(program, flow, block);
    }
  }
}

}  // namespace warpschool::sim
