// What a counter rule of course.yaml may name: each a formula over the simulator's counters of one
// question.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::harness {

/// The members of sim::Counters by name, summed over the launches of one question.
using CounterValues = std::map<std::string, double>;

/// One row of the table in docs/HARNESS.md.
struct Metric {
  const char* name;
  const char* meaning;   ///< one line for people: completes "... : 3.2, allowed at most 2"
  const char* help;      ///< what to look at if there is too much (or too little) of it
  bool is_ratio = true;  ///< of two counters, or of one block: launches do not add up
};

/// Every metric a rule may name.
const std::vector<Metric>& metrics();
/// nullptr for an unknown name.
const Metric* find_metric(const std::string& name);
/// The members of sim::Counters, which a rule may name, too.
const std::vector<std::string>& counter_names();
/// The metric's value; nothing for an unknown name, NaN for a ratio over nothing. Any counter's own
/// name is a metric too.
std::optional<double> metric_value(const std::string& name, const CounterValues& counters);
/// The same for several launches: of ratios the worst launch (the largest, so that an idle kernel
/// beside the real one changes nothing), of all else the sum.
std::optional<double> largest_metric_value(const std::string& name,
                                           const std::vector<CounterValues>& launches);
/// All launches together.
CounterValues sum_of(const std::vector<CounterValues>& launches);

}  // namespace warpschool::harness
