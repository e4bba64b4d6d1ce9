// Finds conditional code that ptxas predicates. Seen in machine code of nvcc 13.0 for sm_90: the
// loads and stores of a tile's borders and the steps of a sum in shared memory are "@P0 LDG",
// "@P0 STS", and so on, one behind the other; longer code stands behind a branch, and so does an
// atomic (160 of 174: the others are the one lane's that adds for its warp), and code with another
// condition in it; but conditions one after the other that skip the same code ("a && b") are one.
// Both ways of an if are predicated if they are short together. Nsight Compute
// counts predicated instructions of warps that have no lane there; warps that have none in a
// kernel's last conditional code leave.
#include "lower/analysis/predicated_branches.hpp"

#include "lower/analysis/post_dominators.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

using Block = ControlFlowGraph::Block;

/// Issue slots of the longest code that was seen predicated.
constexpr unsigned kMostSlots = 12;

/// One of the two ways of a branch, to where they meet.
struct Way {
  std::vector<std::uint32_t> blocks;
  unsigned slots = 0;
  bool is_plain = true;  ///< nothing in it but what can be predicated
};

class ShortBranches {
 public:
  ShortBranches(Program& program, const ControlFlowGraph& cfg)
      : program_(program), cfg_(cfg), joins_(immediate_post_dominators(cfg)) {}

  void look_at(std::uint32_t block) {
    const std::uint32_t last = cfg_.blocks()[block].end - 1;
    const Decoded& branch = program_.code[last];
    if (branch.step != Step::kBranch || branch.guard == kNoSlot ||
        last + 1 >= program_.code.size() || branch.target <= last || joins_[block] == kNoBlock) {
      return;
    }
    const Way taken = way(block, cfg_.block_of(branch.target));
    const Way passed = way(block, cfg_.block_of(last + 1));
    if (taken.is_plain && passed.is_plain && taken.slots + passed.slots <= kMostSlots) {
      predicate(last, taken, passed, joins_[block]);
    }
  }

 private:
  bool jumps(std::uint32_t at) const {
    const Decoded& i = program_.code[at];
    return (i.step == Step::kJump || i.step == Step::kBranch) && i.guard == kNoSlot;
  }

  /// From `first`, which the branch at the end of `from` leads to, to the join of `from`.
  Way way(std::uint32_t from, std::uint32_t first) const {
    Way way;
    std::vector<std::uint32_t> work{first};
    while (!work.empty() && way.is_plain) {
      const std::uint32_t block = work.back();
      work.pop_back();
      if (block == joins_[from] ||
          std::find(way.blocks.begin(), way.blocks.end(), block) != way.blocks.end()) {
        continue;
      }
      way.blocks.push_back(block);
      add(block, joins_[from], way);
      const std::vector<std::uint32_t>& next = cfg_.blocks()[block].successors;
      work.insert(work.end(), next.begin(), next.end());
    }
    way.is_plain = way.is_plain && is_entered_from(from, way.blocks);
    return way;
  }

  /// Do only a branch and the way itself lead to its blocks?
  bool is_entered_from(std::uint32_t from, const std::vector<std::uint32_t>& blocks) const {
    return std::all_of(blocks.begin(), blocks.end(), [&](std::uint32_t block) {
      const std::vector<std::uint32_t>& before = cfg_.blocks()[block].predecessors;
      return std::all_of(before.begin(), before.end(), [&](std::uint32_t other) {
        return other == from || std::find(blocks.begin(), blocks.end(), other) != blocks.end();
      });
    });
  }

  /// Does a block only ask for another condition, and skip the rest of the way if it does not hold?
  bool is_next_condition(const Block& block, std::uint32_t join) const {
    const std::uint32_t last = block.end - 1;
    const Decoded& branch = program_.code[last];
    const bool skips = branch.step == Step::kBranch && branch.guard != kNoSlot &&
                       branch.target > last && last + 1 < program_.code.size() &&
                       (cfg_.block_of(branch.target) == join || cfg_.block_of(last + 1) == join);
    return skips && std::all_of(program_.info.begin() + block.begin, program_.info.begin() + last,
                                [](const InstructionInfo& info) {
                                  return info.opcode != Opcode::kLd && info.opcode != Opcode::kSt;
                                });
  }

  void add(std::uint32_t index, std::uint32_t join, Way& way) const {
    const Block& block = cfg_.blocks()[index];
    const bool is_condition = is_next_condition(block, join);
    for (std::uint32_t at = block.begin; at < block.end; ++at) {
      const Decoded& i = program_.code[at];
      const InstructionInfo& info = program_.info[at];
      if (is_condition && at + 1 == block.end) {
        continue;
      }
      if (jumps(at)) {
        way.is_plain = way.is_plain && i.target > at;
        continue;
      }
      const bool is_atomic = info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
      way.is_plain = way.is_plain && i.step == Step::kPlain && i.guard == kNoSlot && !is_atomic;
      way.slots += info.issue_slots;
    }
  }

  void predicate(std::uint32_t branch, const Way& taken, const Way& passed, std::uint32_t join) {
    drop(branch);
    mark_jumps(taken);
    mark_jumps(passed);
    if (jumps(branch + 1)) {
      drop(branch + 1);
    }
    if (!cfg_.blocks()[join].only_ends(program_)) {
      program_.predicated.push_back({missed(passed), missed(taken)});
      program_.code[branch].extra = static_cast<std::uint32_t>(program_.predicated.size());
    }
  }

  /// There is no such branch or jump in machine code.
  void drop(std::uint32_t at) {
    program_.info[at].is_predicated = true;
    program_.info[at].issue_slots = 0;
  }

  void mark_jumps(const Way& way) {
    for (const std::uint32_t block : way.blocks) {
      for (std::uint32_t at = cfg_.blocks()[block].begin; at < cfg_.blocks()[block].end; ++at) {
        if (jumps(at)) {
          drop(at);
        }
      }
    }
  }

  /// What warps issue that have no lane there.
  PredicatedCode::Way missed(const Way& way) const {
    PredicatedCode::Way code;
    for (const std::uint32_t block : way.blocks) {
      for (std::uint32_t at = cfg_.blocks()[block].begin; at < cfg_.blocks()[block].end; ++at) {
        const InstructionInfo& info = program_.info[at];
        const bool is_shared = program_.code[at].space == Space::kShared;
        code.shared_loads += is_shared && info.opcode == Opcode::kLd && !info.is_merged ? 1u : 0u;
        code.shared_stores += is_shared && info.opcode == Opcode::kSt ? 1u : 0u;
        code.issue_slots += program_.code[at].step == Step::kPlain ? info.issue_slots : 0u;
      }
    }
    return code;
  }

  Program& program_;
  const ControlFlowGraph& cfg_;
  const std::vector<std::uint32_t> joins_;
};

}  // namespace

void mark_predicated_branches(Program& program, const Dataflow& flow) {
  ShortBranches finder(program, flow.cfg);
  for (std::uint32_t block = 0; block < flow.cfg.blocks().size(); ++block) {
    finder.look_at(block);
  }
}

}  // namespace warpschool::sim
