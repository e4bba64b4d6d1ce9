// Result<T>: a value or the list of everything that was wrong with the input.
//
// Bad input (PTX, YAML, flags) is returned, never thrown. Parsers collect all diagnostics and go
// on, so that a user sees every mistake at once. std::expected is C++23 and not usable with the
// compilers we support.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace warpschool {

/// One complaint about an input text. `line` and `column` count from 1; 0 means unknown.
struct Diagnostic {
  std::string file;
  int line = 0;
  int column = 0;
  std::string message;  ///< what is wrong, one sentence
  std::string help;     ///< how to mend it; may be empty
};

using Diagnostics = std::vector<Diagnostic>;

/// "file:line:column: message (help)", without a line break at the end.
inline std::string to_string(const Diagnostic& diagnostic) {
  std::string text = diagnostic.file;
  if (diagnostic.line > 0) {
    text += ':';
    text += std::to_string(diagnostic.line);
    text += ':';
    text += std::to_string(diagnostic.column);
  }
  text += (text.empty() ? "" : ": ") + diagnostic.message;
  if (!diagnostic.help.empty()) {
    text += " (" + diagnostic.help + ")";
  }
  return text;
}

/// Either a T or at least one Diagnostic.
template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}                        // NOLINT: implicit by intent
  Result(Diagnostics diagnostics) : state_(std::move(diagnostics)) {}  // NOLINT
  Result(Diagnostic diagnostic) : state_(Diagnostics{std::move(diagnostic)}) {}  // NOLINT

  explicit operator bool() const { return state_.index() == 0; }
  const T& operator*() const& { return std::get<0>(state_); }
  T& operator*() & { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  const T* operator->() const { return &std::get<0>(state_); }
  T* operator->() { return &std::get<0>(state_); }
  const Diagnostics& diagnostics() const { return std::get<1>(state_); }

 private:
  std::variant<T, Diagnostics> state_;
};

}  // namespace warpschool
