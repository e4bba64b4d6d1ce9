// Doubles the per cent signs of special registers in inline PTX.
#include "simcc/repairs/asm_registers.hpp"

#include "warpschool/support/names.hpp"

#include <algorithm>
#include <cstddef>

namespace warpschool::simcc {
namespace {

using support::is_name_letter;

/// Whether `text` at `at` begins with the name of a special register (PTX ISA, "Special
/// Registers"). Operands are digits, modifiers of clang's a single letter: neither is meant.
bool names_register(const std::string& text, std::size_t at) {
  static constexpr const char* kNames[] = {
      "laneid",      "warpid",      "nwarpid",     "smid",        "nsmid",      "gridid", "clock",
      "clock64",     "clock_hi",    "globaltimer", "tid",         "ntid",       "ctaid",  "nctaid",
      "lanemask_eq", "lanemask_le", "lanemask_lt", "lanemask_ge", "lanemask_gt"};
  std::size_t end = at;
  while (end < text.size() && is_name_letter(text[end])) {
    ++end;
  }
  const std::string name = text.substr(at, end - at);
  for (const char* known : kNames) {
    if (name == known) {
      return true;
    }
  }
  return false;
}

/// Where the string literal that opens at `at` ends (behind its closing quote), at the latest with
/// its line: the quote may be one of a comment.
std::size_t end_of_string(const std::string& text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
    if (text[at] == '\\') {
      ++at;
    }
  }
  return at < text.size() ? at + 1 : text.size();
}

/// Behind the '(' of an asm statement that begins at `at`, or npos.
std::size_t arguments_of_asm(const std::string& text, std::size_t at) {
  static constexpr const char* kWords[] = {"__asm__", "__asm", "asm"};
  static constexpr const char* kQualifiers[] = {"__volatile__", "volatile", "__volatile"};
  if (at > 0 && is_name_letter(text[at - 1])) {
    return std::string::npos;
  }
  const auto skip = [&text](std::size_t from, const auto& words) {
    for (const char* word : words) {
      const std::size_t length = std::char_traits<char>::length(word);
      if (text.compare(from, length, word) == 0 && !is_name_letter(text[from + length])) {
        return from + length;
      }
    }
    return from;
  };
  const auto blanks = [&text](std::size_t from) {
    return std::min(text.find_first_not_of(" \t\r\n\\", from), text.size());
  };
  const std::size_t behind = skip(at, kWords);
  if (behind == at) {
    return std::string::npos;
  }
  const std::size_t open = blanks(skip(blanks(behind), kQualifiers));
  return open < text.size() && text[open] == '(' ? open + 1 : std::string::npos;
}

/// Appends the asm statement's arguments from `at` on to `out`; gives where they end.
std::size_t copy_arguments(const std::string& text, std::size_t at, std::string& out) {
  for (int depth = 1; at < text.size() && depth > 0;) {
    if (text[at] != '"') {
      depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
      out += text[at++];
      continue;
    }
    const std::size_t end = end_of_string(text, at);
    for (; at < end; ++at) {
      out += text[at];
      if (text[at] == '%' && text[at - 1] != '%' && names_register(text, at + 1)) {
        out += '%';
      }
    }
  }
  return at;
}

}  // namespace

std::string double_register_percents(const std::string& source) {
  std::string out;
  out.reserve(source.size() + 64);
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t arguments = arguments_of_asm(source, at);
    if (arguments != std::string::npos) {
      out.append(source, at, arguments - at);
      at = copy_arguments(source, arguments, out);
    } else if (source[at] == '"') {
      const std::size_t end = end_of_string(source, at);
      out.append(source, at, end - at);
      at = end;
    } else {
      out += source[at++];
    }
  }
  return out;
}

}  // namespace warpschool::simcc
