// Shortens a check's message to what happened, the line where it did, and the one most likely mend.
#include "explanation.hpp"

#include "warpschool/screen/sentences.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>
#include <string_view>

namespace warpschool::screen {
namespace {

constexpr std::size_t kMostExamples = 2;  ///< of elements that differ
constexpr std::size_t kMostLines = 8;

/// Sentences that offer another mend than the first one.
bool is_second_guess(const std::string& sentence) {
  constexpr std::array<std::string_view, 4> kBegins{"If it ", "If that ", "In a loop it may ",
                                                    "Or "};
  return std::any_of(kBegins.begin(), kBegins.end(), [&](std::string_view begin) {
    return sentence.compare(0, begin.size(), begin) == 0;
  });
}

/// What follows the first sentence of a fault's text, without second guesses.
std::string mend_of(const std::vector<std::string>& sentences) {
  constexpr std::size_t kMost = 2;
  std::string text;
  for (std::size_t i = 1; i < sentences.size() && i <= kMost; ++i) {
    if (i > 1 && is_second_guess(sentences[i])) {
      break;
    }
    text += (text.empty() ? "" : " ") + sentences[i];
  }
  return text;
}

/// So many letters of the line are left out at its begin, that the caret can be seen.
std::size_t letters_cut(const Fault& fault, std::size_t room) {
  const auto column = static_cast<std::size_t>(std::max(fault.column, 0));
  if (column <= room || column > fault.source.size()) {
    return 0;
  }
  std::size_t cut = column - room / 2;  // as much on both sides
  while (cut < fault.source.size() && is_continuation(fault.source[cut])) {
    ++cut;
  }
  return cut;
}

/// "  10 |   sum[i] = a[i] + b[i];" and a caret below.
std::string source_text(const Fault& fault, const Look& look) {
  if (fault.line <= 0 || fault.source.empty()) {
    return {};
  }
  const std::string number = std::to_string(fault.line);
  const std::size_t room = look.width - number.size() - 9;  // beside it, and before " ..."
  std::string text = fmt::format("\n  {}:{}\n", fault.file, number);
  constexpr std::string_view kCut = "... ";
  const std::size_t cut = letters_cut(fault, room);
  const std::string_view shown = std::string_view(fault.source).substr(cut);
  text += fmt::format("  {} | {}{}\n", number, cut > 0 ? kCut : "",
                      tame_line(shown, room - (cut > 0 ? kCut.size() : 0)));
  const auto column = static_cast<std::size_t>(std::max(fault.column, 0));
  if (column > 0 && column <= fault.source.size()) {
    const std::size_t before = column - 1 - cut + (cut > 0 ? kCut.size() : 0);
    text += fmt::format("  {} | {}{}\n", std::string(number.size(), ' '), std::string(before, ' '),
                        painted("^", "1;31", look.colour));
  }
  return text + "\n";
}

std::string mend_text(const std::string& mend, const Look& look) {
  constexpr std::size_t kIndent = 2, kWord = 4;
  std::string text = mend.empty() ? "" : wrapped("Try: " + mend, "  ", look.width);
  return mend.empty() ? text : text.replace(kIndent, kWord, painted("Try:", "1;36", look.colour));
}

std::string fault_text(const Check& check, const Fault& fault, const Look& look) {
  const std::vector<std::string> sentences = sentences_of(fault.text);
  std::string text =
      wrapped(check.message.substr(0, check.message.find(fault.text)), "  ", look.width);
  text += sentences.empty() ? "" : wrapped(sentences.front(), "  ", look.width);
  return text + source_text(fault, look) + mend_text(mend_of(sentences), look);
}

bool is_example(const std::string& line) {
  return line.size() > 2 && line[0] == ' ' && line[1] == ' ';
}

/// The message's lines without the third and further examples.
std::vector<std::string> telling_lines(const std::string& message) {
  std::vector<std::string> kept;
  std::size_t examples = 0;
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) {
    examples = is_example(line) ? examples + 1 : 0;
    if (examples <= kMostExamples && line.find_first_not_of(" .") != std::string::npos) {
      kept.push_back(line);
    }
  }
  return kept;
}

/// "idle_blocks: 3, allowed at most 1" -> "idle blocks: 3, allowed at most 1".
std::string figure_in_words(std::string line) {
  const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_ ");
  if (end != std::string::npos && line[end] == ':') {
    std::replace(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(end), '_', ' ');
  }
  return line;
}

std::string plain_text(const Check& check, const Look& look) {
  std::string text;
  std::size_t shown = 0;
  for (const std::string& line : telling_lines(check.message)) {
    if (shown++ == kMostLines) {
      text += "  ...\n";
      break;
    }
    const std::string told = check.verdict == "counters" ? figure_in_words(line) : line;
    text += wrapped(tame_line(told, 4 * look.width), is_example(line) ? "    " : "  ", look.width);
  }
  return text + mend_text(check.hint, look);
}

std::string whole_text(const Check& check, const Look& look, const std::string& said) {
  std::string text;
  std::istringstream lines(check.message);
  for (std::string line; std::getline(lines, line);) {
    text += "  " + line + "\n";
  }
  for (const Fault& fault : check.faults) {
    const std::string quoted = source_text(fault, look);
    const bool is_new = (said + text).find(quoted) == std::string::npos;
    text += is_new ? quoted : "";
  }
  return text + mend_text(check.hint, look);
}

}  // namespace

const Fault* told_fault(const Check& check) {
  for (const Fault& fault : check.faults) {
    if (!fault.text.empty() && check.message.find(fault.text) != std::string::npos) {
      return &fault;
    }
  }
  return nullptr;
}

std::string explanation(const Check& check, const Look& look, const std::string& said) {
  if (look.verbose) {
    return whole_text(check, look, said);
  }
  const Fault* fault = told_fault(check);
  return fault != nullptr ? fault_text(check, *fault, look) : plain_text(check, look);
}

}  // namespace warpschool::screen
