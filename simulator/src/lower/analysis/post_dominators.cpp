// Post-dominators by the algorithm of Cooper, Harvey and Kennedy ("A simple, fast dominance
// algorithm", 2001) on the graph with its ways turned round. One block more stands for the ends of
// all functions.
#include "lower/analysis/post_dominators.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {
namespace {

using Block = ControlFlowGraph::Block;

class Finder {
 public:
  explicit Finder(const ControlFlowGraph& cfg)
      : cfg_(cfg),
        end_(static_cast<std::uint32_t>(cfg.blocks().size())),
        place_(end_ + 1, kNoBlock),
        found_(end_ + 1, kNoBlock) {
    sort();
    solve();
  }

  std::vector<std::uint32_t> result() {
    found_.pop_back();
    std::replace(found_.begin(), found_.end(), end_, kNoBlock);
    return std::move(found_);
  }

 private:
  /// Blocks behind which a function ends.
  std::vector<std::uint32_t> last_blocks() const {
    std::vector<std::uint32_t> last;
    for (std::uint32_t block = 0; block < end_; ++block) {
      if (cfg_.blocks()[block].successors.empty()) {
        last.push_back(block);
      }
    }
    return last;
  }

  /// Post-order from the end backwards.
  void sort() {
    const std::vector<std::uint32_t> last = last_blocks();
    std::vector<std::pair<std::uint32_t, std::size_t>> path{{end_, 0}};
    std::vector<bool> seen(end_ + 1, false);
    seen[end_] = true;
    while (!path.empty()) {
      auto& [block, next] = path.back();
      const std::vector<std::uint32_t>& before =
          block == end_ ? last : cfg_.blocks()[block].predecessors;
      if (next == before.size()) {
        place_[block] = static_cast<std::uint32_t>(order_.size());
        order_.push_back(block);
        path.pop_back();
        continue;
      }
      const std::uint32_t predecessor = before[next++];
      if (!seen[predecessor]) {
        seen[predecessor] = true;
        path.emplace_back(predecessor, 0);
      }
    }
  }

  std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      (place_[a] < place_[b] ? a : b) = found_[place_[a] < place_[b] ? a : b];
    }
    return a;
  }

  std::uint32_t nearest(std::uint32_t block) const {
    const std::vector<std::uint32_t>& successors = cfg_.blocks()[block].successors;
    std::uint32_t nearest = successors.empty() ? end_ : kNoBlock;
    for (const std::uint32_t next : successors) {
      if (found_[next] != kNoBlock) {
        nearest = nearest == kNoBlock ? next : common(next, nearest);
      }
    }
    return nearest;
  }

  void solve() {
    found_[end_] = end_;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = order_.size() - 1; i-- > 0;) {
        const std::uint32_t block = order_[i], now = nearest(block);
        changed |= now != found_[block];
        found_[block] = now;
      }
    }
  }

  const ControlFlowGraph& cfg_;
  const std::uint32_t end_;
  std::vector<std::uint32_t> order_, place_;  ///< from the end backwards, the end last
  std::vector<std::uint32_t> found_;
};

}  // namespace

std::vector<std::uint32_t> immediate_post_dominators(const ControlFlowGraph& cfg) {
  return Finder(cfg).result();
}

}  // namespace warpschool::sim
