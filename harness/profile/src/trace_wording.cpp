// Puts lanes, and the values of several lanes, into words.
#include "trace_wording.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace warpschool::profile {
namespace {

/// "0-4, 7".
std::string lanes_text(std::uint32_t lanes) {
  std::string text;
  for (int lane = 0; lane < 32;) {
    if ((lanes >> lane & 1U) == 0) {
      ++lane;
      continue;
    }
    int last = lane;
    while (last + 1 < 32 && (lanes >> (last + 1) & 1U) != 0) {
      ++last;
    }
    text += (text.empty() ? "" : ", ") +
            (last == lane ? fmt::format("{}", lane) : fmt::format("{}-{}", lane, last));
    lane = last + 1;
  }
  return text;
}

/// "32, 33, ..., 63" of whole numbers with one step; empty: they are none, or few.
std::string progression(const std::vector<std::string>& values) {
  constexpr std::size_t kLeast = 5;
  std::vector<long long> numbers;
  for (const std::string& value : values) {
    const bool is_whole =
        !value.empty() && value.size() < 18 &&
        value.find_first_not_of("0123456789", value[0] == '-' ? 1 : 0) == std::string::npos &&
        value != "-";
    if (!is_whole) {
      return {};
    }
    numbers.push_back(std::stoll(value));
  }
  if (numbers.size() < kLeast) {
    return {};
  }
  const long long step = numbers[1] - numbers[0];
  for (std::size_t n = 1; n < numbers.size(); ++n) {
    if (numbers[n] - numbers[n - 1] != step) {
      return {};
    }
  }
  return fmt::format("{}, {}, ..., {}", numbers[0], numbers[1], numbers.back());
}

/// Does this number stand in the line, by itself?
bool has_number(const std::string& code, const std::string& number) {
  const auto is_part = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.';
  };
  for (std::size_t at = code.find(number); at != std::string::npos;
       at = code.find(number, at + 1)) {
    const bool begins = at == 0 || !is_part(code[at - 1]);
    const std::size_t end = at + number.size();
    if (begins && (end == code.size() || !is_part(code[end]) || code[end] == 'u')) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string who_text(std::uint32_t lanes) {
  return lanes == 0xffff'ffffU        ? "all lanes"
         : (lanes & (lanes - 1)) == 0 ? "lane " + lanes_text(lanes)
                                      : "lanes " + lanes_text(lanes);
}

std::string joined(const std::vector<std::string>& values) {
  constexpr std::size_t kMost = 32;
  if (values.empty()) {
    return "?";
  }
  if (std::all_of(values.begin(), values.end(),
                  [&](const std::string& value) { return value == values.front(); })) {
    return values.front();
  }
  if (std::string row = progression(values); !row.empty()) {
    return row;
  }
  std::string text;
  for (std::size_t n = 0; n < std::min(values.size(), kMost); ++n) {
    text += (n == 0 ? "" : ", ") + values[n];
  }
  return text;
}

std::string as_written(const std::string& right, const std::string& operation, char type,
                       const std::string& code) {
  const bool is_whole = (type == 's' || type == 'u') && !right.empty() && right.size() < 10 &&
                        right.find_first_not_of("0123456789") == std::string::npos;
  if (!is_whole || has_number(code, right)) {
    return right;
  }
  const long long number = std::stoll(right);
  const std::string other =
      std::to_string(operation == ">" || operation == "<=" ? number + 1 : number - 1);
  const bool is_order =
      operation == ">" || operation == "<=" || operation == "<" || operation == ">=";
  return is_order && has_number(code, other) ? other : right;
}

}  // namespace warpschool::profile
