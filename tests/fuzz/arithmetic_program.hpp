// Random straight-line PTX for the arithmetic fuzzer: each operation writes a register of its own,
// reads earlier ones, and may be guarded.
#pragma once

#include "reference.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fuzz {

/// Bytes of a fuzzer as decisions; zeros when they are used up.
class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return next_ >= size_; }
  std::uint8_t byte() { return next_ < size_ ? data_[next_++] : std::uint8_t{0}; }
  std::uint32_t below(std::uint32_t limit) {
    const std::uint32_t wide = byte() | static_cast<std::uint32_t>(byte()) << 8;
    return limit == 0 ? 0 : wide % limit;
  }
  std::uint64_t word() {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) {
      bits = bits << 8 | byte();
    }
    return bits;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t next_ = 0;
};

/// Which registers can hold a type.
enum class Class : std::uint8_t { kPredicate, k16, k32, k64 };
Class class_of(const std::string& type);

struct Operand {
  bool is_immediate = false;
  std::uint64_t bits = 0;  ///< immediate
  std::size_t value = 0;   ///< index into Program::values
  std::string type;
};

/// A register that the program writes once.
struct Value {
  Class kind = Class::k32;
  std::string name;
};

struct Step {
  std::string instruction;  ///< opcode and modifiers
  std::vector<Operand> operands;
  std::size_t result = 0;  ///< index into Program::values
  std::size_t second = 0;  ///< of setp's second predicate, or 0
  int guard = -1;          ///< value of the guard predicate; -1: none
  bool guard_negated = false;
  std::size_t before = 0;  ///< guarded: what the result holds if the guard says no
};

struct Program {
  std::vector<Value> values;  ///< the first `inputs` come from memory
  std::size_t inputs = 0;
  std::vector<Step> steps;
};

Program make_program(Choices& choices);
/// Kernel "test(in, out)": word n of lane l is at (n * 32 + l) * 8 in both.
std::string to_ptx(const Program& program);

}  // namespace fuzz
