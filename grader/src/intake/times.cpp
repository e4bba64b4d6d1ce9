// Reads times as exports write them.
#include "intake/foreign_names.hpp"
#include "intake/layout.hpp"

#include <charconv>

namespace warpschool::grader::intake {
namespace {

/// Takes numbers and marks off a text, one after the other.
class TimeReader {
 public:
  explicit TimeReader(std::string_view text) : rest_(text) {}

  bool number(std::size_t digits, int& value) {
    if (rest_.size() < digits || !is_number(rest_.substr(0, digits))) {
      return false;
    }
    std::from_chars(rest_.data(), rest_.data() + digits, value);
    rest_.remove_prefix(digits);
    return true;
  }

  bool mark(std::string_view any_of) {
    if (rest_.empty() || any_of.find(rest_.front()) == std::string_view::npos) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  void fraction() {
    if (mark(".,")) {
      while (mark("0123456789")) {
      }
    }
  }

  /// "Z", "UTC", "+01:00", "-0700"; no zone is no answer, for it may be anybody's.
  std::optional<std::chrono::minutes> zone() {
    while (mark(" ")) {
    }
    if (rest_ == "Z" || rest_ == "UTC") {
      return std::chrono::minutes(0);
    }
    const bool west = !rest_.empty() && rest_.front() == '-';
    int hours = 0;
    int minutes = 0;
    if (!mark("+-") || !number(2, hours)) {
      return std::nullopt;
    }
    mark(":");
    if (!number(2, minutes) || !rest_.empty() || hours > 14 || minutes > 59) {
      return std::nullopt;
    }
    return std::chrono::minutes((west ? -1 : 1) * (60 * hours + minutes));
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::optional<std::chrono::sys_seconds> parse_time(std::string_view text) {
  const std::string line = trimmed(text);
  TimeReader reader(line);
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  if (!reader.number(4, year) || !reader.mark("-") || !reader.number(2, month) ||
      !reader.mark("-") || !reader.number(2, day) || !reader.mark(" T") ||
      !reader.number(2, hour) || !reader.mark(":") || !reader.number(2, minute)) {
    return std::nullopt;
  }
  if (reader.mark(":") && !reader.number(2, second)) {
    return std::nullopt;
  }
  reader.fraction();
  const auto zone = reader.zone();
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!zone || !date.ok() || hour > 23 || minute > 59 || second > 60) {
    return std::nullopt;
  }
  return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
         std::chrono::seconds(second) - *zone;
}

}  // namespace warpschool::grader::intake
