// Follows pointers of LLVM's intermediate code back to where they begin.
#include "simcc/repairs/pointer_bases.hpp"

#include "simcc/repairs/copied_types.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

namespace warpschool::simcc {
namespace {

constexpr std::string_view kLocal = "alloca ";

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

/// The name that begins at `at`, with its "%" or "@".
std::string name_at(const std::string& text, std::size_t at) {
  const auto begin = text.begin() + static_cast<std::ptrdiff_t>(at);
  return {begin, std::find_if_not(begin + 1, text.end(), is_letter)};
}

/// The register that holds the pointer of "getelementptr inbounds float, float* %3, i64 %4"; empty:
/// it is none.
std::string pointer_operand(const std::string& text) {
  for (const std::string_view before : {"* %", "ptr %", ") %"}) {
    if (const std::size_t at = text.find(before); at != std::string::npos) {
      return name_at(text, at + before.size() - 1);
    }
  }
  return {};
}

/// What only moves a pointer or gives it another type.
bool is_step(const std::string& definition) {
  constexpr std::array<std::string_view, 3> kSteps = {"getelementptr ", "bitcast ",
                                                      "addrspacecast "};
  return std::any_of(kSteps.begin(), kSteps.end(),
                     [&](std::string_view step) { return definition.starts_with(step); });
}

}  // namespace

void PointerBases::read(const std::string& line) {
  constexpr std::string_view kDefine = "define ", kSign = " = ";
  if (line.compare(0, kDefine.size(), kDefine) == 0) {
    signature_ = line;
    definitions_.clear();
    return;
  }
  const std::size_t begin = line.find_first_not_of(' '), sign = line.find(kSign);
  if (!line.empty() && line[0] == '@' && sign != std::string::npos) {
    variables_[line.substr(0, sign)] = line.substr(sign + kSign.size());
  } else if (begin != std::string::npos && line[begin] == '%' && sign != std::string::npos) {
    definitions_[line.substr(begin, sign - begin)] = line.substr(sign + kSign.size());
  }
}

/// What defines the register, if it is one.
const std::string* PointerBases::step(const std::string& value) const {
  const auto found =
      value.empty() || value[0] != '%' ? definitions_.end() : definitions_.find(name_at(value, 0));
  return found == definitions_.end() ? nullptr : &found->second;
}

/// Goes back over what only moves the pointer. `name` becomes the register where it begins.
/// @return what defines that one; null: nothing in the function.
const std::string* PointerBases::origin(std::string& name) const {
  const std::string* definition = step(name);
  while (definition != nullptr && is_step(*definition)) {
    name = pointer_operand(*definition);
    definition = step(name);
  }
  return definition;
}

bool PointerBases::is_local(const std::string& value) const {
  std::string name = value;
  const std::string* definition = origin(name);
  return definition != nullptr && definition->starts_with(kLocal);
}

std::string PointerBases::type_of(const std::string& value) const {
  const std::string* definition = step(value);
  if (definition == nullptr) {
    return {};
  }
  constexpr std::string_view kElement = "getelementptr inbounds ", kCast = "bitcast ";
  if (definition->starts_with(kLocal)) {
    return definition->substr(kLocal.size(), definition->find(", ") - kLocal.size());
  }
  if (definition->starts_with(kCast)) {
    const std::size_t end = std::min(definition->find('*'), definition->find(" addrspace("));
    return end == std::string::npos ? "" : definition->substr(kCast.size(), end - kCast.size());
  }
  if (!definition->starts_with(kElement)) {
    return {};
  }
  // One index: it points to another one of the same type.
  const std::vector<std::string> parts = parts_in_brackets("(" + *definition + ")", 0);
  const bool has_place = !parts.empty() && parts.back().starts_with("!dbg ");
  const std::size_t type = parts.empty() ? std::string::npos : parts[0].find_first_of("%[");
  return parts.size() == (has_place ? 4 : 3) && type != std::string::npos ? parts[0].substr(type)
                                                                          : std::string();
}

bool PointerBases::is_from_outside(const std::string& value) const {
  std::string name = value;
  const std::string* definition = origin(name);
  if (definition != nullptr) {
    return definition->starts_with("load ");
  }
  if (name.empty() || name[0] != '%') {
    return false;
  }
  // An argument, if nothing is said of its alignment: "i8* byval(%struct.S) align 16 %1".
  const std::size_t at = signature_.find(" " + name_at(name, 0));
  const std::size_t begin = at == std::string::npos ? at : signature_.find_last_of("(,", at);
  return begin != std::string::npos &&
         signature_.substr(begin, at - begin).find("align ") == std::string::npos;
}

std::string PointerBases::array_of(const std::string& value) const {
  std::string text = value;
  for (const std::string* definition = step(text); definition != nullptr && is_step(*definition);
       definition = step(text)) {
    const std::string next = pointer_operand(*definition);
    text = next.empty() ? *definition : next;
  }
  const std::size_t at = text.find('@');
  const bool is_one = at != std::string::npos && text.find('@', at + 1) == std::string::npos;
  const auto variable = is_one ? variables_.find(name_at(text, at)) : variables_.end();
  const bool is_of_numbers = variable != variables_.end() &&
                             variable->second.find('[') != std::string::npos &&
                             variable->second.find_first_of("%{") == std::string::npos;
  return is_of_numbers ? variable->first : std::string();
}

}  // namespace warpschool::simcc
