#include "simcc/diagnostics/clang_messages.hpp"

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

namespace warpschool::simcc {
namespace {

std::string without_colours(const std::string& text) {
  static const std::regex colour("\033\\[[0-9;]*m");
  return std::regex_replace(text, colour, "");
}

bool begins(const std::string& line, const char* with) {
  return line.rfind(with, 0) == 0;
}

bool has(const std::string& text, const char* what) {
  return text.find(what) != std::string::npos;
}

bool sums_up(const std::string& line) {
  return has(line, " generated") && (has(line, "warning") || has(line, "error")) &&
         !has(line, ": ");
}

/// "3 warnings generated." with `left_out` warnings less; empty if nothing is left.
std::string summary_without(const std::string& summary, std::size_t left_out) {
  static const std::regex form("([0-9]+) warnings?( and [^\n]*)?");
  std::smatch match;
  if (left_out == 0 || !std::regex_search(summary, match, form)) {
    return summary;
  }
  const std::size_t count = std::strtoul(match[1].str().c_str(), nullptr, 10) - left_out;
  const std::string counted =
      std::to_string(count) + (count == 1 ? " warning" : " warnings") + match[2].str();
  if (count != 0) {
    return std::string(match.prefix()) + counted + std::string(match.suffix());
  }
  return match[2].length() == 0 ? "" : match[2].str().substr(5) + std::string(match.suffix());
}

}  // namespace

std::vector<ClangMessage> split_messages(const std::string& messages) {
  std::vector<ClangMessage> list;
  bool in_includes = false;
  std::stringstream stream(messages);
  for (std::string line; std::getline(stream, line);) {
    const std::string plain = without_colours(line);
    const bool is_include =
        begins(plain, "In file included from ") || begins(plain, "                 from ");
    const bool is_warning = has(plain, ": warning: ");
    const bool is_head =
        is_warning || has(plain, ": error: ") || has(plain, ": fatal error: ") || sums_up(plain);
    if (list.empty() || ((is_include || is_head) && !in_includes)) {
      list.emplace_back();
    }
    in_includes = is_include;
    list.back().is_warning = list.back().is_warning || is_warning;
    list.back().text += line + "\n";
  }
  return list;
}

std::string rewrite_messages(const std::string& messages, const TellMessage& tell) {
  std::string all;
  std::size_t left_out = 0;
  for (const ClangMessage& message : split_messages(messages)) {
    if (sums_up(without_colours(message.text))) {
      all += summary_without(message.text, left_out);
    } else {
      left_out += tell(message, all) ? 0U : 1U;
    }
  }
  return all;
}

bool read_use(const std::string& message, const char* lock, VariableUse& use) {
  static const std::regex form(
      "(?:^|\n)([^\n]*):([0-9]+):([0-9]+): warning: (reading|writing) variable '([^']*)' requires");
  std::smatch match;
  const std::string plain = without_colours(message);
  if (!has(plain, lock) || !std::regex_search(plain, match, form)) {
    return false;
  }
  use.file = match[1];
  use.line = static_cast<unsigned>(std::strtoul(match[2].str().c_str(), nullptr, 10));
  use.column = static_cast<unsigned>(std::strtoul(match[3].str().c_str(), nullptr, 10));
  use.is_write = match[4] == "writing";
  use.name = match[5];
  return true;
}

std::string with_sentence(const std::string& message, const std::string& sentence) {
  static const std::regex form("(reading|writing) variable [^\n]* requires [^\n]*?( \\[|\033|\n)");
  std::smatch match;
  if (!std::regex_search(message, match, form)) {
    return message;
  }
  return std::string(match.prefix()) + sentence + match[2].str() + std::string(match.suffix());
}

std::string text_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace warpschool::simcc
