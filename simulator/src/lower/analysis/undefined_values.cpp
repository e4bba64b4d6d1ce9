// Must-be-undefined analysis: values that no path defines.
#include "lower/analysis/undefined_values.hpp"

#include "lower/analysis/cfg.hpp"
#include "lower/analysis/frame_scalar.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace warpschool::sim {
namespace {

/// Beyond this it would cost more than it is worth.
constexpr std::size_t kMostCells = 64u << 20;

using Bits = std::vector<std::uint64_t>;

/// Of matrices: d = a * b + c. Other matrix instructions have a fragment alone, or store one.
bool is_product(const InstructionInfo& info) {
  return (info.opcode == Opcode::kMma || info.opcode == Opcode::kWmma) &&
         !info.destinations.empty() && info.counter != CounterClass::kLsu;
}

/// Is the result of rubbish rubbish? Not of selections, bit operations and comparisons: what is
/// chosen, or masked out, need not be set. Nor of a word put together of several.
bool keeps_unset(const InstructionInfo& info) {
  switch (info.opcode) {
    case Opcode::kMov:
      return info.sources.size() == 1;
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kMad:
    case Opcode::kFma:
    case Opcode::kNeg:
    case Opcode::kMin:
    case Opcode::kMax:
    case Opcode::kCvt:
    case Opcode::kMma:
      return true;
    case Opcode::kWmma:
      return is_product(info);
    default:
      return false;
  }
}

/// A register, or a scalar in the stack frame of unoptimised code.
using Key = FrameScalars::Key;

/// Forward over all functions at once, which share no registers. At first all is taken for unset;
/// what some way sets is struck out until nothing changes.
class Walk {
 public:
  explicit Walk(const Program& program) : program_(program), frames_(program) {
    number_scalars();
    for (const FrameSlot& slot : program.unset) {
      add_number(slot.offset);
    }
    number_unset_fragments();
    // With what may be made of those.
    for (std::size_t known = 0; known != numbers_.size();) {
      known = numbers_.size();
      for (std::size_t i = 0; i < program.code.size(); ++i) {
        const InstructionInfo& info = program.info[i];
        if (keeps_unset(info) && reads_known(info)) {
          std::for_each(info.destinations.begin(), info.destinations.end(),
                        [&](std::uint32_t slot) { add_number(slot); });
        }
      }
    }
    words_ = (numbers_.size() + 63) / 64;
  }

  std::size_t cells() const { return words_ * program_.code.size(); }
  void find();
  bool is_unset(std::size_t index, Key key) const {
    const auto found = numbers_.find(key);
    return found != numbers_.end() && has(unset_[index], found->second);
  }
  bool is_reached(std::size_t index) const { return reached_[index]; }
  /// Does a load or store move one number?
  bool is_scalar(std::size_t index) const {
    const std::uint8_t bytes = program_.info[index].element_bytes;
    return bytes != 0 && bytes == program_.code[index].bytes;
  }
  /// Was nothing that a store writes ever set? Of a vector some elements may be nobody's concern,
  /// as the fourth of a point in space; not all.
  bool stores_unset(std::size_t index) const {
    const Decoded& i = program_.code[index];
    const std::uint8_t bytes = program_.info[index].element_bytes;
    const std::array<std::uint32_t, 4> slots = {i.d, i.b, i.c, i.e};
    const std::size_t count = bytes == 0 ? 0 : std::size_t{i.bytes} / bytes;
    return count != 0 && count <= slots.size() &&
           std::all_of(slots.begin(), slots.begin() + count,
                       [&](std::uint32_t slot) { return is_unset(index, slot); });
  }

 private:
  static bool has(const Bits& bits, std::uint32_t number) {
    return (bits[number / 64] >> (number % 64) & 1u) != 0;
  }
  void add_number(Key key) { numbers_.emplace(key, static_cast<std::uint32_t>(numbers_.size())); }
  void number_scalars();
  void number_unset_fragments();
  bool reads_known(const InstructionInfo& info) const {
    return std::any_of(info.sources.begin(), info.sources.end(),
                       [&](std::uint32_t slot) { return numbers_.count(slot) != 0; });
  }
  Bits after(std::uint32_t index) const;
  void store_scalar(std::uint32_t index, Bits& bits) const;
  void go(std::size_t to, const Bits& bits);

  const Program& program_;
  const FrameScalars frames_;
  std::unordered_map<Key, std::uint32_t> numbers_;
  std::unordered_map<Key, std::uint32_t> scalar_bytes_;
  std::size_t words_ = 0;
  std::vector<Bits> unset_;  ///< before each instruction
  std::vector<bool> reached_;
  bool changed_ = false;
};

/// Those that the function sets somewhere. Parts of a struct that it never sets are copied with the
/// others, and mean nothing.
void Walk::number_scalars() {
  for (const Opcode opcode : {Opcode::kSt, Opcode::kLd}) {
    for (std::uint32_t index = 0; index < program_.code.size(); ++index) {
      const Decoded& i = program_.code[index];
      const Key key = frames_.key(index);
      if (key == 0 || program_.info[index].opcode != opcode || !is_scalar(index)) {
        continue;
      }
      if (opcode == Opcode::kSt) {
        scalar_bytes_.emplace(key, i.bytes);
      } else if (scalar_bytes_.count(key) != 0 && scalar_bytes_.at(key) == i.bytes) {
        add_number(key);
        add_number(i.d);
      }
    }
  }
}

/// Registers of fragments that no instruction sets at all.
void Walk::number_unset_fragments() {
  std::unordered_set<std::uint32_t> set;
  for (const ConstantSlot& slot : program_.constants) {
    set.insert(slot.offset);
  }
  for (const InstructionInfo& info : program_.info) {
    set.insert(info.destinations.begin(), info.destinations.end());
  }
  for (const InstructionInfo& info : program_.info) {
    for (const std::uint32_t slot :
         is_product(info) ? info.sources : std::vector<std::uint32_t>{}) {
      if (set.count(slot) == 0) {
        add_number(slot);
      }
    }
  }
}

/// A store to a scalar; to a part of one, or to several at once, sets them.
void Walk::store_scalar(std::uint32_t index, Bits& bits) const {
  const Decoded& i = program_.code[index];
  const Key key = frames_.key(index);
  if (key == 0) {
    return;
  }
  constexpr Key kWidest = 16;
  const Key first = key - std::min<Key>(kWidest, key & 0xffff'ffffu);
  for (Key other = first; other < key + i.bytes; ++other) {
    const auto found = numbers_.find(other);
    const auto bytes = scalar_bytes_.find(other);
    if (found == numbers_.end() || bytes == scalar_bytes_.end() || other + bytes->second <= key) {
      continue;
    }
    const bool is_whole = other == key && bytes->second == i.bytes && is_scalar(index);
    const bool stays = is_whole && is_unset(index, i.d) && i.guard == kNoSlot;
    const std::uint64_t bit = std::uint64_t{1} << (found->second % 64);
    std::uint64_t& word = bits[found->second / 64];
    word = stays ? word | bit : word & ~bit;
  }
}

Bits Walk::after(std::uint32_t index) const {
  const Decoded& i = program_.code[index];
  const InstructionInfo& info = program_.info[index];
  Bits bits = unset_[index];
  if (info.opcode == Opcode::kSt) {
    store_scalar(index, bits);
  }
  const Key loaded = info.opcode == Opcode::kLd && is_scalar(index) ? frames_.key(index) : 0;
  const bool stays =
      loaded != 0
          ? is_unset(index, loaded)
          : keeps_unset(info) &&
                std::any_of(info.sources.begin(), info.sources.end(), [&](std::uint32_t slot) {
                  return slot != i.guard && is_unset(index, slot);
                });
  for (const std::uint32_t slot : info.destinations) {
    const auto found = numbers_.find(slot);
    if (found == numbers_.end()) {
      continue;
    }
    const std::uint64_t bit = std::uint64_t{1} << (found->second % 64);
    const bool was_unset = i.guard == kNoSlot || has(bits, found->second);
    std::uint64_t& word = bits[found->second / 64];
    word = stays && was_unset ? word | bit : word & ~bit;
  }
  return bits;
}

void Walk::go(std::size_t to, const Bits& bits) {
  if (to >= program_.code.size()) {
    return;
  }
  if (!reached_[to]) {
    reached_[to] = changed_ = true;
    unset_[to] = bits;
    return;
  }
  for (std::size_t w = 0; w < words_; ++w) {
    changed_ |= (unset_[to][w] & ~bits[w]) != 0;
    unset_[to][w] &= bits[w];
  }
}

void Walk::find() {
  unset_.assign(program_.code.size(), Bits(words_, 0));
  reached_.assign(program_.code.size(), false);
  for (const FunctionInfo& function : program_.functions) {
    go(function.entry, Bits(words_, ~std::uint64_t{0}));
  }
  for (changed_ = true; changed_;) {
    changed_ = false;
    for (std::uint32_t index = 0; index < program_.code.size(); ++index) {
      if (!reached_[index]) {
        continue;
      }
      const Bits bits = after(index);
      for_each_successor(program_, index, [&](std::size_t next) { go(next, bits); });
    }
  }
}

}  // namespace

void mark_never_set(Program& program) {
  Walk walk(program);
  if (walk.cells() > kMostCells / 64) {
    return;
  }
  walk.find();
  for (std::size_t index = 0; index < program.code.size(); ++index) {
    const Decoded& i = program.code[index];
    InstructionInfo& info = program.info[index];
    const bool is_kept = is_frame_scalar(i, info);  // nobody else looks at it
    if (is_product(info)) {
      info.never_set = walk.is_reached(index) &&
                       std::any_of(info.sources.begin(), info.sources.end(),
                                   [&](std::uint32_t slot) { return walk.is_unset(index, slot); });
      continue;
    }
    info.never_set = info.opcode == Opcode::kSt && i.space != Space::kParam && !is_kept &&
                     walk.is_reached(index) && walk.stores_unset(index);
  }
}

}  // namespace warpschool::sim
