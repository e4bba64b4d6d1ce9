// Which variable an address was made of. Variables lie side by side in shared memory and in a
// thread's stack, so an access beyond one hits the next. To tell, one must know which variable the
// address was made of.
//
// A register is looked at as a whole, over all that is ever written to it. Moves, conversions
// between generic and other addresses (PTX ISA, section 5.1), and sums with numbers keep the
// variable. Where two variables meet, and after all other arithmetic, nothing is known any more.
// The function is looked at as text, before registers have slots and variables addresses.
#pragma once

#include "ptx/ast.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpschool::sim {

/// A variable of .shared or .local space, or one of those that optimised code keeps in its stack
/// frame, which has a symbol as a whole only.
struct Origin {
  std::string symbol;
  Space space = Space::kShared;
  std::int64_t begin = 0;  ///< bytes from the symbol's own address
  std::int64_t end = 0;    ///< not after the end of the variable's memory; of a frame's variable
                           ///< perhaps behind its own end, where no other one begins
};

class Provenance {
 public:
  /// Both must outlive it.
  Provenance(const ptx::Module& module, const ptx::Function& function);

  /// The only variable that a memory operand's address is made of; nullptr: it may be another, or
  /// none at all.
  const Origin* origin_of(const ptx::Operand& address) const;

 private:
  /// kUnset: not reached yet; kNumber: no variable's address; kMany: nothing is known; from kFirst
  /// on: kFirst + index into origins_.
  using Value = std::uint32_t;
  static constexpr Value kUnset = 0, kNumber = 1, kMany = 2, kFirst = 3;
  static constexpr std::uint32_t kNothing = 0xffff'ffffu;

  /// How the result follows from the sources.
  enum class Rule : std::uint8_t { kJoin, kSum, kDifference, kProductAndSum, kOther };
  struct Source {
    std::uint32_t cell = kNothing;  ///< kNothing: `value` says it
    Value value = kNumber;
  };
  struct Step {
    Rule rule = Rule::kOther;
    std::vector<std::uint32_t> targets;
    std::vector<Source> sources;
  };

  static Rule rule_of(const ptx::Instruction& instruction);
  void find_variables(const ptx::Module& module);
  void add_variable(const ptx::Variable& variable);
  void find_frame_variables();
  void find_frame_slots();
  void add_step(const ptx::Instruction& instruction);
  bool add_frame_step(const ptx::Instruction& instruction);
  void add_targets(const ptx::Operand& operand, Step& step);
  void add_sources(const ptx::Operand& operand, Step& step);
  Source source(const ptx::Operand& operand);
  std::uint32_t cell(const std::string& name);
  std::uint32_t slot_cell(const ptx::Operand& address);
  void solve();
  Value value_of(const Source& source) const {
    return source.cell == kNothing ? source.value : values_[source.cell];
  }
  Value result(const Step& step) const;
  static Value join(Value a, Value b);
  static Value sum(Value a, Value b);

  const ptx::Function& function_;
  std::vector<Origin> origins_;
  std::unordered_map<std::string, Value> variables_;
  std::unordered_map<std::int64_t, Value> frame_variables_;      ///< by their begin in the frame
  std::unordered_map<std::int64_t, std::uint32_t> frame_slots_;  ///< place in the frame -> cell
  std::unordered_map<std::string, std::uint32_t> cells_;
  std::vector<Value> values_;
  std::vector<Step> steps_;
};

}  // namespace warpschool::sim
