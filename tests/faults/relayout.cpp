// Spreads the lines of a program and renames its variables.
#include "relayout.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <vector>

namespace warpschool::faults_test {
namespace {

constexpr unsigned kBlankLines = 12;
constexpr std::string_view kEnding = "_renamed";

enum class Kind { kOther, kWord, kBlank, kSkipped };  // skipped: comments, literals, #include

struct Token {
  Kind kind;
  std::string text;
};

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Behind the raw string that begins at `at`; `at`: none does.
std::size_t end_of_raw_string(const std::string& text, std::size_t at) {
  const std::size_t open = text.find('(', at);
  if (text.compare(at, 2, "R\"") != 0 || open == std::string::npos) {
    return at;
  }
  const std::string close = ")" + text.substr(at + 2, open - at - 2) + "\"";
  const std::size_t end = text.find(close, open);
  return end == std::string::npos ? text.size() : end + close.size();
}

std::size_t end_of_literal(const std::string& text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') {
    end += text[end] == '\\' ? 2U : 1U;
  }
  return std::min(end + 1, text.size());
}

/// Behind what is no code; `at` itself: there is code.
std::size_t end_of_skipped(const std::string& text, std::size_t at) {
  if (text.compare(at, 2, "//") == 0) {
    return std::min(text.find('\n', at), text.size());
  }
  if (text.compare(at, 2, "/*") == 0) {
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string::npos ? text.size() : end + 2;
  }
  if (text.compare(at, 8, "#include") == 0) {
    return std::min(text.find('\n', at), text.size());
  }
  const bool is_separator = text[at] == '\'' && at > 0 && is_letter(text[at - 1]);
  if (text[at] == '"' || (text[at] == '\'' && !is_separator)) {
    return end_of_literal(text, at);
  }
  return at > 0 && is_letter(text[at - 1]) ? at : end_of_raw_string(text, at);
}

std::vector<Token> tokens_of(const std::string& text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = end_of_skipped(text, at);
    Kind kind = Kind::kSkipped;
    if (end == at) {
      const bool is_blank = std::isspace(static_cast<unsigned char>(text[at])) != 0;
      kind = is_blank ? Kind::kBlank : is_letter(text[at]) ? Kind::kWord : Kind::kOther;
      ++end;
      while (kind == Kind::kWord && end < text.size() && is_letter(text[end])) {
        ++end;
      }
    }
    tokens.push_back({kind, text.substr(at, end - at)});
    at = end;
  }
  return tokens;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_type(std::string_view word) {
  return is_one_of(word, {"int", "unsigned", "float", "double", "long", "short", "char", "bool",
                          "auto", "size_t"});
}

/// Words and signs alone, with their places among all tokens.
std::vector<std::size_t> code_of(const std::vector<Token>& tokens) {
  std::vector<std::size_t> code;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == Kind::kWord || tokens[i].kind == Kind::kOther) {
      code.push_back(i);
    }
  }
  return code;
}

/// Names that are declared as variables somewhere and are nothing else anywhere.
std::set<std::string> variables_of(const std::vector<Token>& tokens) {
  const std::vector<std::size_t> code = code_of(tokens);
  const auto text = [&](std::size_t at) -> const std::string& { return tokens[code[at]].text; };
  const auto is_pair = [&](std::size_t at, std::string_view first, std::string_view second) {
    return at > 1 && text(at - 2) == first && text(at - 1) == second &&
           code[at - 1] == code[at - 2] + 1;
  };
  std::set<std::string> declared, others;
  for (std::size_t at = 1; at + 1 < code.size(); ++at) {
    if (tokens[code[at]].kind != Kind::kWord) {
      continue;
    }
    std::size_t before = at - 1;
    while (before > 0 && is_one_of(text(before), {"*", "&", "const", "__restrict__", "volatile"})) {
      --before;
    }
    const bool is_named = !is_type(text(at)) && std::isdigit(text(at)[0]) == 0;
    const bool ends = is_one_of(text(at + 1), {"=", ";", ",", ")", "[", "{", ":"});
    if (is_named && ends && is_type(text(before))) {
      declared.insert(text(at));
    }
    const bool is_member = text(at - 1) == "." || is_pair(at, "-", ">") || is_pair(at, ":", ":");
    const bool is_macro = text(at - 1) == "define" || text(at - 1) == "#";
    if (is_member || is_macro || text(at + 1) == "(") {
      others.insert(text(at));
    }
  }
  for (const std::string& other : others) {
    declared.erase(other);
  }
  return declared;
}

}  // namespace

std::string relaid(const std::string& source) {
  const std::vector<Token> tokens = tokens_of(source);
  const std::set<std::string> names = variables_of(tokens);
  std::string result;
  for (const Token& token : tokens) {
    const bool goes_on = !result.empty() && result.back() == '\\';
    result += token.text;
    if (token.kind == Kind::kWord && names.count(token.text) != 0) {
      result += kEnding;
    } else if (token.kind == Kind::kBlank && token.text == "\n" && !goes_on) {
      result.append(kBlankLines, '\n');
    }
  }
  return result;
}

}  // namespace warpschool::faults_test
