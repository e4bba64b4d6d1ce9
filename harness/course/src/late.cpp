// Reads what late work costs.
#include "sections.hpp"
#include "units.hpp"

#include <sstream>

namespace warpschool::course {
namespace {

constexpr std::uint64_t kMostDays = 366;

/// Whole seconds; nothing where it is no time, which has been said then.
std::optional<std::uint64_t> read_seconds(const Fields& late, const std::string& key) {
  constexpr std::uint64_t kMostMs = kMostDays * 86'400'000;
  const std::optional<Text> text = late.text(key);
  if (!text) {
    return std::nullopt;
  }
  const std::optional<std::uint64_t> value = parse_duration_ms(text->value);
  if (!value) {
    late.complain(key, "'" + key + "' must be a time, but is " + in_quotes(text->value),
                  "write 15min, 6h or 7d");
    return std::nullopt;
  }
  if (*value > kMostMs) {
    late.complain(key, "'" + key + "' must be at most 366d");
    return std::nullopt;
  }
  return *value / 1000;
}

/// 0.1 is a tenth to who writes it so: as 0.1% it would cost next to nothing.
std::string percentage_meant(const std::string& text) {
  const std::optional<double> number = parse_number(text);
  if (!number) {
    return "write 10%";
  }
  std::ostringstream percent;
  percent << (*number > 0 && *number <= 1 ? 100 * *number : *number);
  return "did you mean '" + percent.str() + "%'?";
}

/// Nothing where it cannot be read, which is a complaint.
std::optional<double> read_loss(const Fields& late) {
  const std::optional<Text> text = late.text("loss_per_day");
  if (!text) {
    return 0;
  }
  const std::optional<double> loss = parse_percentage(text->value);
  if (!loss) {
    late.complain(
        "loss_per_day",
        "'loss_per_day' must be a percentage of the points won, but is " + in_quotes(text->value),
        percentage_meant(text->value));
  }
  return loss;
}

}  // namespace

std::optional<LatePolicy> read_late(const Fields& fields) {
  if (!fields.has("late")) {
    return std::nullopt;
  }
  const Fields late(fields.node("late"), "late", {"grace", "loss_per_day", "latest", "late_days"},
                    fields.complaints());
  LatePolicy policy;
  policy.grace_s = read_seconds(late, "grace").value_or(0);
  const std::optional<double> loss = read_loss(late);
  policy.loss_per_day = loss.value_or(0);
  policy.latest_s = read_seconds(late, "latest");
  policy.late_days = late.count("late_days", 0, kMostDays).value_or(0);
  if (policy.latest_s && *policy.latest_s < policy.grace_s) {
    late.complain("latest", "'latest' comes before the end of 'grace'",
                  "both count from the due date");
  }
  if (policy.late_days > 0 && loss && *loss <= 0) {
    late.complain("late_days", "'late_days' save from a loss, but there is no 'loss_per_day'",
                  "add loss_per_day: 10%");
  }
  return policy;
}

}  // namespace warpschool::course
