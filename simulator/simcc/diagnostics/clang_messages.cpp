// Splits clang's output into messages and rewrites them one by one.
#include "simcc/diagnostics/clang_messages.hpp"

#include "simcc/repairs/colours.hpp"
#include "simcc/repairs/scanner.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace warpschool::simcc {
namespace {

bool has(const std::string& text, const char* what) {
  return text.find(what) != std::string::npos;
}

bool sums_up(const std::string& line) {
  return has(line, " generated") && (has(line, "warning") || has(line, "error")) &&
         !has(line, ": ");
}

/// "3 warnings generated." with `left_out` warnings less; empty if nothing is left.
std::string summary_without(const std::string& summary, std::size_t left_out) {
  const std::size_t word = summary.find(" warning");
  if (left_out == 0 || word == std::string::npos) {
    return summary;
  }
  const std::size_t number = summary.find_last_not_of("0123456789", word - 1) + 1;
  Scanner next(summary, word);
  next.skip(next.skip(" warnings") ? "" : " warning");
  const std::string behind = summary.substr(next.at());
  const std::size_t count = std::strtoul(summary.c_str() + number, nullptr, 10) - left_out;
  if (count != 0) {
    return summary.substr(0, number) + std::to_string(count) +
           (count == 1 ? " warning" : " warnings") + behind;
  }
  const std::string also = " and ";
  return behind.starts_with(also) ? behind.substr(also.size()) : "";
}

}  // namespace

std::vector<ClangMessage> split_messages(const std::string& messages) {
  std::vector<ClangMessage> list;
  bool in_includes = false;
  std::stringstream stream(messages);
  for (std::string line; std::getline(stream, line);) {
    const std::string plain = without_colours(line);
    const bool is_include =
        plain.starts_with("In file included from ") || plain.starts_with("                 from ");
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

/// "file:12:3: warning: reading variable 'name' requires ..."
bool read_use(const std::string& message, const char* lock, VariableUse& use) {
  const std::string mark = ": warning: ", variable = " variable '";
  const std::string plain = without_colours(message);
  const std::size_t at = has(plain, lock) ? plain.find(mark) : std::string::npos;
  if (at == std::string::npos) {
    return false;
  }
  Scanner next(plain, at + mark.size());
  use.is_write = next.skip("writing");
  if ((!use.is_write && !next.skip("reading")) || !next.skip(variable)) {
    return false;
  }
  use.name = plain.substr(next.at(), plain.find('\'', next.at()) - next.at());
  const std::size_t column = plain.rfind(':', at - 1), line = plain.rfind(':', column - 1);
  if (column == std::string::npos || line == std::string::npos) {
    return false;
  }
  const std::size_t begin = plain.rfind('\n', line) + 1;
  use.file = plain.substr(begin, line - begin);
  use.line = static_cast<unsigned>(std::strtoul(plain.c_str() + line + 1, nullptr, 10));
  use.column = static_cast<unsigned>(std::strtoul(plain.c_str() + column + 1, nullptr, 10));
  return true;
}

std::string with_sentence(const std::string& message, const std::string& sentence) {
  const std::size_t begin =
      std::min(message.find("reading variable "), message.find("writing variable "));
  const std::size_t line_end = begin == std::string::npos ? begin : message.find('\n', begin);
  const std::size_t requires_lock =
      line_end == std::string::npos ? line_end : message.rfind(" requires ", line_end);
  if (requires_lock == std::string::npos || requires_lock < begin) {
    return message;
  }
  const std::size_t end =
      std::min({message.find(" [", requires_lock), message.find('\033', requires_lock), line_end});
  return message.substr(0, begin) + sentence + message.substr(end);
}

std::string text_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace warpschool::simcc
