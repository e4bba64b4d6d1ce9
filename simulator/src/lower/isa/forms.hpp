// The table of instruction forms (forms.def): what combinations of modifiers an opcode takes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpschool::sim {

/// A place in a form where one modifier of a set may stand.
struct ModifierGroup {
  std::vector<std::string_view> choices;
  bool optional = false;
  bool is_hint = false;  ///< changes no result
};

/// A row of forms.def.
struct FormRow {
  std::string_view opcode;
  std::vector<ModifierGroup> groups;
};

const std::vector<FormRow>& form_rows();

/// An instruction's place in the table.
struct KnownForm {
  const FormRow* row = nullptr;  ///< nullptr: there is no such form
  std::string name;              ///< opcode and modifiers in the table's order, without hints
  std::vector<std::string_view> hints;
};

/// Finds the form whatever the order of the modifiers is: compilers and people vary it.
KnownForm find_form(std::string_view opcode, const std::vector<std::string>& modifiers);

/// Every form of a row without its hints: "add.rn.f32", ...
std::vector<std::string> names_of(const FormRow& row);

}  // namespace warpschool::sim
