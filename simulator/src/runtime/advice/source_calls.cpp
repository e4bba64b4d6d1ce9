// Finds calls in the program's source.
#include "runtime/advice/source_calls.hpp"

#include "runtime/advice/source_words.hpp"
#include "runtime/report/report_text.hpp"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace warpschool::sim::runtime {
namespace {

constexpr unsigned kDeepestInclude = 4;

/// Without comments, line by line.
std::string code_of_file(const std::string& file) {
  std::ifstream source(file);
  std::stringstream raw;
  raw << source.rdbuf();
  std::string text = raw.str();
  for (std::size_t at = text.find("/*"); at != std::string::npos; at = text.find("/*", at)) {
    const std::size_t end = text.find("*/", at + 2);
    text.erase(at, end == std::string::npos ? end : end + 2 - at);
  }
  std::stringstream lines(text);
  std::string code, line;
  while (std::getline(lines, line)) {
    code += squeeze(line) + "\n";
  }
  return code;
}

bool mentions_up_to(const std::string& file, const std::string& word, unsigned depth) {
  const std::string code = code_of_file(file), include = "#include\"";
  if (find_word(code, word) != std::string::npos) {
    return true;
  }
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  for (std::size_t at = code.find(include); at != std::string::npos && depth < kDeepestInclude;
       at = code.find(include, at + 1)) {
    const std::size_t begin = at + include.size();
    const std::string header = code.substr(begin, code.find('"', begin) - begin);
    if (mentions_up_to((folder / header).string(), word, depth + 1)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> arguments_of(const std::string& text, std::size_t column,
                                      const std::string& function) {
  const std::size_t call = text.find(function + "(", column == 0 ? 0 : column - 1);
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (std::size_t at = call == std::string::npos ? text.size() : call + function.size() + 1;
       at < text.size(); ++at) {
    const char c = text[at];
    depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
    depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
    if (depth < 0) {
      return arguments;
    }
    if (c == ',' && depth == 0) {
      arguments.emplace_back();
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      arguments.back() += c;
    }
  }
  return {};
}

bool has_call(const std::string& file, const std::string& function,
              const std::function<bool(const std::vector<std::string>&)>& fits) {
  const std::string text = code_of_file(file);
  for (std::size_t at = text.find(function); at != std::string::npos;
       at = text.find(function, at + 1)) {
    const std::size_t open = text.find_first_not_of(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", at);
    if (open != std::string::npos && text[open] == '(' &&
        fits(arguments_of(text, at + 1, text.substr(at, open - at)))) {
      return true;
    }
  }
  return false;
}

bool mentions(const std::string& file, const std::string& word) {
  return mentions_up_to(file, word, 0);
}

std::vector<std::vector<std::string>> calls_in_line(const SourceLocation& where,
                                                    const std::string& function) {
  constexpr unsigned kLines = 3;  // a call may go on in the next ones
  const std::string first = source_line(where);
  std::string text = first;
  SourceLocation next = where;
  for (unsigned i = 1; i < kLines; ++i) {
    ++next.line;
    text += "\n" + source_line(next);
  }
  std::vector<std::vector<std::string>> calls;
  for (std::size_t at = first.find(function + "("); at != std::string::npos;
       at = first.find(function + "(", at + 1)) {
    calls.push_back(arguments_of(text, at + 1, function));
  }
  return calls;
}

}  // namespace warpschool::sim::runtime
