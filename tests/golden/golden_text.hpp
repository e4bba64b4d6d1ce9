// Which instruction forms the text of golden programs executes.
#pragma once

#include "golden_program.hpp"
#include "lower/isa/forms.hpp"

#include <set>
#include <string>
#include <string_view>

namespace golden {

/// The instructions of a program's text, as opcode and modifiers.
std::vector<std::vector<std::string>> instructions_in(const std::string& ptx);

/// The forms and hints that programs execute.
class Coverage {
 public:
  void add(const std::string& ptx);
  bool has(const std::string& form) const { return forms_.count(form) != 0; }
  bool has_hint(const warpschool::sim::FormRow& row, std::string_view hint) const;

 private:
  std::set<std::string> forms_;
  std::set<std::pair<const warpschool::sim::FormRow*, std::string>> hints_;
};

/// A form of a row with one hint in its place, and what must go with the hint.
std::string with_hint(const warpschool::sim::FormRow& row, const std::string& form,
                      const std::string& hint);

}  // namespace golden
