// Orders basic blocks so that the split with the lowest pc runs first and lanes meet again.
#include "lower/analysis/block_layout.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kUnknown = 0xffff'ffffu;

std::vector<std::uint32_t> reverse_post_order(const FlowGraph& successors) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(successors.size(), false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
  seen[0] = true;
  while (!stack.empty()) {
    auto& [block, next] = stack.back();
    if (next == successors[block].size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    const std::uint32_t successor = successors[block][next++];
    if (!seen[successor]) {
      seen[successor] = true;
      stack.emplace_back(successor, 0);
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// Works on positions in reverse post-order: a dominator has a lower position than what it
/// dominates.
class LoopFinder {
 public:
  LoopFinder(const FlowGraph& successors, const std::vector<std::uint32_t>& order)
      : predecessors_(order.size()), dominator_(order.size(), kUnknown), loops_(order.size()) {
    std::vector<std::uint32_t> position(successors.size(), kUnknown);
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      position[order[i]] = i;
    }
    for (const std::uint32_t block : order) {
      for (const std::uint32_t successor : successors[block]) {
        predecessors_[position[successor]].push_back(position[block]);
      }
    }
    find_dominators();
    find_loops();
  }

  /// Blocks of the loop whose header is at `position`, ascending; empty if it is no header.
  const std::vector<std::uint32_t>& loop(std::uint32_t position) const { return loops_[position]; }

 private:
  std::uint32_t common_dominator(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      (a > b ? a : b) = dominator_[std::max(a, b)];
    }
    return a;
  }

  // Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm".
  void find_dominators() {
    dominator_[0] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t block = 1; block < dominator_.size(); ++block) {
        std::uint32_t found = kUnknown;
        for (const std::uint32_t predecessor : predecessors_[block]) {
          if (dominator_[predecessor] != kUnknown) {
            found = found == kUnknown ? predecessor : common_dominator(predecessor, found);
          }
        }
        changed |= found != dominator_[block];
        dominator_[block] = found;
      }
    }
  }

  bool dominates(std::uint32_t a, std::uint32_t b) const {
    while (b > a) {
      b = dominator_[b];
    }
    return a == b;
  }

  void find_loops() {
    for (std::uint32_t header = 0; header < predecessors_.size(); ++header) {
      std::vector<bool> inside(predecessors_.size(), false);
      std::vector<std::uint32_t> work;
      for (const std::uint32_t latch : predecessors_[header]) {
        if (latch >= header && dominates(header, latch)) {
          work.push_back(latch);
        }
      }
      if (work.empty()) {
        continue;
      }
      inside[header] = true;
      while (!work.empty()) {
        const std::uint32_t block = work.back();
        work.pop_back();
        if (!inside[block]) {
          inside[block] = true;
          work.insert(work.end(), predecessors_[block].begin(), predecessors_[block].end());
        }
      }
      for (std::uint32_t block = header; block < inside.size(); ++block) {
        if (inside[block]) {
          loops_[header].push_back(block);
        }
      }
    }
  }

  std::vector<std::vector<std::uint32_t>> predecessors_;
  std::vector<std::uint32_t> dominator_;
  std::vector<std::vector<std::uint32_t>> loops_;
};

class Layout {
 public:
  explicit Layout(const LoopFinder& loops, std::size_t count)
      : loops_(loops), placed_(count, false) {}

  // A loop's blocks go right behind its header; a block outside it that reverse post-order put
  // between them cannot lead back into the loop, so it may wait.
  void place(const std::vector<std::uint32_t>& positions, std::uint32_t current_header) {
    for (const std::uint32_t position : positions) {
      if (placed_[position]) {
        continue;
      }
      const auto& loop = loops_.loop(position);
      if (!loop.empty() && position != current_header) {
        place(loop, position);
      } else {
        placed_[position] = true;
        order_.push_back(position);
      }
    }
  }

  const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  const LoopFinder& loops_;
  std::vector<bool> placed_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

std::vector<std::uint32_t> layout_order(const FlowGraph& successors) {
  if (successors.empty()) {
    return {};
  }
  const std::vector<std::uint32_t> order = reverse_post_order(successors);
  const LoopFinder loops(successors, order);
  std::vector<std::uint32_t> positions(order.size());
  for (std::uint32_t i = 0; i < positions.size(); ++i) {
    positions[i] = i;
  }
  Layout layout(loops, order.size());
  layout.place(positions, kUnknown);
  std::vector<std::uint32_t> result;
  for (const std::uint32_t position : layout.order()) {
    result.push_back(order[position]);
  }
  return result;
}

}  // namespace warpschool::sim
