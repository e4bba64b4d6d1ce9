// Finds stores that follow each other closely. Counted on an H200 (lts__t_sectors_op_write): three
// stores that fill the lines of an array of structs, and two of each second pair, send L2 as many
// sectors as stores that write whole lines; those of a loop with loads in between do not.
#include "lower/analysis/near_stores.hpp"

#include "lower/analysis/plain_access.hpp"

namespace warpschool::sim {
namespace {

/// As far as what the next store writes is computed in between: ptxas puts the stores behind it.
constexpr unsigned kMostSlotsBetween = 32;

/// Does the warp stop here until something has come back?
bool waits(const Program& program, std::size_t at) {
  const InstructionInfo& info = program.info[at];
  const bool is_held_back = info.waits_for_stores && program.code[at].space != Space::kShared;
  const bool is_atomic = info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
  return program.code[at].step != Step::kPlain || is_atomic || is_held_back;
}

}  // namespace

void mark_near_stores(Program& program, const Dataflow& flow) {
  for (const ControlFlowGraph::Block& block : flow.cfg.blocks()) {
    InstructionInfo* last = nullptr;
    unsigned slots = 0;
    for (std::size_t at = block.begin; at < block.end; ++at) {
      InstructionInfo& info = program.info[at];
      if (waits(program, at)) {
        last = nullptr;
      } else if (is_plain_access(program, at, Opcode::kSt)) {
        if (last != nullptr && slots <= kMostSlotsBetween) {
          if (last->near_store == NearStore::kNone) {
            last->near_store = NearStore::kFirst;
          }
          info.near_store = NearStore::kLater;
        }
        last = &info;
        slots = 0;
      } else {
        slots += info.issue_slots;
      }
    }
  }
}

}  // namespace warpschool::sim
