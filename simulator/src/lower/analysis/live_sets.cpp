// Liveness of registers by blocks.
#include "lower/analysis/live_sets.hpp"

#include <algorithm>

namespace warpschool::sim {

RegisterNumbering::RegisterNumbering(const Program& program) {
  std::unordered_map<std::uint32_t, std::uint32_t> stride;
  for (const FrameSlot& slot : program.slots) {
    stride.emplace(slot.offset, slot.stride);
  }
  for (const InstructionInfo& info : program.info) {
    for (const std::uint32_t offset : info.destinations) {
      if (numbers.emplace(offset, static_cast<std::uint32_t>(widths.size())).second) {
        widths.push_back(stride.count(offset) != 0 ? stride.at(offset) / 4 : 1);
      }
    }
  }
}

std::vector<FrameSlot> RegisterNumbering::slots() const {
  std::vector<FrameSlot> all;
  all.reserve(numbers.size());
  for (const auto& [offset, number] : numbers) {
    all.push_back({offset, widths[number] * 4});
  }
  return all;
}

bool LiveSets::is_affordable(const Program& program) {
  constexpr std::size_t kMostCells = 64u << 20;
  std::size_t names = 0;
  for (const InstructionInfo& info : program.info) {
    names += info.destinations.size();
  }
  return names * program.code.size() <= kMostCells;
}

LiveSets::LiveSets(const Program& program, const ControlFlowGraph& cfg)
    : program_(program),
      cfg_(cfg),
      numbering_(program),
      words_((numbering_.widths.size() + 63) / 64),
      live_(cfg.blocks().size(), Bits(words_, 0)) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t block = live_.size(); block-- > 0;) {
      Bits bits = behind(block);
      pass(block, bits);
      changed |= bits != live_[block];
      live_[block] = std::move(bits);
    }
  }
}

bool LiveSets::at_entry(std::uint32_t offset) const {
  const std::uint32_t number = numbering_.numbers.at(offset);
  return std::any_of(program_.functions.begin(), program_.functions.end(),
                     [&](const FunctionInfo& function) {
                       return function.entry < program_.code.size() &&
                              has(live_[cfg_.block_of(function.entry)], number);
                     });
}

LiveSets::Bits LiveSets::behind(std::size_t block) const {
  Bits bits(words_, 0);
  for (const std::uint32_t next : cfg_.blocks()[block].successors) {
    for (std::size_t w = 0; w < words_; ++w) {
      bits[w] |= live_[next][w];
    }
  }
  return bits;
}

/// Goes backward through a block. @param bits what is live behind it, then what is before it
void LiveSets::pass(std::size_t block, Bits& bits) const {
  for (std::size_t at = cfg_.blocks()[block].end; at-- > cfg_.blocks()[block].begin;) {
    const InstructionInfo& info = program_.info[at];
    for (const std::uint32_t offset : info.destinations) {
      const std::uint32_t number = numbering_.numbers.at(offset);
      if (program_.code[at].guard == kNoSlot) {
        bits[number / 64] &= ~(std::uint64_t{1} << (number % 64));
      }
    }
    for (const std::uint32_t offset : info.sources) {
      const auto number = numbering_.numbers.find(offset);
      if (number != numbering_.numbers.end()) {
        bits[number->second / 64] |= std::uint64_t{1} << (number->second % 64);
      }
    }
  }
}

}  // namespace warpschool::sim
