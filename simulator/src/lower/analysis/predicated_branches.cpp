// Finds conditional code that ptxas predicates. Seen in machine code of nvcc 13.0 for sm_90: the
// loads and stores of a tile's borders and the steps of a sum in shared memory are "@P0 LDG",
// "@P0 STS", and so on, one behind the other; longer code stands behind a branch, and so does an
// atomic (160 of 174: the others are the one lane's that adds for its warp). Nsight Compute counts
// predicated instructions of warps that have no lane there; warps that have none in a kernel's last
// conditional code leave.
#include "lower/analysis/predicated_branches.hpp"

namespace warpschool::sim {
namespace {

using Block = ControlFlowGraph::Block;

/// Issue slots of the longest code that was seen predicated.
constexpr unsigned kMostSlots = 10;

class Finder {
 public:
  Finder(Program& program, const ControlFlowGraph& cfg) : program_(program), cfg_(cfg) {}

  void look_at(std::uint32_t block) {
    const std::uint32_t last = cfg_.blocks()[block].end - 1;
    const Decoded& branch = program_.code[last];
    if (branch.step != Step::kBranch || branch.guard == kNoSlot ||
        last + 1 >= program_.code.size() || branch.target <= last) {
      return;
    }
    const std::uint32_t taken = behind_jumps(cfg_.block_of(branch.target));
    const std::uint32_t passed = behind_jumps(cfg_.block_of(last + 1));
    if (is_short(passed, taken)) {
      predicate(last, passed, taken);
    } else if (is_short(taken, passed)) {
      predicate(last, taken, passed);
    }
  }

 private:
  bool jumps(std::uint32_t at) const {
    const Decoded& i = program_.code[at];
    return (i.step == Step::kJump || i.step == Step::kBranch) && i.guard == kNoSlot;
  }
  bool is_jump(const Block& block) const {
    return block.end - block.begin == 1 && jumps(block.begin);
  }

  /// The block that a way leads to over blocks that only jump on.
  std::uint32_t behind_jumps(std::uint32_t block) const {
    for (int steps = 0; steps < 4 && is_jump(cfg_.blocks()[block]); ++steps) {
      block = cfg_.blocks()[block].successors.front();
    }
    return block;
  }

  /// Is a block few instructions that lead to `join` alone, and reached in one way?
  bool is_short(std::uint32_t index, std::uint32_t join) const {
    const Block& block = cfg_.blocks()[index];
    if (index == join || block.predecessors.size() != 1 || block.successors.size() != 1 ||
        behind_jumps(block.successors.front()) != join) {
      return false;
    }
    unsigned slots = 0;
    for (std::uint32_t at = block.begin; at < block.end; ++at) {
      const Decoded& i = program_.code[at];
      const bool is_last_jump = at + 1 == block.end && jumps(at);
      const Opcode opcode = program_.info[at].opcode;
      if (((i.step != Step::kPlain || i.guard != kNoSlot) && !is_last_jump) ||
          opcode == Opcode::kAtom || opcode == Opcode::kRed) {
        return false;
      }
      slots += is_last_jump ? 0u : program_.info[at].issue_slots;
    }
    return slots <= kMostSlots;
  }

  /// Nothing is left to do there: who goes round is through ("@P0 EXIT", 61 of 61 seen).
  bool ends(std::uint32_t block) const {
    const Step step = program_.code[cfg_.blocks()[block].begin].step;
    return step == Step::kExit || step == Step::kReturn;
  }

  /// @param join where the code leads, and the branch's other way.
  void predicate(std::uint32_t branch, std::uint32_t code, std::uint32_t join) {
    mark(branch, cfg_.blocks()[code]);
    if (!ends(join)) {
      const bool when_taken = join == behind_jumps(cfg_.block_of(program_.code[branch].target));
      count(branch, cfg_.blocks()[code], when_taken);
    }
  }

  void mark(std::uint32_t branch, const Block& block) {
    for (std::uint32_t at = block.begin; at < block.end; ++at) {
      program_.info[at].is_predicated = jumps(at);
    }
    program_.info[branch].is_predicated = true;
    if (jumps(branch + 1)) {
      program_.info[branch + 1].is_predicated = true;
    }
  }

  /// What warps issue that have no lane there.
  void count(std::uint32_t branch, const Block& block, bool when_taken) {
    PredicatedCode code;
    code.skipped_when_taken = when_taken;
    for (std::uint32_t at = block.begin; at < block.end; ++at) {
      const InstructionInfo& info = program_.info[at];
      const bool is_shared = program_.code[at].space == Space::kShared;
      code.shared_loads += is_shared && info.opcode == Opcode::kLd && !info.is_merged ? 1u : 0u;
      code.shared_stores += is_shared && info.opcode == Opcode::kSt ? 1u : 0u;
      code.issue_slots += program_.code[at].step == Step::kPlain ? info.issue_slots : 0u;
    }
    program_.predicated.push_back(code);
    program_.code[branch].extra = static_cast<std::uint32_t>(program_.predicated.size());
  }

  Program& program_;
  const ControlFlowGraph& cfg_;
};

}  // namespace

void mark_predicated_branches(Program& program, const Dataflow& flow) {
  Finder finder(program, flow.cfg);
  for (std::uint32_t block = 0; block < flow.cfg.blocks().size(); ++block) {
    finder.look_at(block);
  }
}

}  // namespace warpschool::sim
