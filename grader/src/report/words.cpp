// Formats figures for readers and makes foreign text harmless in a page.
#include "report/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <kainjow/mustache.hpp>

namespace warpschool::grader::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  ///< 0: not UTF-8
};

/// The code point that begins at text[0], strictly: no overlong forms, surrogates or values past
/// U+10FFFF.
CodePoint decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) {
    return {lead, 1};
  }
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) {
    return {};
  }
  char32_t value = lead & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) {
      return {};
    }
    value = value << 6 | (byte(i) & 0x3F);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  return value < kLeast[bytes] || value > 0x10FFFF || surrogate ? CodePoint{}
                                                                : CodePoint{value, bytes};
}

/// Characters that change the order of others or show nothing at all: a source may hide code behind
/// them.
bool is_deceptive(char32_t c) {
  return (c >= 0x80 && c <= 0x9F) || c == 0x061C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

/// Length of the terminal escape sequence at text[0] == ESC: colours and the like (ECMA-48,
/// section 5.4).
std::size_t escape_sequence(std::string_view text) {
  if (text.size() < 2 || text[1] != '[') {
    return 1;
  }
  std::size_t end = 2;
  while (end < text.size() && text[end] >= 0x20 && text[end] < 0x40) {
    ++end;
  }
  return std::min(end + 1, text.size());
}

/// U+2400 and on are pictures of the control characters, in their order.
std::string picture_of(char32_t control) {
  return {'\xE2', '\x90', static_cast<char>(0x80 + (control == 0x7F ? 0x21 : control))};
}

/// Appends the code point at text[0] and says how many bytes it took.
std::size_t clean_one(std::string_view text, std::string& out) {
  const CodePoint point = decode(text);
  if (point.bytes == 0) {
    out += kReplacement;
    return 1;
  }
  if (point.value == 0x1B) {
    return escape_sequence(text);
  }
  if (point.value == '\r') {
    out += '\n';
    return text.size() > 1 && text[1] == '\n' ? 2 : 1;
  }
  if (is_deceptive(point.value)) {
    out += fmt::format("[U+{:04X}]", static_cast<unsigned>(point.value));
  } else if ((point.value < 0x20 && point.value != '\n' && point.value != '\t') ||
             point.value == 0x7F) {
    out += picture_of(point.value);
  } else {
    out += text.substr(0, point.bytes);
  }
  return point.bytes;
}

std::string grouped(const std::string& digits) {
  constexpr std::string_view kThinSpace = "\xE2\x80\xAF";  // U+202F, does not break
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) {
      text += kThinSpace;
    }
    text += digits[i];
  }
  return text;
}

}  // namespace

const std::vector<Verdict>& all_words() {
  static const std::vector<Verdict> kWords = [] {
    std::vector<Verdict> words(all_verdicts());
    words.push_back(Verdict::kSkipped);
    words.push_back(Verdict::kNotDueYet);
    return words;
  }();
  return kWords;
}

bool is_handed_in(Verdict verdict) {
  return verdict != Verdict::kMissing && verdict != Verdict::kNotDueYet;
}

std::string word_of(Verdict verdict) {
  std::string word = to_string(verdict);
  std::replace(word.begin(), word.end(), '_', ' ');
  return word;
}

std::string class_of(Verdict verdict) {
  std::string word = to_string(verdict);
  std::replace(word.begin(), word.end(), '_', '-');
  return word;
}

std::string clean(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    text.remove_prefix(clean_one(text, out));
  }
  return out;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

std::string number(double value) {
  if (!std::isfinite(value)) {
    return "?";
  }
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string figure(double value) {
  if (!std::isfinite(value)) {
    return "?";
  }
  const bool whole = std::abs(value) < 1e15 && std::floor(value) == value;
  if (!whole) {
    return fmt::format("{:.4g}", value);
  }
  return (value < 0 ? "-" : "") + grouped(fmt::format("{:.0f}", std::abs(value)));
}

std::string percent(double part, double whole) {
  constexpr const char* kDash = "\xE2\x80\x93";
  return whole > 0 ? fmt::format("{:.0f} %", 100 * part / whole) : kDash;
}

std::string url_path(std::string_view path) {
  std::string url;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    url += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return url;
}

std::string breakable(std::string_view text) {
  std::string html;
  for (const char c : escape(text)) {
    html += c == '_' ? std::string("_<wbr>") : std::string(1, c);
  }
  return html;
}

std::string escape(std::string_view text) {
  return kainjow::mustache::html_escape(std::string(text));
}

}  // namespace warpschool::grader::report
