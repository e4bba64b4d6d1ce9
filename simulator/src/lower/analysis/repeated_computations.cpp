// Finds computations that ptxas does once where PTX has them several times. clang computes an
// address in each conditional piece of code that needs it. Where ptxas predicates such pieces they
// are one stretch of code, and nvcc 13.0 computes the address before the first of them, for all
// (the taps of a filter that asks for each whether it lies within the image).
#include "lower/analysis/repeated_computations.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>

namespace warpschool::sim {
namespace {

using Block = ControlFlowGraph::Block;

class Stretch {
 public:
  Stretch(Program& program, const Dataflow& flow)
      : program_(program), flow_(flow), is_in_(flow.cfg.blocks().size()) {}

  void add(std::uint32_t index) {
    const Block& block = flow_.cfg.blocks()[index];
    if (!goes_on(block)) {
      made_.clear();
      std::fill(is_in_.begin(), is_in_.end(), false);
    }
    is_in_[index] = true;
    for (std::uint32_t at = block.begin; at < block.end; ++at) {
      look_at(at);
    }
  }

 private:
  /// Do warps come to a block from the stretch alone, and without a branch?
  bool goes_on(const Block& block) const {
    return !block.predecessors.empty() &&
           std::all_of(
               block.predecessors.begin(), block.predecessors.end(), [&](std::uint32_t before) {
                 const std::uint32_t last = flow_.cfg.blocks()[before].end - 1;
                 const Step step = program_.code[last].step;
                 const bool is_jump = step == Step::kBranch || step == Step::kJump;
                 return is_in_[before] &&
                        (step == Step::kPlain || (is_jump && program_.info[last].is_predicated));
               });
  }

  void look_at(std::uint32_t at) {
    const Decoded& i = program_.code[at];
    InstructionInfo& info = program_.info[at];
    if (i.step != Step::kPlain || i.guard != kNoSlot || info.counter != CounterClass::kInt32 ||
        info.opcode == Opcode::kLd || info.destinations.size() != 1) {
      return;
    }
    const auto number = flow_.addresses.made(flow_.def_use, at, info.destinations.front());
    if (!number || number->base == 0) {
      return;
    }
    if (!made_.emplace(number->base, number->distance, info.register_bytes).second) {
      info.issue_slots = 0;
    }
  }

  Program& program_;
  const Dataflow& flow_;
  std::vector<bool> is_in_;  ///< by block
  std::set<std::tuple<std::uint32_t, std::int64_t, unsigned>> made_;
};

}  // namespace

void fold_repeated_computations(Program& program, const Dataflow& flow) {
  Stretch stretch(program, flow);
  for (std::uint32_t block = 0; block < flow.cfg.blocks().size(); ++block) {
    stretch.add(block);
  }
}

}  // namespace warpschool::sim
