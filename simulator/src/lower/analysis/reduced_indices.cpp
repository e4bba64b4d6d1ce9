// Finds indices of loops that machine code does without. For b[k * n + col] clang keeps an index of
// 32 bits, adds n to it in each turn (and n, 2 n, 3 n to it, of a loop of four turns in one) and
// makes an address of each; nvcc 13.0 keeps the address and adds n words to it for the next access,
// one IMAD.WIDE each. Of unsigned indices it does not: they may overflow, and begin again. So is
// the product of two matrices 4.7 machine instructions a turn (matprod_rows, rectangular_naive of
// bench/calibration), 7.3 of PTX.
#include "lower/analysis/reduced_indices.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

namespace warpschool::sim {
namespace {

using Block = ControlFlowGraph::Block;
using Value = DefUse::Value;

/// The indices of one block that is a loop.
class Indices {
 public:
  Indices(Program& program, const Dataflow& flow, std::uint32_t block)
      : program_(program), flow_(flow), block_(block) {}

  void fold() {
    const Block& block = flow_.cfg.blocks()[block_];
    for (std::uint32_t at = block.begin; at < block.end; ++at) {
      if (is_sum(at) && counts_on(at)) {
        indices_.insert(at);
      }
    }
    for (bool changes = true; changes;) {
      changes = false;
      for (auto at = indices_.begin(); at != indices_.end();) {
        const bool stays = serves_addresses(*at);
        changes = changes || !stays;
        at = stays ? std::next(at) : indices_.erase(at);
      }
    }
    for (const std::uint32_t at : indices_) {
      program_.info[at].issue_slots = 0;
    }
  }

 private:
  bool is_sum(std::uint32_t at) const {
    const InstructionInfo& info = program_.info[at];
    return info.opcode == Opcode::kAdd && info.issue_slots != 0 && !ptx::is_float(info.type) &&
           ptx::bytes_of(info.type) == 4 && program_.code[at].guard == kNoSlot;
  }

  bool is_here(std::uint32_t at) const { return flow_.cfg.block_of(at) == block_; }

  /// An index of the turn before, or of this one, and what is the same in all turns.
  bool counts_on(std::uint32_t at) const {
    const Decoded& i = program_.code[at];
    return (is_index(at, i.a) && stays(at, i.b)) || (is_index(at, i.b) && stays(at, i.a));
  }

  bool is_index(std::uint32_t at, std::uint32_t slot) const {
    const std::uint32_t value = flow_.def_use.read(at, slot);
    if (value == kNoValue) {
      return false;
    }
    const Value& found = flow_.def_use.values()[value];
    if (found.kind == Value::Kind::kDefinition) {
      return indices_.count(found.at) != 0;
    }
    const auto makers = flow_.def_use.definitions(value);
    return found.kind == Value::Kind::kPhi && found.at == block_ &&
           std::any_of(makers.begin(), makers.end(),
                       [&](std::uint32_t maker) { return is_here(maker) && is_sum(maker); });
  }

  bool stays(std::uint32_t at, std::uint32_t slot) const {
    const std::uint32_t value = flow_.def_use.read(at, slot);
    if (value == kNoValue) {
      return flow_.constants.find(slot) != nullptr;
    }
    const Value& found = flow_.def_use.values()[value];
    return found.kind == Value::Kind::kDefinition
               ? !is_here(found.at)
               : found.kind != Value::Kind::kPhi || found.at != block_;
  }

  /// Nothing but products that are parts of addresses (IMAD.WIDE) and other indices is made of it.
  bool serves_addresses(std::uint32_t at) const {
    const std::vector<std::uint32_t> uses = flow_.def_use.uses(at);
    return std::all_of(uses.begin(), uses.end(), [&](std::uint32_t use) {
      const InstructionInfo& info = program_.info[use];
      const bool is_part = info.opcode == Opcode::kMul && info.wide && info.issue_slots == 0 &&
                           ptx::is_signed(info.type);
      return is_here(use) && (is_part || indices_.count(use) != 0);
    });
  }

  Program& program_;
  const Dataflow& flow_;
  std::uint32_t block_;
  std::set<std::uint32_t> indices_;
};

}  // namespace

void fold_reduced_indices(Program& program, const Dataflow& flow) {
  for (std::uint32_t block = 0; block < flow.cfg.blocks().size(); ++block) {
    if (!flow.def_use.phis(block).empty()) {
      Indices(program, flow, block).fold();
    }
  }
}

}  // namespace warpschool::sim
