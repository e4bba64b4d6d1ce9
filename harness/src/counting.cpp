// Turns the simulator's counters into requirements that tests can check.
#include "warpschool/harness/counting.hpp"

#include "judge.hpp"
#include "simulator_report.hpp"
#include "warpschool/screen/figures.hpp"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <utility>

namespace warpschool::harness {
namespace {

bool applies(const course::CounterRule& rule, int task) {
  return rule.task == 0 || task == 0 || rule.task == task;
}

/// A rule's name, figure and bound, or why there is none.
std::string beside_bound(const std::string& name, double value, const char* relation,
                         double bound) {
  if (std::isnan(value)) {
    return fmt::format("{}: nothing to count, as no kernel did such a thing, {} {}", name, relation,
                       screen::figure_of(name, bound));
  }
  const auto [figure, limit] = screen::figures_apart(name, value, bound);
  return fmt::format("{}: {}, {} {}", name, figure, relation, limit);
}

/// Empty if the rule holds.
std::string broken(const course::CounterRule& rule, double largest, double least) {
  if (rule.max && !(largest <= *rule.max)) {
    return beside_bound(rule.name, largest, "allowed at most", *rule.max);
  }
  if (rule.min && !(least >= *rule.min)) {
    return beside_bound(rule.name, least, "needed at least", *rule.min);
  }
  return {};
}

/// What the rules are held against.
struct Figures {
  std::vector<CounterValues> launches;
  CounterValues extra;                             ///< by names that no counter has
  std::map<std::string, std::string> advice = {};  ///< on these
};

Figures figures_of(const AnswerBase& answer, CountedLaunches counted, const CounterValues& extra) {
  Figures figures{std::move(counted.launches), extra, {}};
  const Copies copies = answer.copies().value_or(Copies{});
  figures.extra["launches"] = static_cast<double>(figures.launches.size());
  figures.extra["host_to_device_copies"] = static_cast<double>(copies.host_to_device);
  figures.extra["device_to_host_copies"] = static_cast<double>(copies.device_to_host);
  figures.extra["copied_bytes"] = static_cast<double>(copies.bytes);
  figures.extra["leaked_allocations"] = static_cast<double>(counted.leaked_allocations);
  figures.extra["managed_allocations"] = static_cast<double>(counted.managed_allocations);
  figures.extra["pinned_allocations"] = static_cast<double>(counted.pinned_allocations);
  figures.extra["overlap"] = counted.overlap;
  figures.extra["default_stream_kernels"] = static_cast<double>(counted.default_stream_kernels);
  figures.extra["kernel_streams"] = static_cast<double>(counted.kernel_streams);
  return figures;
}

/// The figure of one rule; nothing for an unknown name.
std::optional<double> figure_of(const std::string& name, const Figures& figures, bool largest) {
  if (const auto given = figures.extra.find(name); given != figures.extra.end()) {
    return given->second;
  }
  if (figures.launches.empty()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return largest ? largest_metric_value(name, figures.launches)
                 : metric_value(name, sum_of(figures.launches));
}

/// What helps where a rule on this figure does not hold; empty if that is not known. Figures that
/// an exercise makes itself, sectors an element, have no help of their own: many sectors come of
/// lanes that lie apart, or of more requests.
std::string help_for(const std::string& name, const Metric* metric, const Figures& figures) {
  if (const auto given = figures.advice.find(name); given != figures.advice.end()) {
    return given->second;
  }
  if (metric != nullptr) {
    return metric->help;
  }
  if (name.find("sectors_per") == std::string::npos) {
    return {};
  }
  constexpr double kApart = 17;  // elements of 16 bytes that lie side by side need 16
  const bool is_store = name.find("store") != std::string::npos;
  const auto sectors =
      figure_of(is_store ? "sectors_per_store" : "sectors_per_load", figures, true);
  return sectors && *sectors > kApart
             ? fmt::format(
                   "Neighbouring threads should {} neighbouring elements: threadIdx.x counts along "
                   "what lies side by side in memory, the columns of a row.",
                   is_store ? "write" : "read")
             : std::string();
}

/// Books the figure and adds to `text` and `hint` if the rule does not hold. False: no such figure.
bool apply(const course::CounterRule& rule, const Figures& figures, Check& check, std::string& text,
           std::string& hint) {
  const std::optional<double> largest = figure_of(rule.name, figures, true);
  const std::optional<double> least = figure_of(rule.name, figures, false);
  if (!largest || !least) {
    return false;
  }
  const double value = rule.max ? *largest : *least;
  double& worst =
      check.counters.try_emplace(rule.name, std::isnan(value) ? 0 : value).first->second;
  worst = rule.max ? std::fmax(worst, value) : std::fmin(worst, value);
  if (const std::string line = broken(rule, *largest, *least); !line.empty()) {
    const Metric* metric = find_metric(rule.name);
    text += (text.empty() ? "" : "\n") + line +
            (metric != nullptr ? fmt::format("\n  ({})", metric->meaning) : "");
    hint = hint.empty() ? help_for(rule.name, metric, figures) : hint;
  }
  return true;
}

}  // namespace

std::optional<CounterValues> counters_of(const AnswerBase& answer) {
  const auto counted = counted_launches(answer.simulator_report());
  return counted ? std::optional(sum_of(counted->launches)) : std::nullopt;
}

namespace detail {

double counter_per(const AnswerBase& answer, const std::string& counter, std::size_t count) {
  const CounterValues counters = counters_of(answer).value_or(CounterValues{});
  const auto value = counters.find(counter);
  const bool nothing = value == counters.end() || value->second == 0 || count == 0;
  return nothing ? std::numeric_limits<double>::quiet_NaN()
                 : value->second / static_cast<double>(count);
}

std::optional<Finding> judge_counters(const AnswerBase& answer, const CounterValues& extra,
                                      const std::map<std::string, std::string>& advice) {
  Check& check = judge().record().current();
  const auto counted = counted_launches(answer.simulator_report());
  if (!counted && judge().simulated()) {
    return answer.finding(Verdict::kSuspicious,
                          "There is nothing to count: the simulator's report is missing.");
  }
  if (!counted) {
    check.skip("This backend does not count.");
    return std::nullopt;
  }
  Figures figures = figures_of(answer, *counted, extra);
  figures.advice = advice;
  std::string text, hint;
  bool any = false;
  for (const course::CounterRule& rule : judge().exercise().counters) {
    if (!applies(rule, check.task)) {
      continue;
    }
    any = true;
    if (!apply(rule, figures, check, text, hint)) {
      return answer.finding(Verdict::kInternalError,
                            "course.yaml names a counter that is unknown: " + rule.name);
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
