// Writes counts, figures and times for people.
#include "warpschool/screen/figures.hpp"

#include <cmath>
#include <fmt/format.h>

namespace warpschool::screen {
namespace {

constexpr double kInFull = 1000, kReadable = 1e15;

/// Three significant digits, and no exponent: what is passed lies between 0.001 and 1000.
std::string three_digits(double value) {
  return fmt::format("{:.3g}", value);
}

}  // namespace

std::string count_text(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::string figure(double value) {
  const double size = std::fabs(value);
  if (size < kInFull || !(size < kReadable)) {
    return fmt::format("{:.4g}", value);
  }
  const std::string digits = count_text(static_cast<std::uint64_t>(std::llround(size)));
  return value < 0 ? "-" + digits : digits;
}

std::string time_text(double microseconds) {
  const double size = std::fabs(microseconds);
  if (size < 999.5) {
    return three_digits(microseconds) + " us";
  }
  if (size < 999.5e3) {
    return three_digits(microseconds / 1e3) + " ms";
  }
  const double seconds = microseconds / 1e6;
  return (std::fabs(seconds) < 999.5 ? three_digits(seconds) : figure(seconds)) + " s";
}

std::string figure_of(std::string_view name, double value) {
  const bool is_time = name.size() > 3 && name.substr(name.size() - 3) == "_us";
  return is_time && std::isfinite(value) ? time_text(value) : figure(value);
}

std::string points_text(double points) {
  return fmt::format("{:.4g}", points);
}

}  // namespace warpschool::screen
