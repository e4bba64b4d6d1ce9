// Moments and counts in words, for pages and terminals.
#include "support/moment.hpp"

#include <array>
#include <chrono>
#include <fmt/format.h>
#include <optional>

namespace warpschool::grader {
namespace {

constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:dd";

/// Digits and marks where RFC 3339 has them, and something behind.
bool is_moment(const std::string& text) {
  bool fits = text.size() > kShape.size();
  for (std::size_t i = 0; fits && i < kShape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    fits = kShape[i] == 'd' ? digit : text[i] == kShape[i];
  }
  return fits;
}

/// Of "+01:00"; nothing of "Z".
std::optional<std::chrono::minutes> offset_of(const std::string& rfc3339) {
  const std::string zone = is_moment(rfc3339) ? rfc3339.substr(kShape.size()) : "";
  if (zone.size() != std::string_view("+hh:mm").size() || (zone[0] != '+' && zone[0] != '-')) {
    return std::nullopt;
  }
  const int minutes = 60 * std::stoi(zone.substr(1, 2)) + std::stoi(zone.substr(4, 2));
  return std::chrono::minutes(zone[0] == '-' ? -minutes : minutes);
}

}  // namespace

std::string at_clock_of(const std::string& utc, const std::string& other) {
  using namespace std::chrono;
  const auto offset = offset_of(other);
  if (!offset || !is_moment(utc) || utc.back() != 'Z') {
    return utc;
  }
  const auto number = [&](std::size_t at, std::size_t digits) {
    return std::stoi(utc.substr(at, digits));
  };
  const year_month_day date{year(number(0, 4)), month(static_cast<unsigned>(number(5, 2))),
                            day(static_cast<unsigned>(number(8, 2)))};
  const auto local = sys_days(date) + hours(number(11, 2)) + minutes(number(14, 2)) + *offset;
  const auto day_of = floor<days>(local);
  const year_month_day shifted(day_of);
  const hh_mm_ss clock(local - day_of);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{}{}", static_cast<int>(shifted.year()),
                     static_cast<unsigned>(shifted.month()), static_cast<unsigned>(shifted.day()),
                     clock.hours().count(), clock.minutes().count(), utc.substr(17, 2),
                     other.substr(kShape.size()));
}

std::string moment(const std::string& rfc3339) {
  static constexpr std::array<const char*, 12> kMonths{
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  const int month = is_moment(rfc3339) ? std::stoi(rfc3339.substr(5, 2)) : 0;
  if (month < 1 || month > 12) {
    return rfc3339;
  }
  const std::string zone = rfc3339.substr(kShape.size());
  return fmt::format("{} {} {}, {} (UTC{})", std::stoi(rfc3339.substr(8, 2)),
                     kMonths.at(static_cast<std::size_t>(month) - 1), rfc3339.substr(0, 4),
                     rfc3339.substr(11, 5), zone == "Z" ? "" : zone);
}

std::string count_of(std::size_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

}  // namespace warpschool::grader
