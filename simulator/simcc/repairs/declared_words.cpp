// Looks up names and declarations in source text without compiling it.
#include "simcc/repairs/declared_words.hpp"

#include "simcc/repairs/literals.hpp"
#include "warpschool/support/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

namespace warpschool::simcc {
namespace {

using support::is_name_letter;

constexpr std::array<std::string_view, 3> kOfVariables = {"__device__", "__constant__",
                                                          "__managed__"};
constexpr std::array<std::string_view, 2> kOfFunctions = {"__global__", "__device__"};

bool begins_a_line(const std::string& text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string::npos : text.find_last_not_of(" \t", at - 1);
  return before == std::string::npos || text[before] == '\n';
}

/// Behind the line of the preprocessor at `at`, with those that a backslash adds.
std::size_t behind_directive(const std::string& text, std::size_t at) {
  std::size_t end = text.find('\n', at);
  while (end != std::string::npos && end > 0 && text[end - 1] == '\\') {
    end = text.find('\n', end + 1);
  }
  return std::min(end, text.size());
}

/// Goes through the words and signs of a source, without comments, literals and directives.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  /// The next one; empty at the end.
  std::string next() {
    while (at_ < text_.size()) {
      const std::size_t behind = behind_what_is_none();
      if (behind == at_) {
        return take();
      }
      at_ = behind;
    }
    return {};
  }
  std::size_t at() const { return at_; }

 private:
  std::size_t behind_what_is_none() const {
    if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      return at_ + 1;
    }
    return text_[at_] == '#' && begins_a_line(text_, at_) ? behind_directive(text_, at_)
                                                          : skip_literal(text_, at_);
  }

  std::string take() {
    const std::size_t begin = at_++;
    while (is_name_letter(text_[begin]) && at_ < text_.size() && is_name_letter(text_[at_])) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

template <std::size_t N>
bool has_one_of(const std::vector<std::string>& words,
                const std::array<std::string_view, N>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  });
}

bool ends_a_declaration(const std::string& word) {
  return word == ";" || word == "{" || word == "}";
}

/// The word, and behind it what it stands for.
void add_word(const std::string& word, const Macros& macros, std::vector<std::string>& words,
              unsigned depth) {
  constexpr unsigned kDeepest = 4;
  words.push_back(word);
  const auto macro = macros.find(word);
  if (macro != macros.end() && depth < kDeepest) {
    for (const std::string& inner : macro->second) {
      add_word(inner, macros, words, depth + 1);
    }
  }
}

/// Goes past "<...>".
std::string word_behind_brackets(Reader& reader) {
  int depth = 0;
  std::string word = reader.next();
  for (; !word.empty(); word = reader.next()) {
    if (depth == 0 && word != "<") {
      break;
    }
    depth += word == "<" ? 1 : word == ">" ? -1 : 0;
  }
  return word;
}

std::size_t offset_of(const std::string& text, unsigned line, unsigned column) {
  std::size_t at = 0;
  for (unsigned i = 1; i < line && at != std::string::npos; ++i) {
    at = text.find('\n', at);
    at = at == std::string::npos ? at : at + 1;
  }
  return std::min(at == std::string::npos ? at : at + column - 1, text.size());
}

}  // namespace

void add_macros(const std::string& text, Macros& macros) {
  for (std::size_t at = text.find('#'); at != std::string::npos; at = text.find('#', at + 1)) {
    const std::size_t end = behind_directive(text, at);
    std::istringstream line(text.substr(at + 1, end - at - 1));
    std::string directive, macro, body;
    if (!begins_a_line(text, at) || !(line >> directive >> macro) || directive != "define" ||
        !std::all_of(macro.begin(), macro.end(), is_name_letter)) {
      continue;
    }
    std::getline(line, body, '\0');
    Reader reader(body);
    for (std::string word = reader.next(); !word.empty(); word = reader.next()) {
      if (word != "\\") {  // which goes on with the line
        macros[macro].push_back(std::move(word));
      }
    }
  }
}

std::vector<std::string> declaration_of(const std::string& text, const std::string& name,
                                        const Macros& macros) {
  Reader reader(text);
  std::vector<std::string> words;
  int depth = 0;  // of parentheses and brackets
  for (std::string word = reader.next(); !word.empty(); word = reader.next()) {
    depth += word == "(" || word == "[" ? 1 : 0;
    depth -= word == ")" || word == "]" ? 1 : 0;
    if (word == name && depth == 0 && has_one_of(words, kOfVariables)) {
      return words;
    }
    if (ends_a_declaration(word)) {
      words.clear();
      depth = 0;
    } else {
      add_word(word, macros, words, 0);
    }
  }
  return {};
}

std::size_t function_in(const std::string& text, const std::string& name) {
  Reader reader(text);
  std::size_t begin = std::string::npos;  // of the declaration that is read
  std::vector<bool> scopes;               // those that are open: do they only hold declarations?
  bool holds_declarations = false, is_named = false;
  for (std::string word = reader.next(); !word.empty(); word = reader.next()) {
    if (word == "template") {
      word = word_behind_brackets(reader);
      begin = std::string::npos;
    }
    begin = begin == std::string::npos ? reader.at() - word.size() : begin;
    const bool is_outside = std::find(scopes.begin(), scopes.end(), false) == scopes.end();
    if (is_named && word == "(" && is_outside) {
      return begin;
    }
    is_named = word == name;
    holds_declarations = holds_declarations || word == "namespace" || word == "extern";
    if (word == "{") {
      scopes.push_back(holds_declarations);
    } else if (word == "}" && !scopes.empty()) {
      scopes.pop_back();
    }
    if (ends_a_declaration(word)) {
      begin = std::string::npos;
      holds_declarations = false;
    }
  }
  return std::string::npos;
}

bool is_in_device_code(const std::string& text, unsigned line, unsigned column) {
  const std::size_t place = offset_of(text, line, column);
  Reader reader(text);
  std::vector<std::string> words;
  std::vector<bool> scopes;  // those that are open: is it device code?
  for (std::string word = reader.next(); !word.empty() && reader.at() <= place;
       word = reader.next()) {
    if (word == "{") {
      scopes.push_back(has_one_of(words, kOfFunctions));
    } else if (word == "}" && !scopes.empty()) {
      scopes.pop_back();
    }
    if (ends_a_declaration(word)) {
      words.clear();
    } else {
      words.push_back(std::move(word));
    }
  }
  return std::find(scopes.begin(), scopes.end(), true) != scopes.end();
}

}  // namespace warpschool::simcc
