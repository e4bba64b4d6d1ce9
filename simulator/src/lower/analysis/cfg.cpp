// Finds the basic blocks of a lowered program, links them, and puts them in order.
#include "lower/analysis/cfg.hpp"

#include <algorithm>

namespace warpschool::sim {

ControlFlowGraph::ControlFlowGraph(const Program& program) {
  find_blocks(program);
  link(program);
  is_sorted_.assign(blocks_.size(), false);
  for (const FunctionInfo& function : program.functions) {
    order_.emplace_back();
    if (function.entry < block_of_.size()) {
      blocks_[block_of_[function.entry]].is_entry = true;
      sort(block_of_[function.entry]);
    }
  }
}

void ControlFlowGraph::find_blocks(const Program& program) {
  const std::size_t count = program.code.size();
  std::vector<bool> begins(count + 1, false);
  begins[0] = true;
  for (const FunctionInfo& function : program.functions) {
    begins[std::min<std::size_t>(function.entry, count)] = true;
  }
  for (std::size_t at = 0; at < count; ++at) {
    for_each_successor(program, at, [&](std::size_t next) {
      begins[std::min(next, count)] = begins[std::min(next, count)] || next != at + 1;
    });
    const Step step = program.code[at].step;
    if (step != Step::kPlain && step != Step::kConverge) {
      begins[at + 1] = true;
    }
  }
  for (std::size_t at = 0; at < count; ++at) {
    if (begins[at]) {
      blocks_.push_back({});
      blocks_.back().begin = static_cast<std::uint32_t>(at);
    }
    blocks_.back().end = static_cast<std::uint32_t>(at + 1);
    block_of_.push_back(static_cast<std::uint32_t>(blocks_.size() - 1));
  }
}

void ControlFlowGraph::link(const Program& program) {
  for (std::uint32_t from = 0; from < blocks_.size(); ++from) {
    for_each_successor(program, blocks_[from].end - std::size_t{1}, [&](std::size_t next) {
      if (next >= block_of_.size()) {
        return;
      }
      const std::uint32_t to = block_of_[next];
      std::vector<std::uint32_t>& known = blocks_[from].successors;
      if (std::find(known.begin(), known.end(), to) == known.end()) {
        known.push_back(to);
        blocks_[to].predecessors.push_back(from);
      }
    });
  }
}

void ControlFlowGraph::sort(std::uint32_t entry) {
  struct Visit {
    std::uint32_t block;
    std::size_t next = 0;
  };
  std::vector<Visit> path;
  const auto visit = [&](std::uint32_t block) {
    if (!is_sorted_[block]) {
      is_sorted_[block] = true;
      path.push_back({block});
    }
  };
  for (visit(entry); !path.empty();) {
    Visit& last = path.back();
    const std::vector<std::uint32_t>& successors = blocks_[last.block].successors;
    if (last.next < successors.size()) {
      visit(successors[last.next++]);
    } else {
      order_.back().push_back(last.block);
      path.pop_back();
    }
  }
  std::reverse(order_.back().begin(), order_.back().end());
}

}  // namespace warpschool::sim
