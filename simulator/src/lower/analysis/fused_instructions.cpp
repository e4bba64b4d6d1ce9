// Finds whole-number instructions that are fewer in machine code. Seen in that of nvcc 13.0 for
// sm_90: a cipher's rounds, checksums and hashes are LOP3, IADD3 and LEA, an element's address is
// IMAD.WIDE, or LEA and LEA.HI, and addresses of shared memory have 32 bits.
#include "lower/analysis/fused_instructions.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpschool::sim {
namespace {

enum class Kind : std::uint8_t { kOther, kLogic, kSum, kShift, kProduct };

class Fuser {
 public:
  Fuser(Program& program, const Dataflow& flow)
      : program_(program),
        flow_(flow),
        is_full_(program.code.size(), false),
        is_shared_address_(program.code.size(), false) {}

  /// Nothing but addresses of shared memory is made of it: all until one turns out not to be, as a
  /// loop's address is made of itself.
  void find_shared_addresses() {
    const auto size = static_cast<std::uint32_t>(program_.code.size());
    for (std::uint32_t at = 0; at < size; ++at) {
      is_shared_address_[at] = is_wide(at);
    }
    for (bool changes = true; changes;) {
      changes = false;
      for (std::uint32_t at = size; at-- > 0;) {
        if (is_shared_address_[at] && !serves_shared_memory(at)) {
          is_shared_address_[at] = false;
          changes = true;
        }
      }
    }
    for (std::uint32_t at = 0; at < program_.code.size(); ++at) {
      InstructionInfo& info = program_.info[at];
      if (is_shared_address_[at] && info.issue_slots != 0) {
        info.issue_slots = info.opcode == Opcode::kCvt ? 0 : 1;
      }
    }
  }

  /// Addresses of shared memory have 32 bits, so that a constant that is added to an index is one
  /// that is added to the address, and accesses have room for that: of addresses that differ by
  /// constants one is computed, for the others nothing (LDS [R4+0x14]).
  void fold_distances() {
    if (std::find(is_shared_address_.begin(), is_shared_address_.end(), true) ==
        is_shared_address_.end()) {
      return;  // nor is any sum part of one
    }
    for (std::uint32_t at = 0; at < program_.code.size(); ++at) {
      InstructionInfo& info = program_.info[at];
      const std::uint32_t variable = variable_part(at);  // of all: a sum may be the end of many
      if (is_shared_address_[at]) {
        const std::size_t block = flow_.cfg.block_of(at);
        // The first block is before all others.
        if (variable == kConstant || !computed_.insert({variable, block}).second ||
            (block != 0 && computed_.count({variable, 0}) != 0)) {
          info.issue_slots = 0;
        }
      } else if (adds_constant(at) && makes_shared_addresses(at)) {
        info.issue_slots = 0;
      }
    }
  }

  /// A product of 32 bits whose 64 serve sums alone is part of each of them (IMAD.WIDE): an index
  /// times the size of an element, and the array's begin.
  void give_product_to_sums(std::uint32_t at) {
    if (kind_of(at) != Kind::kProduct) {
      return;
    }
    const std::vector<std::uint32_t> uses = flow_.def_use.uses(at);
    const bool fits =
        !uses.empty() && std::all_of(uses.begin(), uses.end(), [&](std::uint32_t use) {
          return program_.info[use].opcode == Opcode::kAdd && is_wide(use) &&
                 flow_.cfg.block_of(use) == flow_.cfg.block_of(at);
        });
    if (!fits) {
      return;
    }
    program_.info[at].issue_slots = 0;
    for (const std::uint32_t use : uses) {
      program_.info[use].issue_slots = 1;
      program_.info[use].integer_pipe = IntegerPipe::kMad;
      is_full_[use] = true;
    }
  }

  /// Joins an instruction with one of those that it gets its operands from.
  void look_at(std::uint32_t at) {
    if (program_.info[at].type == ptx::Type::kPred) {
      look_at_predicate(at);
      return;
    }
    const Kind kind = kind_of(at);
    if (kind != Kind::kLogic && kind != Kind::kSum) {
      return;
    }
    const Decoded& i = program_.code[at];
    if (!take(at, kind, i.a)) {
      take(at, kind, i.b);
    }
  }

 private:
  /// A comparison takes another predicate along (ISETP.AND, ISETP.OR); whoever reads one may read
  /// its contrary.
  void look_at_predicate(std::uint32_t at) {
    InstructionInfo& info = program_.info[at];
    const Decoded& i = program_.code[at];
    const bool joins =
        info.opcode == Opcode::kAnd || info.opcode == Opcode::kOr || info.opcode == Opcode::kXor;
    if (info.opcode == Opcode::kNot ||
        (joins && (take_comparison(i.a, at) || take_comparison(i.b, at)))) {
      info.issue_slots = 0;
    }
  }

  bool take_comparison(std::uint32_t slot, std::uint32_t at) {
    const std::optional<std::uint32_t> maker = maker_of(at, slot);
    if (!maker || program_.info[*maker].opcode != Opcode::kSetp || is_full_[*maker] ||
        flow_.def_use.uses(*maker).size() != 1) {
      return false;
    }
    is_full_[*maker] = true;
    return true;
  }

  std::optional<std::uint32_t> maker_of(std::uint32_t at, std::uint32_t slot) const {
    const std::uint32_t value = slot == kNoSlot ? kNoValue : flow_.def_use.read(at, slot);
    if (value == kNoValue ||
        flow_.def_use.values()[value].kind != DefUse::Value::Kind::kDefinition) {
      return std::nullopt;
    }
    return flow_.def_use.values()[value].at;
  }

  bool is_wide(std::uint32_t at) const {
    const InstructionInfo& info = program_.info[at];
    const bool is_number = !ptx::is_float(info.type) && info.type != ptx::Type::kPred;
    return is_number && (info.wide || ptx::bytes_of(info.type) == 8) &&
           program_.code[at].guard == kNoSlot;
  }

  bool serves_shared_memory(std::uint32_t at) const {
    switch (program_.info[at].opcode) {
      case Opcode::kAdd:
      case Opcode::kSub:
      case Opcode::kMul:
      case Opcode::kMad:
      case Opcode::kShl:
      case Opcode::kCvt:
        break;
      default:
        return false;
    }
    const std::vector<std::uint32_t> uses = flow_.def_use.uses(at);
    return !uses.empty() && std::all_of(uses.begin(), uses.end(), [&](std::uint32_t use) {
      const Decoded& i = program_.code[use];
      const bool is_access = program_.info[use].counter == CounterClass::kLsu &&
                             i.space == Space::kShared && i.a == program_.code[at].d &&
                             i.b != program_.code[at].d;
      return is_access || is_shared_address_[use];
    });
  }

  /// What an address, or an index, is made of beside constants that are added to it: a number for
  /// each sum and product.
  static constexpr std::uint32_t kConstant = ~0U;

  /// Asked of each instruction once: sums of sums would be asked for twice as often with each step.
  std::uint32_t variable_part(std::uint32_t at) {
    if (const auto known = variable_parts_.find(at); known != variable_parts_.end()) {
      return known->second;
    }
    variable_parts_[at] = number_of(Opcode::kMov, at, 0);  // while it may be made of itself
    return variable_parts_[at] = find_variable_part(at);
  }

  std::uint32_t find_variable_part(std::uint32_t at) {
    const Decoded& i = program_.code[at];
    switch (program_.info[at].opcode) {
      case Opcode::kAdd:
      case Opcode::kSub:
        return combined(program_.info[at].opcode, variable_operand(at, i.a),
                        variable_operand(at, i.b));
      case Opcode::kCvt:
        return variable_operand(at, i.a);
      case Opcode::kMul:
      case Opcode::kShl: {
        const std::uint32_t a = variable_operand(at, i.a);
        const auto factor = flow_.constants.number(i.b);
        return a == kConstant ? a
               : factor       ? number_of(program_.info[at].opcode, a, *factor)
                              : number_of(Opcode::kMov, at, 0);
      }
      case Opcode::kMov:
        return variable_operand(at, i.a);
      default:
        return number_of(Opcode::kMov, at, 0);
    }
  }

  std::uint32_t variable_operand(std::uint32_t at, std::uint32_t slot) {
    if (const ConstantSlot* constant = flow_.constants.find(slot)) {
      const bool is_number = constant->source == ConstantSlot::Source::kBits;
      return is_number ? kConstant : number_of(Opcode::kLd, kConstant, slot);
    }
    const std::optional<std::uint32_t> maker = maker_of(at, slot);
    if (maker && program_.code[*maker].guard == kNoSlot) {
      return variable_part(*maker);
    }
    return number_of(Opcode::kLd, flow_.def_use.read(at, slot), slot);
  }

  std::uint32_t combined(Opcode opcode, std::uint32_t a, std::uint32_t b) {
    if (b == kConstant) {
      return a;
    }
    return a == kConstant && opcode == Opcode::kAdd ? b : number_of(opcode, a, b);
  }

  std::uint32_t number_of(Opcode opcode, std::uint32_t a, std::uint64_t b) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    return numbers_.insert({{opcode, a, b}, next}).first->second;
  }

  bool adds_constant(std::uint32_t at) const {
    const InstructionInfo& info = program_.info[at];
    const Decoded& i = program_.code[at];
    return (info.opcode == Opcode::kAdd || info.opcode == Opcode::kSub) &&
           ptx::bytes_of(info.type) == 4 && !ptx::is_float(info.type) && i.guard == kNoSlot &&
           flow_.constants.number(i.b).has_value();
  }

  bool makes_shared_addresses(std::uint32_t at) const {
    const std::vector<std::uint32_t> uses = flow_.def_use.uses(at);
    return !uses.empty() && std::all_of(uses.begin(), uses.end(),
                                        [&](std::uint32_t use) { return is_shared_address_[use]; });
  }

  /// Of 32 bits, or of an address.
  Kind kind_of(std::uint32_t at) const {
    const InstructionInfo& info = program_.info[at];
    const Decoded& i = program_.code[at];
    if (i.guard != kNoSlot || info.issue_slots == 0 || ptx::is_float(info.type)) {
      return Kind::kOther;
    }
    const bool is_word = ptx::bytes_of(info.type) == 4 && !info.wide;
    switch (info.opcode) {
      case Opcode::kAnd:
      case Opcode::kOr:
      case Opcode::kXor:
      case Opcode::kNot:
        return is_word ? Kind::kLogic : Kind::kOther;
      case Opcode::kAdd:
      case Opcode::kSub:
        return is_word || is_wide(at) ? Kind::kSum : Kind::kOther;
      case Opcode::kShl:
        return flow_.constants.number(i.b) ? Kind::kShift : Kind::kOther;
      case Opcode::kMul:
        return !info.wide ? Kind::kOther : is_shared_address_[at] ? Kind::kShift : Kind::kProduct;
      default:
        return Kind::kOther;
    }
  }

  bool fits(std::uint32_t at, Kind kind, std::uint32_t maker) const {
    const Kind made = kind_of(maker);
    const bool is_same_width =
        (is_wide(at) && !is_shared_address_[at]) == (is_wide(maker) && !is_shared_address_[maker]);
    if (!is_same_width || made == Kind::kOther) {
      return false;
    }
    const bool are_long = is_wide(at) && !is_shared_address_[at];
    return kind == Kind::kSum ? made == Kind::kShift || (made == kind && !are_long) : made == kind;
  }

  bool take(std::uint32_t at, Kind kind, std::uint32_t slot) {
    const std::optional<std::uint32_t> found = maker_of(at, slot);
    if (!found) {
      return false;
    }
    const std::uint32_t maker = *found;
    if (!fits(at, kind, maker) || is_full_[maker] ||
        flow_.cfg.block_of(maker) != flow_.cfg.block_of(at) ||
        flow_.def_use.uses(maker).size() != 1) {
      return false;
    }
    program_.info[maker].issue_slots = 0;
    is_full_[at] = true;
    return true;
  }

  Program& program_;
  const Dataflow& flow_;
  std::vector<bool> is_full_;            ///< by instruction: it has three operands already
  std::vector<bool> is_shared_address_;  ///< by instruction: it makes one
  std::map<std::tuple<Opcode, std::uint32_t, std::uint64_t>, std::uint32_t> numbers_;
  std::unordered_map<std::uint32_t, std::uint32_t> variable_parts_;  ///< by instruction
  /// Variable parts of addresses, by the block that computes them.
  std::set<std::pair<std::uint32_t, std::size_t>> computed_;
};

}  // namespace

void mark_fused_instructions(Program& program, const Dataflow& flow) {
  Fuser fuser(program, flow);
  fuser.find_shared_addresses();
  fuser.fold_distances();
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    fuser.give_product_to_sums(at);
  }
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    fuser.look_at(at);
  }
}

}  // namespace warpschool::sim
