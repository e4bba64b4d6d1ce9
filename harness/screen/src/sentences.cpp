// Cuts text into sentences and lines.
#include "warpschool/screen/sentences.hpp"

#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace warpschool::screen {
namespace {

bool is_capital(char letter) {
  return std::isupper(static_cast<unsigned char>(letter)) != 0;
}

/// Does a sentence end behind text[at]?
bool ends_at(std::string_view text, std::size_t at) {
  const char mark = text[at];
  const bool is_end = mark == '.' || mark == '?' || mark == '!';
  return is_end && at + 2 < text.size() && text[at + 1] == ' ' && is_capital(text[at + 2]);
}

}  // namespace

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::vector<std::string> sentences_of(std::string_view text) {
  std::vector<std::string> sentences;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (ends_at(text, at)) {
      sentences.emplace_back(text.substr(begin, at + 1 - begin));
      begin = at + 2;
    }
  }
  if (begin < text.size()) {
    sentences.emplace_back(text.substr(begin));
  }
  return sentences;
}

std::string wrapped(std::string_view text, std::string_view indent, std::size_t width) {
  std::string result;
  std::istringstream words{std::string(text)};
  std::string line;
  for (std::string word; words >> word;) {
    if (!line.empty() && indent.size() + line.size() + 1 + word.size() > width) {
      result += std::string(indent) + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return line.empty() ? result : result + std::string(indent) + line + "\n";
}

std::string tame_line(std::string_view line, std::size_t width) {
  const bool is_cut = line.size() > width;
  std::size_t end = std::min(line.size(), width);
  while (is_cut && end > 0 && is_continuation(line[end])) {
    --end;
  }
  std::string text(line.substr(0, end));
  std::replace_if(
      text.begin(), text.end(),
      [](char letter) { return std::iscntrl(static_cast<unsigned char>(letter)) != 0; }, ' ');
  return is_cut ? text + " ..." : text;
}

std::string printed_text(std::string_view output, std::size_t most_lines, std::size_t width) {
  std::string text;
  std::istringstream lines{std::string(output)};
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    if (count < most_lines) {
      text += "  | " + tame_line(line, width) + "\n";
    }
  }
  if (count > most_lines) {
    text += "  | ... and " + count_text(count - most_lines) +
            (count - most_lines == 1 ? " line more\n" : " lines more\n");
  }
  return text;
}

}  // namespace warpschool::screen
