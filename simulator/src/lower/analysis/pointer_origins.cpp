// Finds the pointer that each address was made of: a fixpoint over def-use chains.
#include "lower/analysis/pointer_origins.hpp"

#include "lower/analysis/frame_scalar.hpp"

#include <algorithm>
#include <tuple>

namespace warpschool::sim {
namespace {

/// kUnset: not reached yet; kNumber: no pointer; kMany: nothing is known; from kFirst on: a
/// pointer.
using State = std::uint32_t;
constexpr State kUnset = 0, kNumber = 1, kMany = 2, kFirst = 3;

constexpr unsigned kPointerBytes = 8;

State join(State a, State b) {
  return a == kUnset || a == b ? b : b == kUnset ? a : kMany;
}

State sum(State a, State b) {
  if (a == kUnset || b == kUnset) {
    return kUnset;
  }
  return a == kNumber ? b : b == kNumber ? a : kMany;
}

bool accesses_memory(const InstructionInfo& info) {
  return info.opcode == Opcode::kLd || info.opcode == Opcode::kSt || info.opcode == Opcode::kAtom ||
         info.opcode == Opcode::kRed;
}

bool is_wide(ptx::Type type) {
  return ptx::bytes_of(type) == kPointerBytes && !ptx::is_float(type);
}

}  // namespace

class PointerOrigins::Solver {
 public:
  Solver(const Program& program, const DefUse& def_use, const AddressValues& addresses)
      : program_(program),
        def_use_(def_use),
        addresses_(addresses),
        states_(def_use.values().size(), kUnset),
        slots_(def_use.values().size(), kNoSlot) {
    for (const ConstantSlot& slot : program.constants) {
      constants_.emplace(slot.offset, of_constant(slot));
    }
    for (std::size_t at = 0; at < program.code.size(); ++at) {
      for (const std::uint32_t slot : program.info[at].destinations) {
        if (const std::uint32_t value = def_use.defined(at, slot); value != kNoValue) {
          slots_[value] = slot;
        }
      }
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t value = 0; value < states_.size(); ++value) {
        const State state = join(states_[value], of_value(value));
        changed |= state != states_[value];
        states_[value] = state;
      }
    }
  }

  Origin of_access(std::size_t at) {
    const Decoded& i = program_.code[at];
    if (!accesses_memory(program_.info[at]) || i.a == kNoSlot || i.space == Space::kReg) {
      return kUnknown;
    }
    const bool has_site = i.extra < program_.extents.size() && i.target == 0;
    if (has_site && program_.extents[i.extra].is_known()) {
      const Extents& extents = program_.extents[i.extra];
      return of({Source::kVariable, extents.begin, extents.end});
    }
    const State state = of_slot(at, i.a);
    return state >= kFirst ? state : kUnknown;
  }

 private:
  enum class Source : std::uint8_t { kParameter, kVariable, kGlobal, kMemory };
  using Key = std::tuple<Source, std::uint64_t, std::int64_t>;

  State of(const Key& key) {
    return origins_.try_emplace(key, kFirst + static_cast<State>(origins_.size())).first->second;
  }
  State of_constant(const ConstantSlot& slot) {
    constexpr std::uint64_t kLeastAddress = std::uint64_t{1} << 32;  // of global memory
    if (slot.bytes != kPointerBytes) {
      return kNumber;
    }
    if (slot.source == ConstantSlot::Source::kParameter) {
      return of({Source::kParameter, slot.bits, 0});
    }
    const bool is_address = slot.source == ConstantSlot::Source::kBits &&
                            slot.bits >= kLeastAddress && static_cast<std::int64_t>(slot.bits) > 0;
    return is_address ? of({Source::kGlobal, slot.bits, 0}) : kNumber;
  }
  State of_slot(std::size_t at, std::uint32_t slot) const {
    const auto constant = constants_.find(slot);
    if (constant != constants_.end()) {
      return constant->second;
    }
    const std::uint32_t value = slot == kNoSlot ? kNoValue : def_use_.read(at, slot);
    return value == kNoValue ? kMany : states_[value];
  }
  State of_value(std::uint32_t value) {
    const DefUse::Value& one = def_use_.values()[value];
    State state = one.kind == DefUse::Value::Kind::kEntry        ? kMany
                  : one.kind == DefUse::Value::Kind::kDefinition ? result(one.at, slots_[value])
                                                                 : kUnset;
    for (const std::uint32_t operand : one.operands) {
      state = join(state, states_[operand]);
    }
    return state;
  }
  State result(std::size_t at, std::uint32_t slot);
  State of_load(std::size_t at);
  State of_scalar(std::size_t at) const;
  State of_others(std::size_t at) const;

  const Program& program_;
  const DefUse& def_use_;
  const AddressValues& addresses_;
  std::vector<State> states_;         ///< by value
  std::vector<std::uint32_t> slots_;  ///< by value: the register; kNoSlot: a scalar, or memory
  std::unordered_map<std::uint32_t, State> constants_;  ///< by slot
  std::map<Key, State> origins_;
};

/// What a scalar of the frame holds, if no pointer may have changed it since.
State PointerOrigins::Solver::of_scalar(std::size_t at) const {
  const std::uint32_t value = def_use_.scalar(at);
  const std::uint32_t pointers = def_use_.through_pointers(at);
  const DefUse::Value& held = def_use_.values()[value];
  const bool is_as_stored =
      pointers == kNoValue || (held.kind == DefUse::Value::Kind::kDefinition &&
                               def_use_.through_pointers(held.at) == pointers);
  return is_as_stored ? states_[value] : kMany;
}

/// A pointer in memory is taken to stay what it is: "table->keys" is one array at each reading.
State PointerOrigins::Solver::of_load(std::size_t at) {
  const Decoded& i = program_.code[at];
  const InstructionInfo& info = program_.info[at];
  if (i.space == Space::kReg) {
    return of_slot(at, i.a);
  }
  if (info.element_bytes != kPointerBytes) {
    return kNumber;
  }
  const bool is_of_call = i.space == Space::kParam && i.target != 0;
  if (i.bytes != info.element_bytes || info.is_strong || is_of_call) {
    return kMany;
  }
  if (def_use_.scalar(at) != kNoValue) {
    return of_scalar(at);
  }
  const AddressValues::Number& place = addresses_.address(at);
  return of({Source::kMemory, place.base, place.distance});
}

/// Numbers make numbers, of a pointer nothing is known any more.
State PointerOrigins::Solver::of_others(std::size_t at) const {
  State all = kNumber;
  for (const std::uint32_t slot : program_.info[at].sources) {
    all = of_slot(at, slot) > kNumber ? kMany : all;
  }
  return all;
}

State PointerOrigins::Solver::result(std::size_t at, std::uint32_t slot) {
  const Decoded& i = program_.code[at];
  const InstructionInfo& info = program_.info[at];
  if (slot == kNoSlot) {
    const bool is_whole = info.opcode == Opcode::kSt && i.bytes == info.element_bytes;
    return is_whole ? of_slot(at, i.d) : kMany;
  }
  switch (info.opcode) {
    case Opcode::kMov:
    case Opcode::kCvta:
      return info.destinations.size() == 1 && i.b == kNoSlot ? of_slot(at, i.a) : kMany;
    case Opcode::kCvt:
      return is_wide(info.type) && is_wide(info.source_type) ? of_slot(at, i.a) : kNumber;
    case Opcode::kAdd:
    case Opcode::kOr:
      return is_wide(info.type) || info.opcode == Opcode::kOr
                 ? sum(of_slot(at, i.a), of_slot(at, i.b))
                 : kNumber;
    case Opcode::kSub: {
      const State less = of_slot(at, i.b);
      return less == kNumber ? of_slot(at, i.a) : less == kUnset ? kUnset : kMany;
    }
    case Opcode::kMad:
      return of_slot(at, i.c);  // no pointer is multiplied
    case Opcode::kMul:
    case Opcode::kShl:
      return kNumber;
    case Opcode::kSelp:
      return join(of_slot(at, i.a), of_slot(at, i.b));
    case Opcode::kLd:
      return of_load(at);
    case Opcode::kAtom:
      return i.bytes == kPointerBytes ? kMany : kNumber;
    default:
      return i.step == Step::kPlain ? of_others(at) : kMany;
  }
}

PointerOrigins::PointerOrigins(const Program& program, const DefUse& def_use,
                               const AddressValues& addresses)
    : accesses_(program.code.size(), kUnknown) {
  Solver solver(program, def_use, addresses);
  for (std::size_t at = 0; at < accesses_.size(); ++at) {
    accesses_[at] = solver.of_access(at);
  }
}

}  // namespace warpschool::sim
