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

bool is_time(std::string_view name) {
  return name.ends_with("_us");
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
  return is_time(name) && std::isfinite(value) ? time_text(value) : figure(value);
}

std::pair<std::string, std::string> figures_apart(std::string_view name, double value,
                                                  double bound) {
  std::pair<std::string, std::string> texts{figure_of(name, value), figure_of(name, bound)};
  constexpr int kFewest = 5, kAll = 17;  // digits: figure_of has four, a double seventeen
  for (int digits = kFewest; texts.first == texts.second && value != bound && digits <= kAll;
       ++digits) {
    const char* const unit = is_time(name) ? " us" : "";
    texts = {fmt::format("{:.{}g}{}", value, digits, unit),
             fmt::format("{:.{}g}{}", bound, digits, unit)};
  }
  return texts;
}

std::string points_text(double points) {
  return fmt::format("{:.4g}", points);
}

}  // namespace warpschool::screen
