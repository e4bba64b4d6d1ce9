// Turns the simulator's counters into requirements that tests can check.
#include "warpschool/harness/counters.hpp"

#include "judge.hpp"
#include "overlap.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpschool::harness {
namespace {

using nlohmann::json;

bool applies(const course::CounterRule& rule, int task) {
  return rule.task == 0 || task == 0 || rule.task == task;
}

/// Empty if the rule holds.
std::string broken(const course::CounterRule& rule, double value) {
  if (rule.max && value > *rule.max) {
    return fmt::format("{}: {:.4g}, allowed at most {:.4g}", rule.name, value, *rule.max);
  }
  if (rule.min && value < *rule.min) {
    return fmt::format("{}: {:.4g}, needed at least {:.4g}", rule.name, value, *rule.min);
  }
  return {};
}

/// Copies and kernels of the time line; what only happens within the device's memory is neither.
std::vector<Busy> copies_and_kernels(const json& report) {
  std::vector<Busy> work;
  for (const json& piece : report.value("timeline", json::array())) {
    const std::string what = piece.value("what", std::string());
    if (what == "kernel" || what == "host_to_device" || what == "device_to_host") {
      work.push_back({piece.value("begin_us", 0.0), piece.value("end_us", 0.0)});
    }
  }
  return work;
}

}  // namespace

std::optional<CounterValues> counters_of(const AnswerBase& answer) {
  const json report = json::parse(answer.simulator_report(), nullptr, false);
  if (!report.is_object() || !report.contains("launches")) {
    return std::nullopt;
  }
  CounterValues sum;
  for (const json& launch : report["launches"]) {
    const auto counters = launch.find("counters");
    if (counters == launch.end()) {
      continue;
    }
    for (const auto& [name, value] : counters->items()) {
      if (value.is_number()) {
        sum[name] += value.get<double>();
      }
    }
  }
  sum["overlap"] = overlap_of(copies_and_kernels(report));
  return sum;
}

namespace detail {

std::optional<Finding> judge_counters(const AnswerBase& answer, const CounterValues& extra) {
  Check& check = judge().record().current();
  const std::optional<CounterValues> counters = counters_of(answer);
  if (!counters) {
    check.skip("This backend does not count.");
    return std::nullopt;
  }
  std::string text, hint;
  bool any = false;
  for (const course::CounterRule& rule : judge().exercise().counters) {
    if (!applies(rule, check.task)) {
      continue;
    }
    any = true;
    const auto given = extra.find(rule.name);
    const std::optional<double> value =
        given != extra.end() ? given->second : metric_value(rule.name, *counters);
    if (!value) {
      return answer.finding(Verdict::kInternalError,
                            "course.yaml names a counter that is unknown: " + rule.name);
    }
    double& worst = check.counters.try_emplace(rule.name, *value).first->second;
    worst = rule.max ? std::max(worst, *value) : std::min(worst, *value);
    if (const std::string line = broken(rule, *value); !line.empty()) {
      const Metric* metric = find_metric(rule.name);
      text += (text.empty() ? "" : "\n") + line +
              (metric != nullptr ? fmt::format("\n  ({})", metric->meaning) : "");
      hint = hint.empty() && metric != nullptr ? metric->help : hint;
    }
  }
  if (!any) {
    return answer.finding(Verdict::kInternalError,
                          "course.yaml has no counter rule for this check.");
  }
  return text.empty() ? std::nullopt
                      : std::optional(answer.finding(Verdict::kCounters, text, hint));
}

}  // namespace detail
}  // namespace warpschool::harness
