// What becomes of a value that was loaded: some checks spare loads whose value is only handed on,
// and a load without a line of its own has that of who needs it.
#include "lower/lowering/function_lowering.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace warpschool::sim {

using ptx::Operand;

/// Does a value only go to memory, by itself or put together with others to a wider word? Clang 16
/// copies a struct of 4-byte members in words of 8 so.
bool FunctionLowering::is_only_stored(const std::string& value, unsigned steps) const {
  const auto uses = uses_.readers.find(value);
  if (uses == uses_.readers.end() || steps == 0) {
    return false;
  }
  return std::all_of(uses->second.begin(), uses->second.end(), [&](const ptx::Instruction* use) {
    const Operand& target = use->operands.front();
    const bool puts_together =
        (use->opcode == "or" || use->opcode == "shl") && use->modifiers.front() == "b64";
    return use->opcode == "st" || (puts_together && is_only_stored(target.name, steps - 1));
  });
}

/// Do loads alone write this register, and does something read it?
bool FunctionLowering::is_only_loaded(const std::string& value) const {
  const auto uses = uses_.readers.find(value);
  const auto mentions = uses_.mentions.find(value), loads = uses_.loads.find(value);
  return uses != uses_.readers.end() && loads != uses_.loads.end() &&
         mentions->second == uses->second.size() + loads->second;
}

/// Is this value counted with: added, compared, made a float? Who copies a struct byte by byte, or
/// puts a word together of its bytes, only shifts them.
bool FunctionLowering::is_counted_with(const std::string& value, unsigned steps) const {
  static const std::unordered_set<std::string_view> kCounting{
      "add", "sub", "mul", "mad", "div", "rem", "min", "max", "abs", "neg", "setp"};
  static const std::unordered_set<std::string_view> kPassing{"and", "cvt", "mov", "shl"};
  const auto uses = uses_.readers.find(value);
  if (uses == uses_.readers.end() || steps == 0) {
    return false;
  }
  return std::any_of(uses->second.begin(), uses->second.end(), [&](const ptx::Instruction* use) {
    const std::size_t modifiers = use->modifiers.size();
    const bool makes_float = use->opcode == "cvt" && modifiers > 1 &&
                             use->modifiers[modifiers - 2].front() == 'f';  // "cvt.rn.f32.u16"
    return makes_float || kCounting.count(use->opcode) != 0 ||
           (kPassing.count(use->opcode) != 0 &&
            is_counted_with(use->operands.front().name, steps - 1));
  });
}

/// Are its bits those of a double, as in atomicAdd of doubles by compare-and-swap? In a loop it is
/// handed from register to register.
bool FunctionLowering::becomes_double(const std::string& value, unsigned steps) const {
  const auto uses = uses_.readers.find(value);
  if (uses == uses_.readers.end() || steps == 0) {
    return false;
  }
  return std::any_of(uses->second.begin(), uses->second.end(), [&](const ptx::Instruction* use) {
    if (use->opcode != "mov" || use->operands.size() != 2) {
      return false;
    }
    const std::string& target = use->operands.front().name;
    const auto readers = uses_.readers.find(target);
    const bool is_counted =
        readers != uses_.readers.end() &&
        std::any_of(readers->second.begin(), readers->second.end(), [](const auto* reader) {
          return reader->opcode != "mov" && !reader->modifiers.empty() &&
                 reader->modifiers.back() == "f64";
        });
    return is_counted || becomes_double(target, steps - 1);
  });
}

/// Is what was loaded a number of which every byte must have been written? Of a double, and of a
/// byte that the program counts with, none can be a struct's padding.
bool FunctionLowering::is_one_number(const std::string& loaded, ptx::Type type) const {
  constexpr unsigned kMostSteps = 4;  // a cvt, an and, a cvt, the addition
  return type == ptx::Type::kF64 ||
         (ptx::bytes_of(type) == 8 && becomes_double(loaded, kMostSteps)) ||
         (ptx::bytes_of(type) == 1 && is_only_loaded(loaded) &&
          is_counted_with(loaded, kMostSteps));
}

/// Does what was loaded only go elsewhere: to other lanes, to a function's parameters, to memory,
/// to a comparison?
void FunctionLowering::note_moves(const std::string& loaded, InstructionInfo& info) const {
  const auto uses = uses_.readers.find(loaded);
  if (!is_only_loaded(loaded)) {
    return;
  }
  constexpr unsigned kMostSteps = 3;  // a shift, an or, the store
  info.only_stored = is_only_stored(loaded, kMostSteps);
  info.only_passed = info.only_compared = true;
  for (const ptx::Instruction* use : uses->second) {
    const bool shuffles = use->opcode == "shfl" && use->operands[1].name == loaded;
    const bool stores = use->opcode == "st";
    info.only_passed &= shuffles || (stores && use->modifiers.front() == "param");
    info.only_compared &= use->opcode == "setp";
  }
}

/// Does a comparison use this value, at most so many steps of arithmetic on? Unoptimised code keeps
/// it in the stack frame in between.
bool FunctionLowering::is_compared(const std::string& value, unsigned steps) const {
  const auto uses = uses_.readers.find(value);
  if (uses == uses_.readers.end() || steps == 0) {
    return false;
  }
  for (const ptx::Instruction* use : uses->second) {
    const Operand& target = use->operands.front();
    const bool computes = use->opcode == "add" || use->opcode == "sub" || use->opcode == "and" ||
                          use->opcode == "shr";
    if (use->opcode == "setp" || (computes && is_compared(target.name, steps - 1))) {
      return true;
    }
    for (const ptx::Instruction& load : function_.instructions) {
      if (use->opcode == "st" && target.name == "%SP" && load.opcode == "ld" &&
          load.operands[1].name == "%SP" && load.operands[1].offset == target.offset &&
          is_compared(load.operands[0].name, steps - 1)) {
        return true;
      }
    }
  }
  return false;
}

/// Is what this loads changed by bit operations alone and stored where it came from? So bit-fields
/// are written: the bits beside them are kept, also if nobody has written them yet.
bool FunctionLowering::updates_bits(const ptx::Instruction& load) const {
  const Operand& address = load.operands[1];
  const std::string& loaded = load.operands[0].name;
  const auto mentions = uses_.mentions.find(loaded);
  if (load.operands[0].kind != Operand::Kind::kRegister || mentions == uses_.mentions.end() ||
      mentions->second != 2) {
    return false;
  }
  constexpr std::size_t kMostSteps = 32;
  std::vector<std::string> work{loaded};
  for (std::size_t i = 0; i < work.size() && i < kMostSteps; ++i) {
    const auto uses = uses_.readers.find(work[i]);
    for (std::size_t n = 0; uses != uses_.readers.end() && n < uses->second.size(); ++n) {
      const ptx::Instruction& use = *uses->second[n];
      const bool keeps_some =
          (use.opcode == "and" && use.operands.size() == 3 &&
           use.operands[2].kind == Operand::Kind::kImmediate) ||
          (use.opcode == "bfi" && use.operands.size() == 5 && use.operands[2].name == work[i]);
      const Operand& target = use.operands.front();
      if (use.opcode == "st" && i > 0 && target.name == address.name &&
          target.offset == address.offset) {
        return true;
      }
      if (keeps_some || (i > 0 && (use.opcode == "or" || use.opcode == "cvt"))) {
        work.push_back(target.name);
      }
    }
  }
  return false;
}

/// Which instructions need what this one wrote?
std::vector<const ptx::Instruction*> FunctionLowering::readers_of(
    const ptx::Instruction& instruction) const {
  std::vector<const ptx::Instruction*> found;
  if (instruction.operands.empty() || instruction.opcode == "st") {
    return found;
  }
  const Operand& target = instruction.operands.front();
  const auto add_readers_of = [&](const std::string& name) {
    if (const auto readers = uses_.readers.find(name); readers != uses_.readers.end()) {
      found.insert(found.end(), readers->second.begin(), readers->second.end());
    }
  };
  if (target.elements.empty()) {
    add_readers_of(target.name);
  }
  for (const Operand& element : target.elements) {
    add_readers_of(element.name);
  }
  return found;
}

/// The first instruction with a line of the program's own that needs what was loaded, itself or by
/// way of others that the compiler made of several lines.
const ptx::Instruction* FunctionLowering::first_reader(const ptx::Instruction& load) const {
  constexpr std::size_t kMostSteps = 8;
  std::vector<const ptx::Instruction*> writers{&load};
  for (std::size_t i = 0; i < writers.size() && i < kMostSteps; ++i) {
    for (const ptx::Instruction* const reader : readers_of(*writers[i])) {
      if (is_students(*reader)) {
        return reader;
      }
      if (reader->loc.line == 0) {
        writers.push_back(reader);
      }
    }
  }
  return nullptr;
}

}  // namespace warpschool::sim
