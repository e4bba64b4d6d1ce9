// Finds the branches at which lanes may part, and those of them that begin a region of their own.
#include "lower/analysis/branch_regions.hpp"

#include "lower/analysis/divergence.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// BSSY and BSYNC.
constexpr std::uint8_t kRegionSlots = 2;

class Marker {
 public:
  Marker(Program& program, const Dataflow& flow)
      : program_(program),
        cfg_(flow.cfg),
        constants_(flow.constants),
        divergence_(program, flow),
        is_inner_(blocks(), false),
        is_apart_(blocks(), false) {}

  void mark() {
    // A region's first branch is met first; those that lead to the same join are within it.
    for (const std::vector<std::uint32_t>& order : cfg_.order()) {
      for (const std::uint32_t block : order) {
        look_at(block);
      }
    }
    for (std::uint32_t block = 0; block < blocks(); ++block) {
      mark_constants(block);
    }
  }

 private:
  std::size_t blocks() const { return cfg_.blocks().size(); }

  /// Nobody waits for lanes that are through.
  bool leaves_kernel(std::uint32_t block) const {
    const std::vector<std::uint32_t>& ways = cfg_.blocks()[block].successors;
    return std::any_of(ways.begin(), ways.end(),
                       [&](std::uint32_t way) { return cfg_.blocks()[way].only_ends(program_); });
  }

  void look_at(std::uint32_t block) {
    const std::uint32_t branch = cfg_.blocks()[block].end - 1;
    InstructionInfo& info = program_.info[branch];
    if (!divergence_.parts(block) || info.is_predicated || leaves_kernel(block)) {
      return;
    }
    info.parting = kind_of(block, branch);
    if (info.parting == Parting::kRegion) {
      info.issue_slots = static_cast<std::uint8_t>(info.issue_slots + kRegionSlots);
    }
    is_apart_[block] = is_apart_[block] || divergence_.leaves_loop(block);
    for (const std::uint32_t other : divergence_.region(block)) {
      is_apart_[other] = true;
      is_inner_[other] = is_inner_[other] || divergence_.join(other) == divergence_.join(block);
    }
  }

  void mark_constants(std::uint32_t block) {
    for (std::uint32_t at = cfg_.blocks()[block].begin; at < cfg_.blocks()[block].end; ++at) {
      const Decoded& i = program_.code[at];
      InstructionInfo& info = program_.info[at];
      if (info.opcode == Opcode::kLd && i.space == Space::kConst) {
        info.is_by_register =
            std::any_of(info.sources.begin(), info.sources.end(), [&](std::uint32_t slot) {
              const bool is_known = constants_.find(slot) != nullptr;
              return divergence_.varies(at, slot) || (is_apart_[block] && !is_known);
            });
      }
    }
  }

  Parting kind_of(std::uint32_t block, std::uint32_t branch) const {
    const std::vector<std::uint32_t>& loop = divergence_.loop(block);
    const auto is_in_loop = [&](std::uint32_t at) {
      return std::binary_search(loop.begin(), loop.end(), cfg_.block_of(at));
    };
    if (divergence_.leaves_loop(block)) {
      if (!is_in_loop(program_.code[branch].target)) {
        return Parting::kLeavesIfTaken;
      }
      return is_in_loop(branch + 1) ? Parting::kWithin : Parting::kStaysIfTaken;
    }
    return is_inner_[block] ? Parting::kWithin : Parting::kRegion;
  }

  Program& program_;
  const ControlFlowGraph& cfg_;
  const Constants& constants_;
  const Divergence divergence_;
  std::vector<bool> is_inner_;  ///< by block: a branch there leads to the join of one before
  std::vector<bool> is_apart_;  ///< by block: lanes may have parted there
};

}  // namespace

void mark_branch_regions(Program& program, const Dataflow& flow) {
  Marker(program, flow).mark();
}

}  // namespace warpschool::sim
