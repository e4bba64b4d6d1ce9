// Finds loads that ptxas joins. Seen in machine code of nvcc 13.0 for sm_90 (LDS.128 of a tile's
// row), and in Nsight Compute's counts of requests.
#include "lower/analysis/merged_loads.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr unsigned kMostBytes = 16;
/// Three words of four are loaded with the fourth, two only if they are neighbours.
constexpr std::size_t kJoined = 3;
/// Of constant memory: there is LDC.64, and nothing wider.
constexpr unsigned kMostConstantBytes = 8;

/// The last bits of a number, as far as a compiler sees them: `residue` modulo 2^power.
struct LastBits {
  static constexpr unsigned kMost = 31, kUnset = 32;
  unsigned power = 0;
  std::uint64_t residue = 0;

  static LastBits of(unsigned power, std::uint64_t bits) {
    const unsigned known = std::min(power, kMost);
    return {known, bits & ((std::uint64_t{1} << known) - 1)};
  }
  /// Of how great a power of two it is surely a multiple.
  unsigned zeros() const {
    return residue == 0 ? power : static_cast<unsigned>(std::countr_zero(residue));
  }
  bool operator==(const LastBits& other) const {
    return power == other.power && residue == other.residue;
  }
};

/// What is true of both.
LastBits join(const LastBits& a, const LastBits& b) {
  if (a.power == LastBits::kUnset || b.power == LastBits::kUnset) {
    return a.power == LastBits::kUnset ? b : a;
  }
  const std::uint64_t differ = a.residue ^ b.residue;
  const auto same = differ == 0 ? LastBits::kMost : static_cast<unsigned>(std::countr_zero(differ));
  return LastBits::of(std::min({a.power, b.power, same}), a.residue);
}

LastBits product(const LastBits& a, const LastBits& b) {
  return LastBits::of(std::min(b.power + a.zeros(), a.power + b.zeros()), a.residue * b.residue);
}

/// Zeros of either are zeros of both.
LastBits intersection(const LastBits& a, const LastBits& b) {
  const unsigned zeros = std::max(a.zeros(), b.zeros()), known = std::min(a.power, b.power);
  return zeros > known ? LastBits::of(zeros, 0) : LastBits::of(known, a.residue & b.residue);
}

/// The last bits of each value of the program.
class Residues {
 public:
  Residues(const Program& program, const Dataflow& flow)
      : program_(program),
        flow_(flow),
        bits_(flow.def_use.values().size(), LastBits{LastBits::kUnset, 0}) {
    // From all bits downwards until nothing changes: right for what goes round loops, too.
    for (bool changes = true; changes;) {
      changes = false;
      for (std::uint32_t value = 0; value < bits_.size(); ++value) {
        const LastBits now = join(bits_[value], of_value(value));
        changes = changes || !(now == bits_[value]);
        bits_[value] = now;
      }
    }
  }

  LastBits of_slot(std::size_t at, std::uint32_t slot) const {
    if (const ConstantSlot* constant = flow_.constants.find(slot)) {
      const bool is_number = constant->source == ConstantSlot::Source::kBits;
      return is_number ? LastBits::of(LastBits::kMost, constant->bits) : LastBits{};
    }
    const std::uint32_t value = flow_.def_use.read(at, slot);
    return value == kNoValue ? LastBits{} : bits_[value];
  }

 private:
  LastBits of_value(std::uint32_t index) const {
    const DefUse::Value& value = flow_.def_use.values()[index];
    if (value.kind == DefUse::Value::Kind::kEntry) {
      return {};
    }
    LastBits met{LastBits::kUnset, 0};
    for (const std::uint32_t operand : value.operands) {
      met = join(met, operand == kNoValue ? LastBits{} : bits_[operand]);
    }
    return value.kind == DefUse::Value::Kind::kDefinition ? join(met, of_result(value.at)) : met;
  }

  LastBits of_result(std::uint32_t at) const {
    const Decoded& i = program_.code[at];
    const InstructionInfo& info = program_.info[at];
    if (ptx::is_float(info.type) || info.type == ptx::Type::kPred || info.high) {
      return {};
    }
    const LastBits a = i.a == kNoSlot ? LastBits{} : of_slot(at, i.a);
    const LastBits b = i.b == kNoSlot ? LastBits{} : of_slot(at, i.b);
    if (a.power == LastBits::kUnset || (i.b != kNoSlot && b.power == LastBits::kUnset)) {
      return {LastBits::kUnset, 0};
    }
    return of_operation(at, a, b);
  }

  LastBits of_operation(std::uint32_t at, const LastBits& a, const LastBits& b) const {
    const Decoded& i = program_.code[at];
    const unsigned known = std::min(a.power, b.power);
    switch (program_.info[at].opcode) {
      case Opcode::kMov:
      case Opcode::kCvt:
      case Opcode::kCvta:
        return i.b == kNoSlot ? a : LastBits{};
      case Opcode::kAdd:
        return LastBits::of(known, a.residue + b.residue);
      case Opcode::kSub:
        return LastBits::of(known, a.residue - b.residue);
      case Opcode::kOr:
        return LastBits::of(known, a.residue | b.residue);
      case Opcode::kXor:
        return LastBits::of(known, a.residue ^ b.residue);
      case Opcode::kSelp:
        return join(a, b);
      case Opcode::kAnd:
        return intersection(a, b);
      case Opcode::kMul:
        return product(a, b);
      case Opcode::kMad:
        return sum_with_third(at, product(a, b));
      case Opcode::kShl:
        return shifted(a, flow_.constants.number(i.b));
      default:
        return {};
    }
  }

  LastBits sum_with_third(std::uint32_t at, const LastBits& a) const {
    const LastBits c = of_slot(at, program_.code[at].c);
    return c.power == LastBits::kUnset
               ? c
               : LastBits::of(std::min(a.power, c.power), a.residue + c.residue);
  }

  static LastBits shifted(const LastBits& a, const std::optional<std::uint64_t>& shift) {
    const auto by = static_cast<unsigned>(shift.value_or(0) & 63u);
    return shift ? LastBits::of(a.power + by, by > LastBits::kMost ? 0 : a.residue << by)
                 : LastBits::of(a.zeros(), 0);
  }

  const Program& program_;
  const Dataflow& flow_;
  std::vector<LastBits> bits_;  ///< by value
};

/// The loads of a stretch of code without a store between them, of one space.
class Joiner {
 public:
  Joiner(Program& program, const Dataflow& flow, const Residues& residues, unsigned most_bytes)
      : program_(program), flow_(flow), residues_(residues), most_bytes_(most_bytes) {}

  void add(std::size_t at) {
    const Decoded& i = program_.code[at];
    const AddressValues::Number number = flow_.addresses.address(at);
    const LastBits base = residues_.of_slot(at, i.a);
    const unsigned known = std::min(most_bytes_, 1u << std::min(4u, base.power));  // bytes
    if (known < 2u * i.bytes) {
      return;
    }
    const auto into = static_cast<std::int64_t>(
        (base.residue + static_cast<std::uint64_t>(i.displacement)) % known);
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

  /// The first of them stands for all, unless more than one of four words lacks.
  bool join(const Loads& loads, unsigned begin, unsigned width, unsigned bytes) {
    std::vector<std::size_t> joined;
    for (unsigned place = begin; place < begin + width; place += bytes) {
      if (loads[place / 4] != 0) {
        joined.push_back(loads[place / 4] - 1);
      }
    }
    if (joined.size() < std::min<std::size_t>(width / bytes, kJoined)) {
      return false;
    }
    for (const std::size_t at : joined) {
      InstructionInfo& info = program_.info[at];
      info.is_merged = at != joined.front();
      info.merged_bytes = info.is_merged ? 0 : static_cast<std::uint8_t>(width);
      info.issue_slots = info.is_merged ? 0 : info.issue_slots;
    }
    return true;
  }

  Program& program_;
  const Dataflow& flow_;
  const Residues& residues_;
  unsigned most_bytes_;
  std::map<Row, Loads> rows_;
};

bool may_be_joined(const Decoded& i, const InstructionInfo& info, Space space) {
  return info.opcode == Opcode::kLd && i.space == space && !info.is_strong && i.guard == kNoSlot &&
         (i.bytes == 4 || i.bytes == 8);
}

/// Behind it, shared memory may have other values.
bool may_change_shared(const Decoded& i, const InstructionInfo& info) {
  const bool is_there = i.space == Space::kShared || i.space == Space::kGeneric;
  const bool writes =
      info.opcode == Opcode::kSt || info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
  return i.step != Step::kPlain || (writes && is_there);
}

/// Conditional code that ptxas predicates or selects (predicated_branches.cpp has the numbers): the
/// block behind one that branches, which only leads to where that does.
bool is_passed_over(const Program& program, const ControlFlowGraph& cfg, std::uint32_t index) {
  constexpr unsigned kMostSlots = 8;
  const ControlFlowGraph::Block& block = cfg.blocks()[index];
  if (index == 0 || index + 1 == cfg.blocks().size() || block.successors.size() != 1 ||
      block.successors.front() != index + 1 || block.predecessors.size() != 1 ||
      block.predecessors.front() != index - 1 || cfg.blocks()[index + 1].predecessors.size() != 2) {
    return false;
  }
  const Decoded& branch = program.code[block.begin - 1];
  unsigned slots = 0;
  for (std::uint32_t at = block.begin; at < block.end; ++at) {
    slots += program.info[at].issue_slots;
  }
  return branch.step == Step::kBranch && branch.target == block.end && slots <= kMostSlots;
}

/// Nobody writes constant memory: what stands in one block is joined.
void join_constant_loads(Program& program, const Dataflow& flow, const Residues& residues) {
  Joiner joiner(program, flow, residues, kMostConstantBytes);
  for (const ControlFlowGraph::Block& block : flow.cfg.blocks()) {
    for (std::size_t at = block.begin; at < block.end; ++at) {
      if (may_be_joined(program.code[at], program.info[at], Space::kConst)) {
        joiner.add(at);
      }
    }
    joiner.settle();
  }
}

}  // namespace

void mark_merged_loads(Program& program, const Dataflow& flow) {
  const Residues residues(program, flow);
  join_constant_loads(program, flow, residues);
  Joiner joiner(program, flow, residues, kMostBytes);
  const auto count = static_cast<std::uint32_t>(flow.cfg.blocks().size());
  for (std::uint32_t index = 0; index < count; ++index) {
    const ControlFlowGraph::Block& block = flow.cfg.blocks()[index];
    const bool is_conditional = is_passed_over(program, flow.cfg, index);
    for (std::size_t at = block.begin; at < block.end; ++at) {
      const bool is_last_branch = at + 1 == block.end && program.code[at].step == Step::kBranch;
      if (may_be_joined(program.code[at], program.info[at], Space::kShared) && !is_conditional) {
        joiner.add(at);
      } else if (may_change_shared(program.code[at], program.info[at]) && !is_last_branch) {
        joiner.settle();
      }
    }
    const bool is_next_conditional =
        index + 1 < count && is_passed_over(program, flow.cfg, index + 1);
    if (!is_conditional && !is_next_conditional) {
      joiner.settle();
    }
  }
}

}  // namespace warpschool::sim
