// Tracks API errors that the program may not have looked at.
#include "runtime/report/unchecked_errors.hpp"

#include "runtime/report/report_text.hpp"
#include "warpschool/support/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string_view>

namespace warpschool::sim::runtime {
namespace {

using support::is_name_letter;

/// More are of no use to anybody.
constexpr std::size_t kMostErrors = 256;

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// The word that `text` ends with; empty: it ends with something else.
std::string last_word(const std::string& text) {
  const auto end = std::find_if_not(text.rbegin(), text.rend(), is_name_letter);
  return text.substr(static_cast<std::size_t>(text.rend() - end));
}

bool ends_statement(const std::string& text);

/// `text` ends with ")": does a condition, or a macro that takes arguments, end there, and no cast?
bool ends_condition(const std::string& text) {
  int depth = 0;
  std::size_t open = text.size();
  do {
    --open;
    depth += text[open] == ')' ? 1 : text[open] == '(' ? -1 : 0;
  } while (depth != 0 && open != 0);
  const std::string before = trimmed(text.substr(0, open)), word = last_word(before);
  if (word.empty() || word == "return" || word == "else" || word == "do") {
    return depth != 0 || ends_statement(before);  // a cast
  }
  return true;
}

/// `text` ends with "{": does a block begin there, and no list of values?
bool begins_block(const std::string& text) {
  static constexpr std::array<std::string_view, 8> kWords = {
      "else", "do", "try", "const", "noexcept", "override", "final", "mutable"};
  const std::string before = trimmed(text.substr(0, text.size() - 1)), word = last_word(before);
  if (before.empty() || before.find("->") != std::string::npos) {
    return true;
  }
  return word.empty() ? std::strchr("=,([", before.back()) == nullptr
                      : std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

/// `text` ends with ":": of a label, and not of "condition ? a : b"?
bool ends_label(const std::string& text) {
  const std::size_t before = text.find_last_of(";{}");
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::string statement = trimmed(text.substr(begin, text.size() - 1 - begin));
  const std::string label = statement.substr(0, statement.find(' '));
  const bool is_name = !label.empty() && last_word(label) == label &&
                       std::isdigit(static_cast<unsigned char>(label[0])) == 0;
  return is_name && (label == "case" || label == statement);
}

/// True if a statement may begin after `text`.
bool ends_statement(const std::string& text) {
  if (text.empty() || ends_with(text, "else") || ends_with(text, "do") || ends_with(text, "*/")) {
    return true;
  }
  switch (text.back()) {
    case ')':
      return ends_condition(text);
    case '{':
      return begins_block(text);
    case ':':
      return ends_label(text);
    default:
      return text.back() == ';' || text.back() == '}';
  }
}

std::string last_line_before(SourceLocation where) {
  while (where.line > 1) {
    --where.line;
    const std::string line = trimmed(source_line(where));
    std::string code = trimmed(line.substr(0, line.find("//")));
    if (!code.empty() && code[0] != '#') {
      return code;
    }
  }
  return {};
}

bool is_launch(const UncheckedError& error) {
  return std::strcmp(error.site.api, "<<<>>>") == 0;
}

bool begins_with_name(const std::string& text, const std::string& name) {
  return text.compare(0, name.size(), name) == 0 &&
         (text.size() == name.size() || !is_name_letter(text[name.size()]));
}

/// What that macro stands for: each definition in the file, its lines joined.
std::vector<std::string> macro_bodies(const std::string& file, const std::string& name) {
  std::ifstream text(file);
  std::vector<std::string> bodies;
  for (std::string line; std::getline(text, line);) {
    line = trimmed(line);
    const std::string directive = line.empty() || line[0] != '#' ? "" : trimmed(line.substr(1));
    if (!begins_with_name(directive, "define")) {
      continue;
    }
    std::string definition = trimmed(directive.substr(std::strlen("define")));
    while (ends_with(definition, "\\") && std::getline(text, line)) {
      definition.back() = ' ';
      definition += trimmed(line);
    }
    if (begins_with_name(definition, name)) {
      const bool has_parameters = definition.compare(name.size(), 1, "(") == 0;
      bodies.push_back(definition.substr(has_parameters ? definition.find(')') + 1 : name.size()));
    }
  }
  return bodies;
}

bool is_dropped(const UncheckedError& error) {
  if (is_launch(error)) {
    return true;  // <<<>>> returns nothing: only asking for the last error tells
  }
  const SourceLocation where = error.site.where();
  const std::string line = source_line(where), before = last_line_before(where);
  if (line.empty() || drops_result(line, where.column, error.site.api, before)) {
    return !line.empty();
  }
  const std::size_t begin = where.column == 0 ? line.size() : where.column - 1;
  const std::size_t end = static_cast<std::size_t>(
      std::find_if_not(line.begin() + static_cast<std::ptrdiff_t>(std::min(begin, line.size())),
                       line.end(), is_name_letter) -
      line.begin());
  if (begin >= end) {
    return false;
  }
  const std::string name = line.substr(begin, end - begin);
  return drops_result(line, where.column, name, before) &&
         macro_drops_result(macro_bodies(where.file, name), error.site.api);
}

}  // namespace

void UncheckedErrors::add(const UncheckedError& error) {
  const auto known = std::find_if(errors_.begin(), errors_.end(), [&](const UncheckedError& other) {
    return other.site.return_address == error.site.return_address;
  });
  if (known != errors_.end()) {
    *known = error;  // a loop: what it did last counts
  } else if (errors_.size() < kMostErrors) {
    errors_.push_back(error);
  }
}

void UncheckedErrors::all_seen() {
  for (UncheckedError& error : errors_) {
    error.seen = true;
  }
}

void UncheckedErrors::seen(cudaError_t error) {
  for (UncheckedError& other : errors_) {
    other.seen = other.seen || other.error == error;
  }
}

bool UncheckedErrors::has_unseen_fault() const {
  return std::any_of(errors_.begin(), errors_.end(),
                     [](const UncheckedError& error) { return error.is_fault && !error.seen; });
}

std::vector<UncheckedError> UncheckedErrors::dropped() const {
  std::vector<UncheckedError> list;
  std::copy_if(errors_.begin(), errors_.end(), std::back_inserter(list),
               [](const UncheckedError& error) { return !error.seen && is_dropped(error); });
  return list;
}

std::vector<UncheckedError> UncheckedErrors::explained() const {
  std::vector<UncheckedError> list;
  std::copy_if(errors_.begin(), errors_.end(), std::back_inserter(list),
               [](const UncheckedError& error) {
                 return !error.reason.empty() && (error.seen || !is_dropped(error));
               });
  return list;
}

bool drops_result(const std::string& line, std::size_t column, const std::string& api,
                  const std::string& before) {
  const std::size_t begin = column == 0 ? line.find(api) : column - 1;
  if (begin >= line.size() || line.compare(begin, api.size(), api) != 0) {
    return false;  // the call stands inside a macro, which may look at what it returns
  }
  std::string left = trimmed(line.substr(0, begin));
  if (ends_with(left, "::")) {
    left = trimmed(left.substr(0, left.size() - 2));
  }
  return ends_statement(left.empty() ? before : before.empty() ? left : before + " " + left);
}

bool macro_drops_result(const std::vector<std::string>& bodies, const std::string& api) {
  unsigned calls = 0;
  for (const std::string& body : bodies) {
    for (std::size_t at = 0; (at = body.find(api, at)) != std::string::npos; at += api.size()) {
      if (!begins_with_name(body.substr(at), api)) {
        continue;
      }
      if (!drops_result(body, at + 1, api, ";")) {
        return false;
      }
      ++calls;
    }
  }
  return calls != 0;
}

std::string failure_note(const UncheckedError& error) {
  const SourceLocation where = error.site.where();
  return fmt::format(
      "{}{} failed with {} ({}){}{}", is_launch(error) ? "the launch" : error.site.api,
      where.line == 0
          ? ""
          : fmt::format(" at {}:{}", std::filesystem::path(where.file).filename().string(),
                        where.line),
      cudaGetErrorName(error.error), cudaGetErrorString(error.error),
      error.reason.empty() ? "" : ": ", error.reason);
}

std::string unchecked_note(const UncheckedError& error) {
  const std::string advice =
      is_launch(error) ? "The program never asked: look at cudaGetLastError() after each launch."
                       : "The program never looked: check what each call returns.";
  const std::string quoted = quotation(error.site.where());
  const std::string note = failure_note(error);
  return note + (ends_with(note, ".") ? " " : ". ") + advice +
         (quoted.empty() ? "" : "\n" + quoted.substr(0, quoted.size() - 1));
}

}  // namespace warpschool::sim::runtime
