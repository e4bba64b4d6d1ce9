// Names of one function body. PTX bodies nest scopes ("{ ... }" of calls and inline asm) that may
// hide outer names; here every name is mapped to one that is unique in the function.
#pragma once

#include "ptx/ast.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpschool::sim::ptx {

enum class NameKind : std::uint8_t { kUnknown, kRegister, kVariable };

struct ResolvedName {
  NameKind kind = NameKind::kUnknown;
  std::string name;  ///< unique in the function; the name itself when unknown
};

class Scopes {
 public:
  /// The function's own scope (parameters and body) is open from the start.
  Scopes() { scopes_.emplace_back(); }

  void open(std::size_t first_instruction, std::size_t first_label);
  /// Ends the innermost scope: gives its labels unique names and renames the branches to them.
  void close(Function& function);
  /// Ends the function's own scope: depth() is 0 afterwards.
  void leave_function() { scopes_.clear(); }
  std::size_t depth() const { return scopes_.size(); }

  /// Unique name of a new name; empty if this scope already has it.
  std::string declare(std::string_view name, NameKind kind);
  /// The same for "%r<10>": prefix "%r", 10 registers.
  std::string declare_range(std::string_view prefix, unsigned count);
  ResolvedName resolve(std::string_view name) const;

 private:
  struct Range {
    std::string prefix, unique;
    unsigned count = 0;
  };
  struct Scope {
    unsigned serial = 0;  ///< 0: the function's own
    std::unordered_map<std::string, ResolvedName> names;
    std::vector<Range> ranges;
    std::size_t first_instruction = 0, first_label = 0;
  };
  static bool resolve_range(const Scope& scope, std::string_view name, std::string& unique);

  std::vector<Scope> scopes_;
  unsigned serial_ = 0;
};

/// True for the special registers of chapter 10: "%tid.x", "%laneid", ...
bool is_special_register(std::string_view name);

}  // namespace warpschool::sim::ptx
