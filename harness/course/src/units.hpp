// The small grammars inside course.yaml: durations, sizes, dates, names. Each is plain text in,
// value or nothing out.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpschool::course {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "500ms", "60s", "1.5min", "2h" in milliseconds. A bare number has no unit and is refused.
std::optional<std::uint64_t> parse_duration_ms(std::string_view text);

/// "512MiB", "2GiB", "1.5GiB", "64KiB" in bytes. Decimal units (MB) are refused: nobody agrees what
/// they mean.
std::optional<std::uint64_t> parse_size_bytes(std::string_view text);

/// A finite decimal number and nothing after it.
std::optional<double> parse_number(std::string_view text);

/// A whole number >= 0 and nothing after it.
std::optional<std::uint64_t> parse_count(std::string_view text);

/// "10%" or "12.5 %" as a part of one; nothing below 0 or above 1.
std::optional<double> parse_percentage(std::string_view text);

/// A full RFC 3339 date-time such as 2027-03-01T23:59:00+01:00, with days and offsets that exist.
bool is_rfc3339(std::string_view text);

/// lower_case: letters, digits and single underscores, beginning with a letter, not ending with an
/// underscore.
bool is_lower_case_name(std::string_view text);

/// What C++ calls an identifier.
bool is_identifier(std::string_view text);

/// A plain file name: letters, digits, '.', '-', '_'; neither hidden nor in another folder.
bool is_plain_file_name(std::string_view text);

}  // namespace warpschool::course
