// Demangles names of kernels and variables.
#include "runtime/base/symbol_names.hpp"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace warpschool::sim::runtime {
namespace {

/// Where the parameter list begins: the first '(' outside of template arguments, past "(anonymous
/// namespace)".
std::size_t parameters_at(const std::string& name) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)";
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name.compare(i, kAnonymous.size(), kAnonymous) == 0) {
      i += kAnonymous.size() - 1;
      continue;
    }
    depth += name[i] == '<' ? 1 : 0;
    depth -= name[i] == '>' ? 1 : 0;
    if (name[i] == '(' && depth == 0) {
      return i;
    }
  }
  return name.size();
}

/// clang's own variables for tables of constants: "tab.const" in C++ is "tab_$_const" in PTX, and
/// "__const._Z1kPi.tab" is that of a function's local array.
constexpr std::string_view kDot = "_$_", kLocalTable = "__const_$_", kTable = "_$_const";

/// Of a variable that the optimiser took apart into its fields or elements, "sum.0" and so on, the
/// name of the whole.
void drop_number_of_part(std::string& mangled) {
  const std::size_t digits = mangled.find_last_not_of("0123456789") + 1;
  if (mangled.rfind("_Z", 0) == 0 && digits < mangled.size() && digits >= kDot.size() &&
      mangled.compare(digits - kDot.size(), kDot.size(), kDot) == 0) {
    mangled.erase(digits - kDot.size());
  }
}

/// The name itself if it is no mangled one; a variable 'w' of C is no short form of a type. Linking
/// marks names of one file (ptx/link.hpp).
std::string demangled(const std::string& linked) {
  std::string mangled = linked.substr(0, linked.find("@file"));
  if (is_constant_table(mangled)) {
    mangled = mangled.rfind(kLocalTable, 0) == 0 ? mangled.substr(mangled.rfind(kDot) + kDot.size())
                                                 : mangled.substr(0, mangled.rfind(kTable));
  }
  drop_number_of_part(mangled);
  if (mangled.rfind("_Z", 0) != 0) {
    return mangled;
  }
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  if (status == 0 && text) {
    return text.get();
  }
  return mangled;
}

}  // namespace

bool is_constant_table(const std::string& name) {
  return name.rfind(kLocalTable, 0) == 0 ||
         (name.size() > kTable.size() && name.substr(name.size() - kTable.size()) == kTable);
}

std::string readable_name(const std::string& mangled) {
  std::string name = demangled(mangled);
  if (name == mangled) {
    return name;
  }
  name.erase(parameters_at(name));
  return name.rfind("void ", 0) == 0 ? name.substr(5) : name;
}

std::string readable_variable(const std::string& mangled) {
  const std::string name = demangled(mangled);
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    depth += name[i] == '<' || name[i] == '(' ? 1 : 0;
    depth -= name[i] == '>' || name[i] == ')' ? 1 : 0;
    if (depth == 0 && name[i] == ':' && name[i + 1] == ':') {
      begin = i + 2;
    }
  }
  return name.substr(begin);
}

}  // namespace warpschool::sim::runtime
