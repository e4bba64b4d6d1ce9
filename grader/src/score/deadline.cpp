// Reckons due dates and late days.
#include "score/deadline.hpp"

#include "score/score.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

constexpr std::int64_t kDay = 86'400;

/// "15 min", "6 h", "7 days": the largest unit that leaves no rest.
std::string duration_text(std::uint64_t seconds) {
  struct Unit {
    std::uint64_t seconds;
    const char* name;
  };
  for (const Unit& unit : {Unit{86'400, "days"}, Unit{3'600, "h"}, Unit{60, "min"}}) {
    if (seconds % unit.seconds == 0) {
      const std::uint64_t count = seconds / unit.seconds;
      return fmt::format("{} {}", count, unit.seconds == 86'400 && count == 1 ? "day" : unit.name);
    }
  }
  return fmt::format("{} s", seconds);
}

course::Time extended(course::Time due, const course::Extension& extension) {
  if (extension.until) {
    return course::parse_time(*extension.until).value_or(due);
  }
  return due + std::chrono::seconds(
                   static_cast<std::int64_t>(extension.days * static_cast<double>(kDay)));
}

}  // namespace

std::optional<DueDate> due_date(const course::Exercise& exercise, const course::Policy& policy,
                                const std::string& student) {
  const std::string text = policy.due_of(exercise).value_or("");
  const std::optional<course::Time> due = course::parse_time(text);
  if (!due) {
    return std::nullopt;
  }
  course::Time latest = *due;
  for (const course::Extension& extension : policy.extensions) {
    const bool meant = extension.student == student &&
                       (extension.exercise.empty() || extension.exercise == exercise.id);
    latest = meant ? std::max(latest, extended(*due, extension)) : latest;
  }
  return DueDate{latest, latest == *due ? text : course::to_text(latest, text)};
}

unsigned days_late(course::Time handed_in, course::Time due, const course::LatePolicy& late) {
  const std::int64_t seconds = (handed_in - due).count();
  if (seconds <= 0 || seconds <= static_cast<std::int64_t>(late.grace_s)) {
    return 0;
  }
  return static_cast<unsigned>((seconds + kDay - 1) / kDay);
}

bool is_too_late(course::Time handed_in, course::Time due, const course::LatePolicy& late) {
  return late.latest_s && (handed_in - due).count() > static_cast<std::int64_t>(*late.latest_s);
}

double points_lost(double won, unsigned days, const course::LatePolicy& late) {
  return to_cents(won * std::min(1.0, static_cast<double>(days) * late.loss_per_day));
}

std::string explain(const course::LatePolicy& late) {
  if (late.loss_per_day <= 0 && !late.latest_s) {
    return {};
  }
  std::string text = "Late work";
  if (late.loss_per_day > 0) {
    text += fmt::format(" loses {:g} % of its points for each day begun", 100 * late.loss_per_day);
  }
  if (late.grace_s > 0) {
    text += fmt::format("{} after {} of grace", late.loss_per_day > 0 ? "," : "",
                        duration_text(late.grace_s));
  }
  if (late.latest_s) {
    text += fmt::format("{} counts for nothing later than {} after the due date",
                        late.loss_per_day > 0 ? ", and" : "", duration_text(*late.latest_s));
  }
  if (late.late_days > 0) {
    text += fmt::format(". Every student may be late by {} {} in all without losing points",
                        late.late_days, late.late_days == 1 ? "day" : "days");
  }
  return text + ".";
}

}  // namespace warpschool::grader
