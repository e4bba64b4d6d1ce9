// Parses durations, sizes and dates in course.yaml.
#include "units.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace warpschool::course {
namespace {

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_letter(char c) {
  return is_lower(c) || (c >= 'A' && c <= 'Z');
}

struct Unit {
  std::string_view name;
  double factor;
};

/// number unit, with at most one blank between them
template <std::size_t N>
std::optional<std::uint64_t> parse_quantity(std::string_view text,
                                            const std::array<Unit, N>& units) {
  std::size_t end = 0;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) {
    ++end;
  }
  const std::optional<double> number = parse_number(text.substr(0, end));
  std::string_view name = text.substr(end);
  if (!name.empty() && name.front() == ' ') {
    name.remove_prefix(1);
  }
  constexpr double kTooMuch = 1e18;  // still exact enough, and far below 2^64
  for (const Unit& unit : units) {
    if (number && name == unit.name && *number * unit.factor < kTooMuch) {
      return static_cast<std::uint64_t>(std::llround(*number * unit.factor));
    }
  }
  return std::nullopt;
}

/// Exactly `digits` decimal digits at `at`, or -1.
int fixed_number(std::string_view text, std::size_t at, std::size_t digits) {
  if (text.size() < at + digits) {
    return -1;
  }
  int value = 0;
  for (std::size_t i = at; i < at + digits; ++i) {
    if (!is_digit(text[i])) {
      return -1;
    }
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

bool has(std::string_view text, std::size_t at, std::string_view any_of) {
  return at < text.size() && any_of.find(text[at]) != std::string_view::npos;
}

int days_in_month(int year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

/// time-offset = "Z" / ("+" / "-") hour ":" minute, up to the end of the text
bool is_offset(std::string_view text) {
  if (text == "Z" || text == "z") {
    return true;
  }
  const int hour = fixed_number(text, 1, 2);
  const int minute = fixed_number(text, 4, 2);
  return text.size() == 6 && has(text, 0, "+-") && has(text, 3, ":") && hour >= 0 && hour <= 23 &&
         minute >= 0 && minute <= 59;
}

}  // namespace

std::optional<std::uint64_t> parse_duration_ms(std::string_view text) {
  static constexpr std::array<Unit, 5> kUnits = {
      {{"ms", 1.0}, {"s", 1e3}, {"min", 60e3}, {"h", 3600e3}, {"d", 86400e3}}};
  return parse_quantity(text, kUnits);
}

std::optional<std::uint64_t> parse_size_bytes(std::string_view text) {
  static constexpr std::array<Unit, 4> kUnits = {
      {{"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"TiB", 0x1p40}}};
  return parse_quantity(text, kUnits);
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || rest != end || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || rest != end) {
    return std::nullopt;
  }
  return value;
}

std::optional<double> parse_percentage(std::string_view text) {
  if (text.empty() || text.back() != '%') {
    return std::nullopt;
  }
  text.remove_suffix(1);
  if (!text.empty() && text.back() == ' ') {
    text.remove_suffix(1);
  }
  const std::optional<double> percent = parse_number(text);
  return percent && *percent >= 0 && *percent <= 100 ? std::optional(*percent / 100) : std::nullopt;
}

bool is_rfc3339(std::string_view text) {
  const int year = fixed_number(text, 0, 4);
  const int month = fixed_number(text, 5, 2);
  const int day = fixed_number(text, 8, 2);
  const int hour = fixed_number(text, 11, 2);
  const int minute = fixed_number(text, 14, 2);
  const int second = fixed_number(text, 17, 2);
  if (!has(text, 4, "-") || !has(text, 7, "-") || !has(text, 10, "Tt") || !has(text, 13, ":") ||
      !has(text, 16, ":") || year < 0 || month < 1 || month > 12 || day < 1) {
    return false;
  }
  if (day > days_in_month(year, month) || hour < 0 || hour > 23 || minute < 0 || minute > 59 ||
      second < 0 || second > 59) {
    return false;
  }
  std::size_t at = 19;
  if (has(text, at, ".")) {
    const std::size_t first = ++at;
    while (at < text.size() && is_digit(text[at])) {
      ++at;
    }
    if (at == first) {
      return false;
    }
  }
  return is_offset(text.substr(at));
}

bool is_lower_case_name(std::string_view text) {
  if (text.empty() || !is_lower(text.front()) || text.back() == '_') {
    return false;
  }
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool single_underscore = text[i] == '_' && text[i - 1] != '_';
    if (!is_lower(text[i]) && !is_digit(text[i]) && !single_underscore) {
      return false;
    }
  }
  return true;
}

bool is_identifier(std::string_view text) {
  if (text.empty() || is_digit(text.front())) {
    return false;
  }
  for (const char c : text) {
    if (!is_letter(c) && !is_digit(c) && c != '_') {
      return false;
    }
  }
  return true;
}

bool is_plain_file_name(std::string_view text) {
  if (text.empty() || text.front() == '.' || text.front() == '-') {
    return false;
  }
  for (const char c : text) {
    if (!is_letter(c) && !is_digit(c) && c != '_' && c != '.' && c != '-') {
      return false;
    }
  }
  return true;
}

}  // namespace warpschool::course
