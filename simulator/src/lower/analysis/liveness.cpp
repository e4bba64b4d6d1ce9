// Liveness of registers: how many a thread needs at once.
#include "lower/analysis/liveness.hpp"

#include "lower/analysis/cfg.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kOverhead = 8;
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

/// What is live before each instruction, by backward iteration to the fixed point.
class Liveness {
 public:
  explicit Liveness(const Program& program)
      : program_(program),
        numbering_(program),
        words_((numbering_.widths.size() + 63) / 64),
        live_(program.code.size() + 1, Bits(words_, 0)) {}

  void find() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = program_.code.size(); i-- > 0;) {
        changed |= update(i);
      }
    }
  }

  bool at_entry(std::uint32_t offset) const {
    const std::uint32_t number = numbering_.numbers.at(offset);
    return std::any_of(program_.functions.begin(), program_.functions.end(),
                       [&](const FunctionInfo& function) {
                         return (live_[function.entry][number / 64] >> (number % 64) & 1u) != 0;
                       });
  }
  const Numbering& numbering() const { return numbering_; }

  std::uint32_t most() const {
    std::uint32_t most = 0;
    for (const Bits& bits : live_) {
      most = std::max(most, weigh(bits));
    }
    return most;
  }

 private:
  void add(Bits& target, std::size_t from) const {
    for (std::size_t w = 0; w < words_; ++w) {
      target[w] |= live_[from][w];
    }
  }

  bool update(std::size_t index) {
    const Decoded& i = program_.code[index];
    const InstructionInfo& info = program_.info[index];
    Bits bits(words_, 0);
    for_each_successor(program_, index, [&](std::size_t next) { add(bits, next); });
    for (const std::uint32_t offset : info.destinations) {
      const std::uint32_t number = numbering_.numbers.at(offset);
      if (i.guard == kNoSlot) {
        bits[number / 64] &= ~(std::uint64_t{1} << (number % 64));
      }
    }
    for (const std::uint32_t offset : info.sources) {
      const auto number = numbering_.numbers.find(offset);
      if (number != numbering_.numbers.end()) {
        bits[number->second / 64] |= std::uint64_t{1} << (number->second % 64);
      }
    }
    const bool changed = bits != live_[index];
    live_[index] = std::move(bits);
    return changed;
  }

  std::uint32_t weigh(const Bits& bits) const {
    std::uint32_t weight = 0;
    for (std::size_t n = 0; n < numbering_.widths.size(); ++n) {
      weight += (bits[n / 64] >> (n % 64) & 1u) != 0 ? numbering_.widths[n] : 0;
    }
    return weight;
  }

  const Program& program_;
  Numbering numbering_;
  std::size_t words_;
  std::vector<Bits> live_;
};

}  // namespace

RegisterUse find_register_use(const Program& program) {
  std::size_t names = 0;
  for (const InstructionInfo& info : program.info) {
    names += info.destinations.size();
  }
  if (names * program.code.size() > kMostCells) {
    return {kMost, Numbering(program).slots()};
  }
  Liveness liveness(program);
  liveness.find();
  RegisterUse use{std::clamp(liveness.most() + kOverhead, kLeast, kMost), {}};
  for (const FrameSlot& slot : liveness.numbering().slots()) {
    if (liveness.at_entry(slot.offset)) {
      use.unset.push_back(slot);
    }
  }
  return use;
}

}  // namespace warpschool::sim
