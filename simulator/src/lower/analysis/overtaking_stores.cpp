// Finds stores that do not wait for a load of the same place before them: "old = x[i]; x[i] =
// now;", where what was there is looked at later. The load is under way when the store comes, and
// L2 holds the store back until the line is there: measured on an H200 (overtaken_* of
// bench/calibration), 13 times as slow as a store that waits for what was loaded.
#include "lower/analysis/overtaking_stores.hpp"

#include "lower/analysis/plain_access.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>

namespace warpschool::sim {
namespace {

/// Which registers hold what was made of a load's value.
class Made {
 public:
  explicit Made(const InstructionInfo& load) { add(load.destinations); }

  bool reads(const InstructionInfo& info) const {
    return std::any_of(info.sources.begin(), info.sources.end(),
                       [&](std::uint32_t slot) { return slots_.count(slot) != 0; });
  }
  void step(const InstructionInfo& info, bool is_guarded) {
    if (reads(info)) {
      add(info.destinations);
    } else if (!is_guarded) {
      for (const std::uint32_t slot : info.destinations) {
        slots_.erase(slot);
      }
    }
  }

 private:
  void add(const std::vector<std::uint32_t>& slots) { slots_.insert(slots.begin(), slots.end()); }

  std::unordered_set<std::uint32_t> slots_;
};

/// What keeps its place among memory accesses: if it needs a value, so does all that follows it.
bool keeps_its_place(const Program& program, std::size_t at) {
  const InstructionInfo& info = program.info[at];
  return program.code[at].step != Step::kPlain || info.opcode == Opcode::kLd ||
         info.opcode == Opcode::kSt || info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
}

/// Does a store come before anything that waits for the load?
bool overtakes(const Program& program, std::size_t load, std::size_t store) {
  Made made(program.info[load]);
  for (std::size_t at = load + 1; at < store; ++at) {
    const InstructionInfo& info = program.info[at];
    if (keeps_its_place(program, at) && made.reads(info)) {
      return false;
    }
    made.step(info, program.code[at].guard != kNoSlot);
  }
  return !made.reads(program.info[store]);
}

/// The last load of what a store writes, from a block's begin on: those before it come earlier.
std::optional<std::size_t> load_before(const Program& program, const Dataflow& flow,
                                       std::size_t begin, std::size_t store) {
  for (std::size_t load = store; load-- > begin;) {
    if (is_plain_access(program, load, Opcode::kLd) &&
        program.code[load].bytes == program.code[store].bytes &&
        flow.addresses.address(load) == flow.addresses.address(store)) {
      return load;
    }
  }
  return std::nullopt;
}

}  // namespace

void mark_overtaking_stores(Program& program, const Dataflow& flow) {
  for (const ControlFlowGraph::Block& block : flow.cfg.blocks()) {
    for (std::size_t store = block.begin; store < block.end; ++store) {
      if (!is_plain_access(program, store, Opcode::kSt)) {
        continue;
      }
      const auto load = load_before(program, flow, block.begin, store);
      if (load && overtakes(program, *load, store)) {
        program.info[*load].is_overtaken = program.info[store].overtakes = true;
      }
    }
  }
}

}  // namespace warpschool::sim
