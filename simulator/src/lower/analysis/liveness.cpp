// Liveness of registers: how many a thread needs at once.
#include "lower/analysis/liveness.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kLeast = 16, kMost = 255;
/// Beyond this the estimate would cost more than it is worth.
constexpr std::size_t kMostCells = 64u << 20;

using Bits = std::vector<std::uint64_t>;

/// Registers that instructions name, numbered densely, with their width in 32-bit registers.
struct Numbering {
  explicit Numbering(const Program& program) {
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
  std::vector<FrameSlot> slots() const {
    std::vector<FrameSlot> all;
    for (const auto& [offset, number] : numbers) {
      all.push_back({offset, widths[number] * 4});
    }
    return all;
  }

  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  std::vector<std::uint32_t> widths;  ///< 0: a predicate
};

/// What is live where each block begins, by backward iteration to the fixed point.
class LiveSets {
 public:
  LiveSets(const Program& program, const ControlFlowGraph& cfg)
      : program_(program),
        cfg_(cfg),
        words_((numbering_.widths.size() + 63) / 64),
        live_(cfg.blocks().size(), Bits(words_, 0)) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t block = live_.size(); block-- > 0;) {
        Bits bits = behind(block);
        for_each_before(block, bits, [](const Bits&) {});
        changed |= bits != live_[block];
        live_[block] = std::move(bits);
      }
    }
  }

  bool at_entry(std::uint32_t offset) const {
    const std::uint32_t number = numbering_.numbers.at(offset);
    return std::any_of(program_.functions.begin(), program_.functions.end(),
                       [&](const FunctionInfo& function) {
                         return function.entry < program_.code.size() &&
                                has(live_[cfg_.block_of(function.entry)], number);
                       });
  }
  const Numbering& numbering() const { return numbering_; }

  /// The most 32-bit registers that are live at one place.
  std::uint32_t most() const {
    std::uint32_t most = 0;
    for (std::size_t block = 0; block < live_.size(); ++block) {
      Bits bits = behind(block);
      for_each_before(block, bits, [&](const Bits& live) { most = std::max(most, weigh(live)); });
    }
    return most;
  }

 private:
  static bool has(const Bits& bits, std::uint32_t number) {
    return (bits[number / 64] >> (number % 64) & 1u) != 0;
  }
  Bits behind(std::size_t block) const {
    Bits bits(words_, 0);
    for (const std::uint32_t next : cfg_.blocks()[block].successors) {
      for (std::size_t w = 0; w < words_; ++w) {
        bits[w] |= live_[next][w];
      }
    }
    return bits;
  }

  /// Goes backward through a block. @param bits what is live behind it, then what is before it
  template <typename Visit>
  void for_each_before(std::size_t block, Bits& bits, Visit visit) const {
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
      visit(bits);
    }
  }

  std::uint32_t weigh(const Bits& bits) const {
    std::uint32_t weight = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
        weight += numbering_.widths[w * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
      }
    }
    return weight;
  }

  const Program& program_;
  const ControlFlowGraph& cfg_;
  const Numbering numbering_{program_};
  std::size_t words_;
  std::vector<Bits> live_;  ///< by block
};

}  // namespace

Liveness::Liveness(const Program& program, const ControlFlowGraph& cfg) {
  std::size_t names = 0;
  for (const InstructionInfo& info : program.info) {
    names += info.destinations.size();
  }
  if (names * program.code.size() > kMostCells) {
    registers_ = kMost;
    unset_ = Numbering(program).slots();
    return;
  }
  const LiveSets live(program, cfg);
  registers_ = std::clamp(live.most(), kLeast, kMost);
  for (const FrameSlot& slot : live.numbering().slots()) {
    if (live.at_entry(slot.offset)) {
      unset_.push_back(slot);
      known_unset_.insert(slot.offset);
    }
  }
}

}  // namespace warpschool::sim
