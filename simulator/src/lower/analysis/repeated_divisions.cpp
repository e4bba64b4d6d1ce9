// Finds divisions for which there is a reciprocal already. Seen in machine code of nvcc 13.0 for
// sm_90: I2F, MUFU.RCP, F2I and a correction stand once for each divisor, and before the loop.
#include "lower/analysis/repeated_divisions.hpp"

#include <algorithm>
#include <set>

namespace warpschool::sim {
namespace {

/// What is left: two products, two corrections. From the time of pipe/div_u32 (bench/calibration).
constexpr std::uint8_t kSlotsOfTheRest = 12;

bool divides_words(const InstructionInfo& info) {
  return (info.opcode == Opcode::kDiv || info.opcode == Opcode::kRem) &&
         !ptx::is_float(info.type) && ptx::bytes_of(info.type) == 4;
}

/// Does the block alone make a loop? A block that only jumps back may stand between.
bool is_loop(const Dataflow& flow, const ControlFlowGraph::Block& block) {
  const std::size_t index = flow.cfg.block_of(block.begin);
  return std::any_of(block.successors.begin(), block.successors.end(), [&](std::uint32_t next) {
    const ControlFlowGraph::Block& behind = flow.cfg.blocks()[next];
    const bool only_jumps = behind.end - behind.begin == 1 && behind.successors.size() == 1;
    return next == index || (only_jumps && behind.successors.front() == index);
  });
}

/// Is the value made in the block?
bool is_made_here(const Dataflow& flow, const ControlFlowGraph::Block& block, std::uint32_t value) {
  const DefUse::Value& made = flow.def_use.values()[value];
  return made.kind == DefUse::Value::Kind::kPhi ? made.at == flow.cfg.block_of(block.begin)
                                                : made.kind == DefUse::Value::Kind::kDefinition &&
                                                      made.at >= block.begin && made.at < block.end;
}

/// Who has divided by what.
class Divisors {
 public:
  explicit Divisors(const Dataflow& flow) : flow_(flow) {}

  /// Is there a reciprocal of an instruction's divisor when it comes?
  bool knows(const ControlFlowGraph::Block& block, std::uint32_t at, std::uint32_t slot) {
    const std::uint32_t value = flow_.def_use.read(at, slot);
    return value != kNoValue && (!values_.insert(value).second ||
                                 (is_loop(flow_, block) && !is_made_here(flow_, block, value)));
  }

 private:
  const Dataflow& flow_;
  std::set<std::uint32_t> values_;
};

}  // namespace

void mark_repeated_divisions(Program& program, const Dataflow& flow) {
  Divisors divisors(flow);
  for (const ControlFlowGraph::Block& block : flow.cfg.blocks()) {
    for (std::uint32_t at = block.begin; at < block.end; ++at) {
      InstructionInfo& info = program.info[at];
      const Decoded& i = program.code[at];
      if (divides_words(info) && divisors.knows(block, at, i.b)) {
        info.issue_slots = kSlotsOfTheRest;
        info.sfu_slots = 0;
      }
    }
  }
}

}  // namespace warpschool::sim
