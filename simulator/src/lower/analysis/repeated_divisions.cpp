// Finds divisions for which there is a reciprocal already. Seen in machine code of nvcc 13.0 for
// sm_90: I2F, MUFU.RCP, F2I and a correction stand once for each divisor, and before the loop.
#include "lower/analysis/repeated_divisions.hpp"

#include <set>

namespace warpschool::sim {
namespace {

/// What is left: two products, two corrections. From the time of pipe/div_u32 (bench/calibration).
constexpr std::uint8_t kSlotsOfTheRest = 12;

bool divides_words(const InstructionInfo& info) {
  return (info.opcode == Opcode::kDiv || info.opcode == Opcode::kRem) &&
         !ptx::is_float(info.type) && ptx::bytes_of(info.type) == 4;
}

/// Is the value made outside of the loop that the block alone is?
bool is_kept_by_loop(const Dataflow& flow, const ControlFlowGraph::Block& block,
                     std::uint32_t value) {
  const std::size_t index = flow.cfg.block_of(block.begin);
  const DefUse::Value& made = flow.def_use.values()[value];
  const bool is_here = made.kind == DefUse::Value::Kind::kPhi
                           ? made.at == index
                           : made.kind == DefUse::Value::Kind::kDefinition &&
                                 made.at >= block.begin && made.at < block.end;
  for (const auto next : block.successors) {
    if (next == index) {
      return !is_here;
    }
  }
  return false;
}

}  // namespace

void mark_repeated_divisions(Program& program, const Dataflow& flow) {
  std::set<std::uint32_t> divisors;
  for (const ControlFlowGraph::Block& block : flow.cfg.blocks()) {
    for (std::uint32_t at = block.begin; at < block.end; ++at) {
      InstructionInfo& info = program.info[at];
      if (!divides_words(info)) {
        continue;
      }
      const std::uint32_t value = flow.def_use.read(at, program.code[at].b);
      if (value != kNoValue &&
          (!divisors.insert(value).second || is_kept_by_loop(flow, block, value))) {
        info.issue_slots = kSlotsOfTheRest;
        info.sfu_slots = 0;
      }
    }
  }
}

}  // namespace warpschool::sim
