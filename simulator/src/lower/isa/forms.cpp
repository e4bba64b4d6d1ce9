// Looks up which combinations of modifiers an opcode takes.
#include "lower/isa/forms.hpp"

#include "ptx/ast.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace warpschool::sim {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

ModifierGroup group(std::string_view text) {
  ModifierGroup result;
  const char open = text.front();
  if (open != '{' && open != '<') {
    result.choices.push_back(text);
    return result;
  }
  const std::string_view inside = text.substr(1, text.size() - 2);
  result.choices = split(inside, '|');
  result.is_hint = open == '<';
  result.optional = result.is_hint || inside.back() == '|';
  return result;
}

FormRow row(std::string_view opcode, std::string_view pattern) {
  FormRow result{opcode, {}};
  for (const std::string_view part : split(pattern, ' ')) {
    result.groups.push_back(group(part));
  }
  return result;
}

/// Gives each modifier the first free group that has it; types keep their order, as the first is
/// that of the result. False: one has none, or a group that must be filled stays empty.
bool fits(const FormRow& row, const std::vector<std::string>& modifiers,
          std::vector<std::string_view>& chosen) {
  chosen.assign(row.groups.size(), {});
  std::size_t after_type = 0;
  for (const std::string& modifier : modifiers) {
    const bool is_type = ptx::type_from(modifier).has_value();
    std::size_t place = is_type ? after_type : 0;
    for (; place < row.groups.size(); ++place) {
      const auto& choices = row.groups[place].choices;
      if (chosen[place].empty() &&
          std::find(choices.begin(), choices.end(), modifier) != choices.end()) {
        break;
      }
    }
    if (place == row.groups.size()) {
      return false;
    }
    chosen[place] = modifier;
    after_type = is_type ? place + 1 : after_type;
  }
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i].empty() && !row.groups[i].optional) {
      return false;
    }
  }
  return true;
}

}  // namespace

const std::vector<FormRow>& form_rows() {
  static const auto& rows = *new const std::vector<FormRow>{
#define WARPSCHOOL_FORM(opcode, pattern) row(opcode, pattern),
#include "lower/isa/forms.def"
#undef WARPSCHOOL_FORM
  };
  return rows;
}

KnownForm find_form(std::string_view opcode, const std::vector<std::string>& modifiers) {
  static const auto& by_opcode = *[] {
    auto* result = new std::unordered_map<std::string_view, std::vector<const FormRow*>>;
    for (const FormRow& row : form_rows()) {
      (*result)[row.opcode].push_back(&row);
    }
    return result;
  }();
  KnownForm form;
  const auto rows = by_opcode.find(opcode);
  if (rows == by_opcode.end()) {
    return form;
  }
  std::vector<std::string_view> chosen;
  for (const FormRow* row : rows->second) {
    if (!fits(*row, modifiers, chosen)) {
      continue;
    }
    form.row = row;
    form.name = opcode;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (chosen[i].empty()) {
        continue;
      }
      if (row->groups[i].is_hint) {
        form.hints.push_back(chosen[i]);
      } else {
        form.name.append(".").append(chosen[i]);
      }
    }
    break;
  }
  return form;
}

std::vector<std::string> names_of(const FormRow& row) {
  std::vector<std::string> names{std::string(row.opcode)};
  for (const ModifierGroup& group : row.groups) {
    if (group.is_hint) {
      continue;
    }
    std::vector<std::string> longer;
    for (const std::string& name : names) {
      for (const std::string_view choice : group.choices) {
        longer.push_back(name + "." + std::string(choice));
      }
      if (group.optional) {
        longer.push_back(name);
      }
    }
    names = std::move(longer);
  }
  return names;
}

}  // namespace warpschool::sim
