// Numbers the values of a program, block after block.
#include "lower/analysis/address_values.hpp"

#include "lower/analysis/frame_scalar.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {
namespace {

/// Is the result the same whenever the operands are?
bool only_computes(const InstructionInfo& info) {
  switch (info.opcode) {
    case Opcode::kMov:
    case Opcode::kCvt:
    case Opcode::kCvta:
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kMad:
    case Opcode::kDiv:
    case Opcode::kRem:
    case Opcode::kNeg:
    case Opcode::kAbs:
    case Opcode::kMin:
    case Opcode::kMax:
    case Opcode::kShl:
    case Opcode::kShr:
    case Opcode::kShf:
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
    case Opcode::kNot:
    case Opcode::kBfe:
    case Opcode::kBfi:
    case Opcode::kPrmt:
    case Opcode::kLop3:
    case Opcode::kFma:
    case Opcode::kSetp:
    case Opcode::kSelp:
      return info.destinations.size() == 1;
    default:
      return false;
  }
}

bool is_integer(ptx::Type type) {
  return type != ptx::Type::kPred && !ptx::is_float(type);
}

bool is_copy(const Decoded& i, const InstructionInfo& info) {
  const bool is_parameter = info.opcode == Opcode::kLd && i.space == Space::kReg;
  const bool moves = info.opcode == Opcode::kMov || info.opcode == Opcode::kCvta;
  return is_parameter ||
         (moves && info.sources.size() <= 1 && info.destinations.size() == 1 && i.b == kNoSlot);
}

bool changes_by_itself(Special special) {
  return special == Special::kClock || special == Special::kClock64 ||
         special == Special::kGlobalTimer;
}

}  // namespace

class AddressValues::Numbering {
 public:
  Numbering(const Program& program, const ControlFlowGraph& cfg, const DefUse& def_use)
      : program_(program),
        def_use_(def_use),
        numbers_(def_use.values().size(), Number{kNotYet, 0}),
        addresses_(program.code.size()) {
    for (std::uint32_t n = 0; n < program.constants.size(); ++n) {
      add_constant(n);
    }
    for (const std::vector<std::uint32_t>& order : cfg.order()) {
      for (const std::uint32_t block : order) {
        for (const std::uint32_t phi : def_use.phis(block)) {
          numbers_[phi] = of_phi(phi);
        }
        for (std::uint32_t at = cfg.blocks()[block].begin; at < cfg.blocks()[block].end; ++at) {
          visit(at);
        }
      }
    }
  }

  void move_into(AddressValues& result) {
    result.addresses_ = std::move(addresses_);
    result.numbers_ = std::move(numbers_);
    result.constants_ = std::move(constants_);
    result.of_base_ = std::move(of_base_);
  }

 private:
  static constexpr std::uint32_t kNotYet = ~0u;
  /// What is done, and with what: equal keys give equal values.
  using Key = std::vector<std::uint64_t>;

  void add_constant(std::uint32_t index);
  Number new_base() { return {++bases_, 0}; }
  Number computed(Key key) {
    const auto [found, is_new] = bases_of_.try_emplace(std::move(key));
    if (is_new) {
      found->second = new_base();
    }
    return found->second;
  }
  static void append(Key& key, const Number& number) {
    key.push_back(number.base);
    key.push_back(static_cast<std::uint64_t>(number.distance));
  }
  Number& of_value(std::uint32_t value) {
    Number& number = numbers_[value];
    return number.base == kNotYet ? number = new_base() : number;
  }
  Number of_slot(std::uint32_t at, std::uint32_t slot);
  Number of_phi(std::uint32_t phi);
  Number sum(const InstructionInfo& info, Number a, Number b);
  Number of_computation(std::uint32_t at);
  Number of_load(std::uint32_t at);
  Number of_scalar(std::uint32_t at);
  void visit(std::uint32_t at);

  const Program& program_;
  const DefUse& def_use_;
  std::vector<Number> numbers_;                          ///< by value
  std::unordered_map<std::uint32_t, Number> constants_;  ///< by slot
  std::unordered_map<std::uint32_t, std::uint32_t> of_base_;
  std::map<Key, Number> bases_of_;
  std::vector<Number> addresses_;
  std::uint32_t bases_ = 0;
};

void AddressValues::Numbering::add_constant(std::uint32_t index) {
  const ConstantSlot& slot = program_.constants[index];
  const bool is_number = slot.source == ConstantSlot::Source::kBits;
  if (!is_number && changes_by_itself(slot.special)) {
    return;
  }
  const Number number = is_number ? Number{0, static_cast<std::int64_t>(slot.bits)} : new_base();
  constants_.emplace(slot.offset, number);
  if (slot.source == ConstantSlot::Source::kParameter) {
    of_base_.emplace(number.base, index);
  }
}

AddressValues::Number AddressValues::Numbering::of_slot(std::uint32_t at, std::uint32_t slot) {
  const auto constant = constants_.find(slot);
  if (constant != constants_.end()) {
    return constant->second;
  }
  const std::uint32_t value = def_use_.read(at, slot);
  return value == kNoValue ? new_base() : of_value(value);
}

/// Where equal values meet, their number. What comes round a loop has none yet, and may be another.
AddressValues::Number AddressValues::Numbering::of_phi(std::uint32_t phi) {
  const std::vector<std::uint32_t>& operands = def_use_.values()[phi].operands;
  const bool is_one = !operands.empty() && numbers_[operands.front()].base != kNotYet &&
                      std::all_of(operands.begin(), operands.end(), [&](std::uint32_t operand) {
                        return numbers_[operand] == numbers_[operands.front()];
                      });
  return is_one ? numbers_[operands.front()] : new_base();
}

AddressValues::Number AddressValues::Numbering::sum(const InstructionInfo& info, Number a,
                                                    Number b) {
  if (a.base > b.base) {
    std::swap(a, b);
  }
  const std::int64_t distance = static_cast<std::int64_t>(static_cast<std::uint64_t>(a.distance) +
                                                          static_cast<std::uint64_t>(b.distance));
  const bool is_wide = ptx::bytes_of(info.type) == 8;
  const std::uint32_t base = a.base == 0 ? b.base
                                         : computed({static_cast<std::uint64_t>(Opcode::kAdd),
                                                     std::uint64_t{is_wide}, a.base, b.base})
                                               .base;
  return {base, is_wide ? distance : std::int64_t{static_cast<std::int32_t>(distance)}};
}

AddressValues::Number AddressValues::Numbering::of_computation(std::uint32_t at) {
  const Decoded& i = program_.code[at];
  const InstructionInfo& info = program_.info[at];
  const bool is_of_words = is_integer(info.type) && ptx::bytes_of(info.type) >= 4;
  if (info.opcode == Opcode::kAdd && is_of_words) {
    return sum(info, of_slot(at, i.a), of_slot(at, i.b));
  }
  if (info.opcode == Opcode::kSub && is_of_words && i.b != kNoSlot) {
    const Number less = of_slot(at, i.b);
    if (less.base == 0 && less.distance != INT64_MIN) {
      return sum(info, of_slot(at, i.a), {0, -less.distance});
    }
  }
  Key key{static_cast<std::uint64_t>(info.opcode),
          static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(i.execute)), i.extra,
          static_cast<std::uint64_t>(i.displacement)};
  for (const std::uint32_t slot : {i.a, i.b, i.c, i.e}) {
    if (slot != kNoSlot) {
      append(key, of_slot(at, slot));
    }
  }
  return computed(std::move(key));
}

/// What was stored to a scalar of the frame last, if no pointer may have changed it since.
AddressValues::Number AddressValues::Numbering::of_scalar(std::uint32_t at) {
  const Decoded& i = program_.code[at];
  const std::uint32_t value = def_use_.scalar(at);
  const std::uint32_t pointers = def_use_.through_pointers(at);
  const DefUse::Value& held = def_use_.values()[value];
  const bool is_stored = held.kind == DefUse::Value::Kind::kDefinition && held.operands.empty();
  Number stored = of_value(value);
  const bool is_known = is_stored && def_use_.through_pointers(held.at) == pointers;
  if (pointers != kNoValue && !is_known) {
    stored = computed({static_cast<std::uint64_t>(Opcode::kLd), value, pointers});
  }
  const std::uint8_t register_bytes = program_.info[at].register_bytes;
  if (i.bytes >= 4 && i.bytes == register_bytes) {
    return stored;
  }
  Key key{static_cast<std::uint64_t>(Opcode::kLd),
          static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(i.execute))};
  append(key, stored);
  return computed(std::move(key));
}

AddressValues::Number AddressValues::Numbering::of_load(std::uint32_t at) {
  const Decoded& i = program_.code[at];
  const InstructionInfo& info = program_.info[at];
  const bool is_parameter = i.space == Space::kParam && i.target == 0;  // of the kernel, by address
  if (info.is_strong || (i.space == Space::kParam && !is_parameter) ||
      i.bytes != info.element_bytes) {
    return new_base();
  }
  if (def_use_.scalar(at) != kNoValue) {
    return of_scalar(at);
  }
  const bool stays = info.is_read_only || is_parameter || i.space == Space::kConst;
  Key key{static_cast<std::uint64_t>(Opcode::kLd),
          static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(i.execute)),
          stays ? kNoValue : def_use_.memory(at), 0};
  append(key, addresses_[at]);
  return computed(std::move(key));
}

/// The numbers of what an instruction accesses, and of what it leaves in registers and in the
/// frame.
void AddressValues::Numbering::visit(std::uint32_t at) {
  const Decoded& i = program_.code[at];
  const InstructionInfo& info = program_.info[at];
  const bool is_load = info.opcode == Opcode::kLd;
  const bool is_store = info.opcode == Opcode::kSt;
  if (i.a != kNoSlot &&
      (is_load || is_store || info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed)) {
    addresses_[at] = of_slot(at, i.a);
    addresses_[at].distance += i.displacement;
  }
  if (i.guard != kNoSlot) {
    return;  // it may leave what was there
  }
  const std::uint32_t scalar = is_store ? def_use_.defined(at, kNoSlot) : kNoValue;
  if (scalar != kNoValue && i.bytes == info.element_bytes) {
    numbers_[scalar] = of_slot(at, i.d);
  }
  const std::uint32_t made =
      info.destinations.empty() ? kNoValue : def_use_.defined(at, info.destinations.front());
  if (made == kNoValue) {
    return;
  }
  if (is_copy(i, info)) {
    numbers_[made] = of_slot(at, i.a);
  } else if (is_load) {
    numbers_[made] = of_load(at);
  } else if (only_computes(info)) {
    numbers_[made] = of_computation(at);
  }
}

AddressValues::AddressValues(const Program& program, const ControlFlowGraph& cfg,
                             const DefUse& def_use) {
  Numbering(program, cfg, def_use).move_into(*this);
}

std::optional<AddressValues::Number> AddressValues::number(const DefUse& def_use, std::size_t at,
                                                           std::uint32_t slot) const {
  if (const auto constant = constants_.find(slot); constant != constants_.end()) {
    return constant->second;
  }
  const std::uint32_t value = def_use.read(at, slot);
  return value == kNoValue ? std::nullopt : std::optional(numbers_[value]);
}

std::optional<AddressValues::Number> AddressValues::made(const DefUse& def_use, std::size_t at,
                                                         std::uint32_t slot) const {
  const std::uint32_t value = def_use.defined(at, slot);
  return value == kNoValue ? std::nullopt : std::optional(numbers_[value]);
}

std::optional<LaunchNumber> AddressValues::launch_number(const DefUse& def_use, std::size_t at,
                                                         std::uint32_t slot) const {
  const std::optional<Number> found = number(def_use, at, slot);
  if (!found) {
    return std::nullopt;
  }
  if (found->base == 0) {
    return LaunchNumber{kNoIndex, found->distance};
  }
  const auto parameter = of_base_.find(found->base);
  return parameter == of_base_.end()
             ? std::nullopt
             : std::optional(LaunchNumber{parameter->second, found->distance});
}

}  // namespace warpschool::sim
