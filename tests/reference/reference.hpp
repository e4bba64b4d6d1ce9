// What instructions of PTX compute, one lane at a time, written from the PTX ISA manual in plain
// scalar code. Golden programs get their expected values from it, and the fuzzer compares the
// simulator with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace reference {

/// An instruction form: opcode and modifiers ("cvt.rn.f32.s64").
struct Operation {
  explicit Operation(const std::string& text);
  bool has(const std::string& modifier) const;

  std::string opcode;
  std::vector<std::string> modifiers;
  std::vector<std::string> types;  ///< the modifiers that are types, in order
};

/// The operands that an operation has, as types of PTX ("pred" too).
struct Signature {
  std::string result;
  std::vector<std::string> sources;
  bool two_results = false;  ///< a second predicate
};

/// Empty: not an operation on registers alone.
std::optional<Signature> signature_of(const Operation& operation);

struct Result {
  std::uint64_t bits = 0;
  std::uint64_t second = 0;
};

/// The result of one lane; sources hold the bits of their types, zero-extended. `carry` is the
/// condition code, read and written by .cc and its kin.
Result evaluate(const Operation& operation, const std::vector<std::uint64_t>& sources, bool& carry);

/// How far an approximate operation may be from evaluate().
struct Bound {
  double relative = 0, absolute = 0;
};
Bound bound_of(const Operation& operation);

unsigned width_of(const std::string& type);  ///< bits; a predicate: 1
bool is_float(const std::string& type);
bool is_signed(const std::string& type);

}  // namespace reference
