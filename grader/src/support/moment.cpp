// Moments and counts in words, for pages and terminals.
#include "support/moment.hpp"

#include <array>
#include <fmt/format.h>

namespace warpschool::grader {

std::string moment(const std::string& rfc3339) {
  static constexpr std::array<const char*, 12> kMonths{
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:dd";
  bool fits = rfc3339.size() > kShape.size();
  for (std::size_t i = 0; fits && i < kShape.size(); ++i) {
    const bool digit = rfc3339[i] >= '0' && rfc3339[i] <= '9';
    fits = kShape[i] == 'd' ? digit : rfc3339[i] == kShape[i];
  }
  const int month = fits ? std::stoi(rfc3339.substr(5, 2)) : 0;
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
