// Reads text from left to right. Not std::regex: that takes seconds to compile, in each file that
// includes it.
#pragma once

#include "warpschool/support/names.hpp"

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

namespace warpschool::simcc {

inline bool is_blank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  std::size_t at() const { return at_; }

  /// Skips `text` if it comes next. Returns whether it did.
  bool skip(std::string_view text) {
    const bool is_next = text_.substr(at_, text.size()) == text;
    at_ += is_next ? text.size() : 0;
    return is_next;
  }

  /// The same for a name, which the next letter must not go on.
  bool skip_name(std::string_view name) {
    const std::size_t behind = at_ + name.size();
    const bool goes_on = behind < text_.size() && support::is_name_letter(text_[behind]);
    return !goes_on && skip(name);
  }

  bool skip_blanks() { return skip_while(is_blank); }

  bool skip_digits() {
    return skip_while([](char c) { return c >= '0' && c <= '9'; });
  }

  /// Skips what `belongs`. Returns whether there was any.
  template <class Belongs>
  bool skip_while(Belongs belongs) {
    const std::size_t from = at_;
    while (at_ < text_.size() && belongs(text_[at_])) {
      ++at_;
    }
    return at_ != from;
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

/// Calls `check(begin, behind)` with each place of the name `name` in `text` until it says true.
/// Returns whether it did.
template <class Check>
bool any_name(std::string_view text, std::string_view name, Check check) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !support::is_name_letter(text[at - 1]);
    if (begins && Scanner(text, at).skip_name(name) && check(at, at + name.size())) {
      return true;
    }
  }
  return false;
}

/// The name in front of `at`, but for blanks.
inline std::string name_before(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end > 0 && is_blank(text[end - 1])) {
    --end;
  }
  std::size_t begin = end;
  while (begin > 0 && support::is_name_letter(text[begin - 1])) {
    --begin;
  }
  return std::string(text.substr(begin, end - begin));
}

}  // namespace warpschool::simcc
