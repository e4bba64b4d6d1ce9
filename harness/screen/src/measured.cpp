// Puts figures of passed tasks beside their goals.
#include "measured.hpp"

#include "warpschool/screen/figures.hpp"
#include "warpschool/screen/sentences.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace warpschool::screen {
namespace {

constexpr std::size_t kNameColumns = 13;  ///< as in the rows of tasks

using course::CounterRule;

std::vector<const Check*> races_of(const Task& task) {
  std::vector<const Check*> races;
  std::copy_if(task.checks.begin(), task.checks.end(), std::back_inserter(races),
               [](const Check* check) { return check->ratio && check->threshold; });
  return races;
}

/// The bounds of all rules for one counter of a task, and what was measured.
struct MeasuredCounter {
  std::string name;
  std::optional<double> min, max, value;
};

/// A rule's figure is the worst that any check of the task counted.
void add_figures(const Task& task, const CounterRule& rule, MeasuredCounter& counter) {
  counter.min = rule.min ? rule.min : counter.min;
  counter.max = rule.max ? rule.max : counter.max;
  for (const Check* check : task.checks) {
    const auto found = check->counters.find(rule.name);
    if (found == check->counters.end()) {
      continue;
    }
    const double value = found->second, before = counter.value.value_or(value);
    counter.value = rule.max ? std::max(before, value) : std::min(before, value);
  }
}

/// In the order of course.yaml, each once.
std::vector<MeasuredCounter> counters_of(const Task& task, const std::vector<CounterRule>& rules) {
  std::vector<MeasuredCounter> counters;
  for (const CounterRule& rule : rules) {
    if (rule.task != 0 && task.number != 0 && rule.task != task.number) {
      continue;
    }
    auto counter = std::find_if(counters.begin(), counters.end(),
                                [&](const MeasuredCounter& one) { return one.name == rule.name; });
    if (counter == counters.end()) {
      counter = counters.insert(counter, MeasuredCounter{rule.name, {}, {}, {}});
    }
    add_figures(task, rule, *counter);
  }
  return counters;
}

std::string goal_of(const MeasuredCounter& counter) {
  const auto bound = [&](double value) { return figure_of(counter.name, value); };
  if (counter.min && counter.max && *counter.min == *counter.max) {
    return bound(*counter.min) + " is asked for";
  }
  const std::string least = counter.min ? "at least " + bound(*counter.min) : "";
  const std::string most = counter.max ? "at most " + bound(*counter.max) : "";
  return least + (least.empty() || most.empty() ? "" : ", ") + most;
}

std::vector<std::string> figures_in(const Task& task, const std::vector<CounterRule>& rules) {
  std::vector<std::string> lines;
  const std::vector<const Check*> races = races_of(task);
  for (const Check* race : races) {
    lines.push_back(race_text(*race) + (races.size() > 1 ? " (" + race->name + ")" : ""));
  }
  for (const MeasuredCounter& counter : counters_of(task, rules)) {
    if (counter.value) {
      lines.push_back(fmt::format("{} {} ({})", counter.name,
                                  figure_of(counter.name, *counter.value), goal_of(counter)));
    }
  }
  return lines;
}

}  // namespace

std::string race_text(const Check& check) {
  return fmt::format("{:.3g} times as fast as the reference; full points at {:.3g}",
                     check.ratio.value_or(0), check.threshold.value_or(0));
}

std::string speeds(const Task& task) {
  std::vector<std::string> ratios;
  const std::vector<const Check*> races = races_of(task);
  for (const Check* race : races) {
    ratios.push_back(fmt::format("{:.3g}", *race->ratio));
  }
  return ratios.empty() ? std::string()
                        : fmt::format("{} times as fast, {:.3g} needed", fmt::join(ratios, " and "),
                                      *races.front()->threshold);
}

std::string measured_text(const std::vector<Task>& tasks, const std::vector<CounterRule>& rules,
                          const Look& look) {
  std::string text;
  for (const Task& task : tasks) {
    std::string name = task.number > 0 ? fmt::format("task {}", task.number) : "all tasks";
    for (const std::string& line :
         task.passed() ? figures_in(task, rules) : std::vector<std::string>()) {
      const std::string block = wrapped(line, std::string(kNameColumns, ' '), look.width);
      text += fmt::format("  {:<{}}", name, kNameColumns - 2) + block.substr(kNameColumns);
      name.clear();
    }
  }
  return text.empty() ? text : "Measured, and what is asked for:\n" + text;
}

}  // namespace warpschool::screen
