// Finds where a variable of device code was declared.
#include "runtime/base/variable_declarations.hpp"

#include "warpschool/support/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

using support::is_name_letter;

constexpr unsigned kDeepestInclude = 4;
constexpr std::array<std::string_view, 4> kSpaces = {"__device__", "__constant__", "__managed__",
                                                     "__shared__"};

struct Token {
  std::string_view text;  ///< a word, or one other character
  unsigned line = 0;
};

/// Where the comment, string or character that begins at `at` ends; `at` if none begins there.
std::size_t skip(const std::string& text, std::size_t at) {
  const auto up_to = [&](std::string_view end, std::size_t from) {
    const std::size_t found = text.find(end, from);
    return found == std::string::npos ? text.size() : found + end.size();
  };
  if (text.compare(at, 2, "//") == 0) {
    return up_to("\n", at) - (text.find('\n', at) == std::string::npos ? 0u : 1u);
  }
  if (text.compare(at, 2, "/*") == 0) {
    return up_to("*/", at + 2);
  }
  if (text[at] != '"' && (text[at] != '\'' || (at > 0 && is_name_letter(text[at - 1])))) {
    return at;
  }
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') {
    end += text[end] == '\\' ? 2u : 1u;
  }
  return std::min(end + 1, text.size());
}

/// @param includes receives the names of headers in quotes.
std::vector<Token> tokens_of(const std::string& text, std::vector<std::string>& includes) {
  std::vector<Token> tokens;
  unsigned line = 1;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t end = skip(text, at); end != at) {
      const std::string_view skipped = std::string_view(text).substr(at, end - at);
      if (skipped[0] == '"' && tokens.size() >= 2 && tokens.back().text == "include" &&
          skipped.size() > 2) {
        includes.emplace_back(skipped.substr(1, skipped.size() - 2));
      }
      for (const char c : skipped) {
        line += c == '\n' ? 1u : 0u;
      }
      at = end;
      continue;
    }
    std::size_t end = at + 1;
    while (is_name_letter(text[at]) && end < text.size() && is_name_letter(text[end])) {
      ++end;
    }
    line += text[at] == '\n' ? 1u : 0u;
    if (std::isspace(static_cast<unsigned char>(text[at])) == 0) {
      tokens.push_back({std::string_view(text).substr(at, end - at), line});
    }
    at = end;
  }
  return tokens;
}

bool is_space(std::string_view word) {
  for (const std::string_view space : kSpaces) {
    if (word == space) {
      return true;
    }
  }
  return false;
}

/// `at` is behind a word such as __shared__: the line of `name` in this declaration; 0: it declares
/// something else, or a function.
unsigned line_in_declaration(const std::vector<Token>& tokens, std::size_t at,
                             std::string_view name) {
  int depth = 0;  // of brackets and of the parentheses behind alignas
  for (; at < tokens.size(); ++at) {
    const std::string_view word = tokens[at].text;
    if (word == "(" && depth == 0) {
      const std::string_view before = tokens[at - 1].text;
      const bool is_attribute = before.find("align") != std::string_view::npos ||
                                before == "__attribute__" || before == "decltype";
      if (!is_attribute) {
        return 0;
      }
    }
    depth += word == "(" || word == "[" ? 1 : 0;
    depth -= word == ")" || word == "]" ? 1 : 0;
    if (depth == 0 && (word == ";" || word == "{" || word == "}")) {
      return 0;
    }
    if (depth == 0 && word == name) {
      return tokens[at].line;
    }
  }
  return 0;
}

std::string search(const std::filesystem::path& path, const std::string& name, unsigned before,
                   unsigned depth) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::string> includes;
  const std::vector<Token> tokens = tokens_of(text, includes);
  unsigned best = 0;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const unsigned line = is_space(tokens[at].text) ? line_in_declaration(tokens, at + 1, name) : 0;
    if (line != 0 && (best == 0 || line <= before)) {
      best = line;
    }
  }
  if (best != 0) {
    return fmt::format("{}:{}", path.string(), best);
  }
  for (const std::string& include : includes) {
    const std::filesystem::path header = path.parent_path() / include;
    std::error_code ignored;
    if (depth < kDeepestInclude && std::filesystem::is_regular_file(header, ignored)) {
      if (std::string place = search(header, name, ~0u, depth + 1); !place.empty()) {
        return place;
      }
    }
  }
  return {};
}

}  // namespace

std::string place_of_variable(const std::string& name, const SourceLocation& near) {
  if (name.empty() || near.file.empty()) {
    return {};
  }
  return search(near.file, name, near.line == 0 ? ~0u : near.line, 0);
}

bool is_without_value(const std::string& name, const SourceLocation& near) {
  const std::string place = place_of_variable(name, near);
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos) {
    return false;
  }
  std::ifstream file(place.substr(0, colon));
  const unsigned line = static_cast<unsigned>(std::strtoul(&place[colon + 1], nullptr, 10));
  std::string text;
  for (unsigned i = 1; i < line; ++i) {
    std::getline(file, text);
  }
  std::getline(file, text, ';');  // it may have several lines
  return text.find_first_of("={") == std::string::npos;
}

}  // namespace warpschool::sim::runtime
