// Finds the instruction forms that golden programs execute.
#include "golden_text.hpp"

#include <cctype>

namespace golden {

using warpschool::sim::FormRow;
using warpschool::sim::ModifierGroup;

namespace {

/// "ld.global.L1::evict_last.u32" -> ld, global, L1::evict_last, u32
std::vector<std::string> parts_of(const std::string& word) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= word.size()) {
    const std::size_t end = std::min(word.find('.', begin), word.size());
    parts.push_back(word.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

std::vector<std::vector<std::string>> instructions_in(const std::string& ptx) {
  std::vector<std::vector<std::string>> found;
  std::istringstream text(ptx);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first.rfind('@', 0) == 0) {
      words >> first;
    }
    first = first.substr(0, first.find(';'));
    if (!first.empty() && std::isalpha(static_cast<unsigned char>(first[0])) != 0) {
      found.push_back(parts_of(first));
    }
  }
  return found;
}

void Coverage::add(const std::string& ptx) {
  for (std::vector<std::string>& parts : instructions_in(ptx)) {
    const std::string opcode = parts.front();
    parts.erase(parts.begin());
    const warpschool::sim::KnownForm form = warpschool::sim::find_form(opcode, parts);
    if (form.row == nullptr) {
      continue;
    }
    forms_.insert(form.name);
    for (const std::string_view hint : form.hints) {
      hints_.emplace(form.row, std::string(hint));
    }
  }
}

bool Coverage::has_hint(const FormRow& row, std::string_view hint) const {
  return hints_.count({&row, std::string(hint)}) != 0;
}

namespace {

/// A hint and those without which it may not stand.
std::set<std::string> hints_with(const FormRow& row, const std::string& form,
                                 const std::string& hint) {
  // An order of memory needs a scope, a scope an order.
  std::set<std::string> hints;
  if (!hint.empty()) {
    hints.insert(hint);
  }
  const bool is_memory = row.opcode == "ld" || row.opcode == "st";
  if (hint == "mmio") {
    hints.insert({"relaxed", "sys"});
  }
  if (is_memory && (hint == "relaxed" || hint == "acquire" || hint == "release")) {
    hints.insert("gpu");
  }
  if (is_memory && (hint == "cta" || hint == "gpu" || hint == "sys" || hint == "cluster")) {
    hints.insert("relaxed");
  }
  const bool has_space = form.find(".global") != std::string::npos || hint == "shared" ||
                         hint == "local" || hint == "const" || hint == "param";
  if (is_memory && !hint.empty() && !has_space) {
    hints.insert("global");
  }
  return hints;
}

}  // namespace

std::string with_hint(const FormRow& row, const std::string& form, const std::string& hint) {
  const std::set<std::string> hints = hints_with(row, form, hint);
  std::vector<std::string> rest = parts_of(form);
  rest.erase(rest.begin());
  std::string text(row.opcode);
  bool typed = false;
  for (const ModifierGroup& group : row.groups) {
    for (const std::string_view choice : group.choices) {
      const bool wanted = group.is_hint ? hints.count(std::string(choice)) != 0
                                        : !rest.empty() && rest.front() == choice;
      if (wanted) {
        text.append(".").append(choice);
        typed |= choice == hint && group.choices.front() != "and" && choice != "ftz";
        if (!group.is_hint) {
          rest.erase(rest.begin());
        }
        break;
      }
    }
    // set names the type of its result as a hint: any will do where none was asked for.
    const bool is_type = row.opcode == "set" && group.is_hint && !typed &&
                         (group.choices.front() == "u32" || group.choices.front() == "f16");
    const bool other_asked = hint == "s32" || hint == "f32" || hint == "u16" || hint == "s16";
    if (is_type && !other_asked) {
      text.append(".").append(group.choices.front());
    }
  }
  return text;
}

}  // namespace golden
