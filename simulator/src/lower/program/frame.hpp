// Where everything an instruction may name lies in a warp's frame.
#pragma once

#include "lower/program/program.hpp"
#include "ptx/ast.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {

/// A place in the frame and the width of its words; 0: a predicate.
struct Slot {
  std::uint32_t offset = kNoSlot;
  std::uint8_t bytes = 4;
};

/// Bytes of a lane's word for a value of this type: 4 or 8; 0 for predicates.
std::uint8_t slot_bytes(ptx::Type type);

/// Special registers by PTX name ("%tid.x"); kNone: there is no such register.
Special find_special(const std::string& name);
/// Special registers that hold the same number always: each block is a cluster of its own, and
/// there is no profiler.
std::optional<std::uint32_t> constant_special(const std::string& name);

/// Hands out slots; equal constants share one.
class FrameBuilder {
 public:
  explicit FrameBuilder(Program& program) : program_(program) {}

  Slot lanes(std::uint8_t bytes);
  Slot predicate();
  Slot bits(std::uint64_t value, std::uint8_t bytes);
  Slot predicate_bits(bool value);
  Slot special(Special special, std::uint8_t bytes);
  Slot parameter(std::uint32_t offset, std::uint8_t parameter_bytes, bool sign_extend,
                 std::uint8_t bytes);
  ParameterSlot variable(std::uint32_t bytes);
  std::uint32_t size() const { return size_; }
  std::uint32_t slot_count() const { return static_cast<std::uint32_t>(program_.slots.size()); }

 private:
  using Key =
      std::tuple<ConstantSlot::Source, Special, std::uint64_t, std::uint8_t, std::uint8_t, bool>;

  std::uint32_t allocate(std::uint32_t bytes);
  Slot constant(const ConstantSlot& wanted);

  Program& program_;
  std::uint32_t size_ = 0;
  std::uint32_t predicate_free_ = 0, predicate_end_ = 0;
  std::map<Key, Slot> constants_;
};

/// The registers of one function, given slots when they are first named.
class RegisterMap {
 public:
  RegisterMap(const ptx::Function& function, FrameBuilder& frame);

  /// An offset of kNoSlot: not declared.
  Slot find(const std::string& name);
  ptx::Type type_of(const std::string& name) const;

 private:
  FrameBuilder& frame_;
  std::unordered_map<std::string, ptx::Type> single_;
  std::unordered_map<std::string, std::pair<ptx::Type, unsigned>> ranges_;
  std::unordered_map<std::string, Slot> slots_;
};

}  // namespace warpschool::sim
