// Finds stores of a minimum or maximum of the old value and another.
#include "lower/analysis/min_max_stores.hpp"

#include "lower/analysis/frame_scalar.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace warpschool::sim {
namespace {

bool selects(Opcode opcode) {
  return opcode == Opcode::kMin || opcode == Opcode::kMax || opcode == Opcode::kSelp;
}

bool hands_on(Opcode opcode) {
  return opcode == Opcode::kMov || opcode == Opcode::kCvt;
}

/// Is a value a selection, perhaps handed from register to register, or through the frame?
bool is_selected(const Program& program, const DefUse& def_use, std::uint32_t value) {
  std::vector<std::uint32_t> work{value};
  std::unordered_set<std::uint32_t> seen;
  while (!work.empty()) {
    const std::uint32_t next = work.back();
    work.pop_back();
    if (next == kNoValue || !seen.insert(next).second) {
      continue;
    }
    for (const std::uint32_t at : def_use.definitions(next)) {
      const InstructionInfo& info = program.info[at];
      if (selects(info.opcode)) {
        return true;
      }
      if (is_frame_scalar(program.code[at], info)) {
        work.push_back(info.opcode == Opcode::kLd ? def_use.scalar(at)
                                                  : def_use.read(at, program.code[at].d));
      } else if (hands_on(info.opcode)) {
        std::for_each(info.sources.begin(), info.sources.end(),
                      [&](std::uint32_t slot) { work.push_back(def_use.read(at, slot)); });
      }
    }
  }
  return false;
}

}  // namespace

void mark_min_max_stores(Program& program, const Dataflow& flow) {
  for (std::size_t at = 0; at < program.info.size(); ++at) {
    if (program.info[at].opcode == Opcode::kSt) {
      program.info[at].stores_min_or_max =
          is_selected(program, flow.def_use, flow.def_use.read(at, program.code[at].d));
    }
  }
}

}  // namespace warpschool::sim
