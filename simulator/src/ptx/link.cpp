// Links several PTX modules to one.
#include "ptx/link.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <set>
#include <unordered_map>

namespace warpschool::sim::ptx {
namespace {

/// No PTX identifier can have it.
constexpr const char* kPartMark = "@file";

using Renames = std::unordered_map<std::string, std::string>;

/// Where the ending begins that clang puts behind a name of one file to make it differ from those
/// of others; npos: there is none.
std::size_t clang_ending(const std::string& name) {
  return std::min(name.find("__intern__"), name.find("__static__"));
}

/// The mangled name of a static variable, or of one in an unnamed namespace (Itanium C++
/// ABI, 5.1.2: an L before the identifier)?
bool is_of_one_file(const std::string& name) {
  if (name.rfind("_Z", 0) != 0 || name.find("_GLOBAL__N_") != std::string::npos) {
    return true;
  }
  std::size_t at = name.compare(2, 1, "N") == 0 ? 3 : 2;
  const auto is_digit = [&](std::size_t i) {
    return i < name.size() && std::isdigit(static_cast<unsigned char>(name[i])) != 0;
  };
  while (is_digit(at)) {
    std::size_t length = 0;
    for (; is_digit(at); ++at) {
      length = length * 10 + static_cast<std::size_t>(name[at] - '0');
    }
    at += std::min(length, name.size());
  }
  return at < name.size() && (name[at] == 'Z' || (name[at] == 'L' && is_digit(at + 1)));
}

/// New names for what only this part may use. Declarations of host functions (vprintf) have
/// linkage, so they keep theirs.
Renames local_names(const Module& module, std::size_t part) {
  Renames renames;
  const auto add = [&](const std::string& name, Linkage linkage) {
    if (linkage == Linkage::kLocal || clang_ending(name) != std::string::npos) {
      renames.emplace(name, local_name(name, part));
    }
  };
  for (const Variable& variable : module.variables) {
    const std::string plain = without_ending(variable.name);
    if (plain != variable.name && !is_of_one_file(plain)) {
      renames.emplace(variable.name, plain);  // clang 14 to 16: a template's static member
      continue;
    }
    add(variable.name, variable.linkage);
    // Of a static variable that host code names too, clang declares it without the ending where a
    // kernel used it before that.
    if (plain != variable.name) {
      renames.emplace(plain, local_name(variable.name, part));
    }
  }
  for (const Function& function : module.functions) {
    add(function.name, function.linkage);
  }
  return renames;
}

/// Files share what is not of one of them: its definitions are equal. So are those of a static
/// variable that clang writes with the ending and without.
void weaken_equal(Module& module) {
  std::set<std::string> with_ending;
  for (Variable& variable : module.variables) {
    const std::string plain = without_ending(variable.name);
    if (plain == variable.name) {
      continue;
    }
    with_ending.insert(plain);
    variable.linkage = is_of_one_file(plain) ? variable.linkage : Linkage::kWeak;
  }
  for (Variable& variable : module.variables) {
    if (with_ending.count(variable.name) != 0) {
      variable.linkage = Linkage::kWeak;
    }
  }
}

void rename(std::string& name, const Renames& renames) {
  if (const auto found = renames.find(name); found != renames.end()) {
    name = found->second;
  }
}

/// What a body declares hides names of the module.
std::set<std::string> own_names(const Function& function) {
  std::set<std::string> names;
  for (const auto* list : {&function.variables, &function.parameters, &function.results}) {
    for (const Variable& variable : *list) {
      names.insert(variable.name);
    }
  }
  for (const Label& label : function.labels) {
    names.insert(label.name);
  }
  return names;
}

void rename_operand(Operand& operand, const Renames& renames, const std::set<std::string>& hidden) {
  const bool may_be_symbol = operand.kind == Operand::Kind::kSymbol ||
                             (operand.kind == Operand::Kind::kAddress && !operand.base_is_register);
  if (may_be_symbol && hidden.count(operand.name) == 0) {
    rename(operand.name, renames);
  }
  for (Operand& element : operand.elements) {
    rename_operand(element, renames, hidden);
  }
}

/// Applies the new names, and moves file numbers behind those of the parts before.
void rewrite(Module& module, const Renames& renames, unsigned first_file) {
  for (Variable& variable : module.variables) {
    rename(variable.name, renames);
    for (Variable::Relocation& relocation : variable.relocations) {
      rename(relocation.symbol, renames);
    }
  }
  for (Function& function : module.functions) {
    rename(function.name, renames);
    const std::set<std::string> hidden = own_names(function);
    for (Instruction& instruction : function.instructions) {
      instruction.loc.file += instruction.loc.file != 0 ? first_file : 0;
      for (Operand& operand : instruction.operands) {
        rename_operand(operand, renames, hidden);
      }
    }
  }
  for (Alias& alias : module.aliases) {
    rename(alias.name, renames);
    rename(alias.target, renames);
  }
}

class Linker {
 public:
  void add(LinkPart& part, std::size_t number) {
    source_name_ = part.source_name;
    const Renames renames = local_names(part.module, number);
    weaken_equal(part.module);
    rewrite(part.module, renames, static_cast<unsigned>(linked_.files.size()));
    linked_.files.insert(linked_.files.end(), part.module.files.begin(), part.module.files.end());
    for (Function& function : part.module.functions) {
      add_function(std::move(function));
    }
    for (Variable& variable : part.module.variables) {
      add_variable(std::move(variable));
    }
    linked_.aliases.insert(linked_.aliases.end(), part.module.aliases.begin(),
                           part.module.aliases.end());
  }

  Result<Module> finish(const Module& first) {
    linked_.version_major = first.version_major;
    linked_.version_minor = first.version_minor;
    linked_.target = first.target;
    linked_.address_bits = first.address_bits;
    for (const Variable& variable : linked_.variables) {
      if (variable.is_extern && variable.bytes != 0 && variable.space != Space::kShared) {
        report_missing("variable", variable.name);
      }
    }
    // What the simulator itself answers (vprintf, sinf) has no C++ name.
    for (const Function& function : linked_.functions) {
      if (function.is_declaration && function.name.rfind("_Z", 0) == 0) {
        report_missing("device function", function.name);
      }
    }
    if (!diagnostics_.empty()) {
      return std::move(diagnostics_);
    }
    return std::move(linked_);
  }

 private:
  void report_missing(const char* what, const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> readable(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
    diagnostics_.push_back({source_name_, 0, 0,
                            std::string("the ") + what + " " +
                                (status == 0 && name.rfind("_Z", 0) == 0 ? readable.get() : name) +
                                " is declared, but no file of the program defines it",
                            "compile the file that has it with -rdc=true or -dc too"});
  }

  void add_function(Function function) {
    const auto [entry, is_new] = functions_.emplace(function.name, linked_.functions.size());
    if (is_new) {
      linked_.functions.push_back(std::move(function));
      return;
    }
    Function& known = linked_.functions[entry->second];
    if (known.is_declaration) {
      known = std::move(function);
    } else if (!function.is_declaration) {
      replace_weak(known, function, function.linkage, known.linkage);
    }
  }

  void add_variable(Variable variable) {
    const auto [entry, is_new] = variables_.emplace(variable.name, linked_.variables.size());
    if (is_new) {
      linked_.variables.push_back(std::move(variable));
      return;
    }
    Variable& known = linked_.variables[entry->second];
    if (known.is_extern && variable.is_extern) {
      known.alignment = std::max(known.alignment, variable.alignment);
    } else if (known.is_extern) {
      known = std::move(variable);
    } else if (!variable.is_extern) {
      replace_weak(known, variable, variable.linkage, known.linkage);
    }
  }

  /// Two definitions meet: a strong one wins over weak ones, and must be the only one.
  template <class T>
  void replace_weak(T& known, T& again, Linkage linkage, Linkage known_linkage) {
    if (linkage == Linkage::kWeak) {
      return;
    }
    if (known_linkage != Linkage::kWeak) {
      diagnostics_.push_back({source_name_, 0, 0,
                              again.name + " is defined a second time; another file has it too",
                              "declare it extern (or static) in all files but one"});
      return;
    }
    known = std::move(again);
  }

  Module linked_;
  std::string source_name_;
  Diagnostics diagnostics_;
  std::unordered_map<std::string, std::size_t> functions_, variables_;
};

}  // namespace

std::string without_ending(const std::string& name) {
  return name.substr(0, clang_ending(name));
}

std::string local_name(const std::string& name, std::size_t part) {
  return name.substr(0, std::min(clang_ending(name), name.find(kPartMark))) + kPartMark +
         std::to_string(part);
}

Result<Module> link(std::span<LinkPart> parts) {
  Linker linker;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    linker.add(parts[i], i);
  }
  return linker.finish(parts.empty() ? Module{} : parts.front().module);
}

}  // namespace warpschool::sim::ptx
