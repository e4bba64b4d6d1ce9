// Finds loads behind stores to what may be the same place. Seen in machine code of nvcc 13.0 for
// sm_90: in a loop over planes that reads one array and writes another the loads of each step stand
// behind the store of the step before, unrolled or not.
#include "lower/analysis/held_back_loads.hpp"

#include <algorithm>
#include <vector>

namespace warpschool::sim {
namespace {

bool is_common(Space space) {
  return space == Space::kGlobal || space == Space::kShared || space == Space::kGeneric;
}

bool may_be_one_space(Space a, Space b) {
  return a == b || a == Space::kGeneric || b == Space::kGeneric;
}

/// Are two accesses surely of different bytes?
bool are_apart(const Program& program, const AddressValues& addresses, std::size_t one,
               std::size_t other) {
  const AddressValues::Number a = addresses.address(one), b = addresses.address(other);
  const std::int64_t between = b.distance - a.distance;
  return a.base == b.base &&
         (between >= program.code[one].bytes || -between >= program.code[other].bytes);
}

}  // namespace

void hold_back_loads_of_loop(Program& program, const Dataflow& flow,
                             const ControlFlowGraph::Block& block) {
  std::vector<std::size_t> stores;
  for (std::size_t at = block.begin; at < block.end; ++at) {
    if (program.info[at].opcode == Opcode::kSt && is_common(program.code[at].space)) {
      stores.push_back(at);
    }
  }
  for (std::size_t at = block.begin; at < block.end; ++at) {
    InstructionInfo& info = program.info[at];
    if (info.opcode == Opcode::kLd && is_common(program.code[at].space) && !info.is_read_only) {
      info.waits_for_stores |= std::any_of(stores.begin(), stores.end(), [&](std::size_t store) {
        return may_be_one_space(program.code[store].space, program.code[at].space) &&
               !are_apart(program, flow.addresses, store, at);
      });
    }
  }
}

void mark_held_back_loads(Program& program, const Dataflow& flow) {
  for (const ControlFlowGraph::Block& block : flow.cfg.blocks()) {
    std::vector<std::size_t> stores;
    for (std::size_t at = block.begin; at < block.end; ++at) {
      const Decoded& i = program.code[at];
      InstructionInfo& info = program.info[at];
      if (!is_common(i.space)) {
        continue;
      }
      if (info.opcode == Opcode::kSt) {
        stores.push_back(at);
      } else if (info.opcode == Opcode::kLd && !info.is_read_only) {
        info.waits_for_stores = std::any_of(stores.begin(), stores.end(), [&](std::size_t store) {
          return may_be_one_space(program.code[store].space, i.space) &&
                 !are_apart(program, flow.addresses, store, at);
        });
      }
    }
  }
}

}  // namespace warpschool::sim
