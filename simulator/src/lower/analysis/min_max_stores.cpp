// Finds stores of a minimum or maximum of the old value and another.
#include "lower/analysis/min_max_stores.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// How far before its store a value may be selected: unoptimised code computes the address in
/// between.
constexpr std::size_t kMostInstructions = 48;

bool selects(Opcode opcode) {
  return opcode == Opcode::kMin || opcode == Opcode::kMax || opcode == Opcode::kSelp;
}

bool stores_min_or_max(const Program& program, std::size_t store) {
  const InstructionInfo& of_store = program.info[store];
  for (std::size_t back = 1; back <= std::min(store, kMostInstructions); ++back) {
    const InstructionInfo& info = program.info[store - back];
    if (!selects(info.opcode)) {
      continue;
    }
    const auto& made = info.destinations;
    if ((info.line == of_store.line && info.file == of_store.file) ||
        std::find(made.begin(), made.end(), program.code[store].d) != made.end()) {
      return true;
    }
  }
  return false;
}

}  // namespace

void mark_min_max_stores(Program& program) {
  for (std::size_t at = 0; at < program.info.size(); ++at) {
    if (program.info[at].opcode == Opcode::kSt) {
      program.info[at].stores_min_or_max = stores_min_or_max(program, at);
    }
  }
}

}  // namespace warpschool::sim
