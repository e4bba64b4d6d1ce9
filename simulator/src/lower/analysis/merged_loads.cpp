// Finds loads that ptxas joins. Seen in machine code of nvcc 13.0 for sm_90 (LDS.128 of a tile's
// row), and in Nsight Compute's counts of requests.
#include "lower/analysis/merged_loads.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr unsigned kMostBytes = 16;

/// Of how great a power of two each value of the program is a multiple, as far as a compiler sees.
class PowersOfTwo {
 public:
  PowersOfTwo(const Program& program, const Dataflow& flow)
      : program_(program), flow_(flow), powers_(flow.def_use.values().size(), kMost) {
    // Downwards from the most until nothing changes: right for what goes round loops, too.
    for (bool changes = true; changes;) {
      changes = false;
      for (std::uint32_t value = 0; value < powers_.size(); ++value) {
        const unsigned power = std::min(powers_[value], of_value(value));
        changes = changes || power != powers_[value];
        powers_[value] = power;
      }
    }
  }

  unsigned of_slot(std::size_t at, std::uint32_t slot) const {
    if (const ConstantSlot* constant = flow_.constants.find(slot)) {
      const bool is_number = constant->source == ConstantSlot::Source::kBits;
      return is_number ? of_number(constant->bits) : 0;
    }
    const std::uint32_t value = flow_.def_use.read(at, slot);
    return value == kNoValue ? 0 : powers_[value];
  }

 private:
  static constexpr unsigned kMost = 31;

  static unsigned of_number(std::uint64_t bits) {
    return std::min(kMost, static_cast<unsigned>(std::countr_zero(bits)));
  }

  unsigned of_value(std::uint32_t index) const {
    const DefUse::Value& value = flow_.def_use.values()[index];
    unsigned power = kMost;
    for (const std::uint32_t operand : value.operands) {
      power = std::min(power, operand == kNoValue ? 0 : powers_[operand]);
    }
    if (value.kind == DefUse::Value::Kind::kDefinition) {
      power = std::min(power, of_result(value.at));
    }
    return value.kind == DefUse::Value::Kind::kEntry ? 0 : power;
  }

  unsigned of_result(std::uint32_t at) const {
    const Decoded& i = program_.code[at];
    const InstructionInfo& info = program_.info[at];
    if (ptx::is_float(info.type) || info.type == ptx::Type::kPred) {
      return 0;
    }
    const auto a = [&] { return of_slot(at, i.a); };
    const auto b = [&] { return of_slot(at, i.b); };
    switch (info.opcode) {
      case Opcode::kMov:
      case Opcode::kCvt:
      case Opcode::kCvta:
        return i.b == kNoSlot ? a() : 0;
      case Opcode::kAdd:
      case Opcode::kSub:
      case Opcode::kOr:
      case Opcode::kXor:
      case Opcode::kSelp:
        return i.b == kNoSlot ? 0 : std::min(a(), b());
      case Opcode::kAnd:
        return std::max(a(), b());
      case Opcode::kMul:
        return info.high ? 0 : std::min(kMost, a() + b());
      case Opcode::kMad:
        return info.high ? 0 : std::min({kMost, a() + b(), of_slot(at, i.c)});
      case Opcode::kShl: {
        const std::optional<std::uint64_t> shift = flow_.constants.number(i.b);
        return std::min<unsigned>(kMost, a() + static_cast<unsigned>(shift.value_or(0) & 63u));
      }
      default:
        return 0;
    }
  }

  const Program& program_;
  const Dataflow& flow_;
  std::vector<unsigned> powers_;  ///< by value
};

/// The loads of a stretch of code without a store between them.
class Joiner {
 public:
  Joiner(Program& program, const Dataflow& flow, const PowersOfTwo& powers)
      : program_(program), flow_(flow), powers_(powers) {}

  void add(std::size_t at) {
    const Decoded& i = program_.code[at];
    const AddressValues::Number number = flow_.addresses.address(at);
    const unsigned known = 1u << std::min(4u, powers_.of_slot(at, i.a));  // bytes, at most 16
    if (known < 2u * i.bytes) {
      return;
    }
    const auto into = static_cast<std::int64_t>(static_cast<std::uint64_t>(i.displacement) % known);
    const Row row{number.base, number.distance - into, known, i.bytes};
    rows_[row][static_cast<std::size_t>(into) / 4] = at + 1;
  }

  void settle() {
    for (const auto& [row, loads] : rows_) {
      const auto [base, begin, known, bytes] = row;
      if (!join(loads, 0, known, bytes) && known == kMostBytes && bytes == 4) {
        join(loads, 0, 8, bytes);
        join(loads, 8, 8, bytes);
      }
    }
    rows_.clear();
  }

 private:
  /// Base, distance of the first byte, bytes that begin at a multiple of as many, bytes a load.
  using Row = std::tuple<std::uint32_t, std::int64_t, unsigned, unsigned>;
  /// By word: the instruction + 1; 0: none.
  using Loads = std::array<std::size_t, kMostBytes / 4>;

  bool join(const Loads& loads, unsigned begin, unsigned width, unsigned bytes) {
    for (unsigned place = begin; place < begin + width; place += bytes) {
      if (loads[place / 4] == 0) {
        return false;
      }
    }
    for (unsigned place = begin; place < begin + width; place += bytes) {
      InstructionInfo& info = program_.info[loads[place / 4] - 1];
      info.merged_bytes = place == begin ? static_cast<std::uint8_t>(width) : 0;
      info.is_merged = place != begin;
      info.issue_slots = place == begin ? info.issue_slots : 0;
    }
    return true;
  }

  Program& program_;
  const Dataflow& flow_;
  const PowersOfTwo& powers_;
  std::map<Row, Loads> rows_;
};

bool may_be_joined(const Decoded& i, const InstructionInfo& info) {
  return info.opcode == Opcode::kLd && i.space == Space::kShared && !info.is_strong &&
         i.guard == kNoSlot && (i.bytes == 4 || i.bytes == 8);
}

/// Behind it, shared memory may have other values.
bool may_change_shared(const Decoded& i, const InstructionInfo& info) {
  const bool is_there = i.space == Space::kShared || i.space == Space::kGeneric;
  const bool writes =
      info.opcode == Opcode::kSt || info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
  return i.step != Step::kPlain || (writes && is_there);
}

}  // namespace

void mark_merged_loads(Program& program, const Dataflow& flow) {
  const PowersOfTwo powers(program, flow);
  Joiner joiner(program, flow, powers);
  for (const ControlFlowGraph::Block& block : flow.cfg.blocks()) {
    for (std::size_t at = block.begin; at < block.end; ++at) {
      if (may_be_joined(program.code[at], program.info[at])) {
        joiner.add(at);
      } else if (may_change_shared(program.code[at], program.info[at])) {
        joiner.settle();
      }
    }
    joiner.settle();
  }
}

}  // namespace warpschool::sim
