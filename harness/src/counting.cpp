// Turns the simulator's counters into requirements that tests can check.
#include "warpschool/harness/counting.hpp"

#include "judge.hpp"
#include "simulator_report.hpp"
#include "warpschool/screen/figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

namespace warpschool::harness {
namespace {

bool applies(const course::CounterRule& rule, int task) {
  return rule.task == 0 || task == 0 || rule.task == task;
}

bool has_word(const std::string& name, const char* word) {
  return name.find(word) != std::string::npos;
}

/// A rule's name, figure and bound, or why there is none.
/// @param atomics kernels used this memory by atomics, which are neither loads nor stores
std::string beside_bound(const std::string& name, double value, const char* relation, double bound,
                         bool atomics) {
  if (std::isnan(value)) {
    const char* why = !atomics                  ? "no kernel did such a thing"
                      : has_word(name, "store") ? "kernels changed this memory by atomics alone"
                                                : "kernels used this memory by atomics alone";
    return fmt::format("{}: nothing to count, as {}, {} {}", name, why, relation,
                       screen::figure_of(name, bound));
  }
  const auto [figure, limit] = screen::figures_apart(name, value, bound);
  return fmt::format("{}: {}, {} {}", name, figure, relation, limit);
}

/// Empty if the rule holds.
std::string broken(const course::CounterRule& rule, double largest, double least, bool atomics) {
  if (rule.max && !(largest <= *rule.max)) {
    return beside_bound(rule.name, largest, "allowed at most", *rule.max, atomics);
  }
  if (rule.min && !(least >= *rule.min)) {
    return beside_bound(rule.name, least, "needed at least", *rule.min, atomics);
  }
  return {};
}

/// What the rules are held against.
struct Figures {
  std::vector<CounterValues> launches;
  CounterValues extra;                                            ///< by names that no counter has
  std::map<std::string, std::string> advice = {}, meanings = {};  ///< of these
};

Figures figures_of(const AnswerBase& answer, CountedLaunches counted,
                   const detail::OwnFigures& own) {
  Figures figures{std::move(counted.launches), own.values, own.advice, own.meanings};
  const Copies copies = answer.copies().value_or(Copies{});
  figures.extra["launches"] = static_cast<double>(figures.launches.size());
  figures.extra["host_to_device_copies"] = static_cast<double>(copies.host_to_device);
  figures.extra["device_to_host_copies"] = static_cast<double>(copies.device_to_host);
  figures.extra["copied_bytes"] = static_cast<double>(copies.bytes);
  figures.extra["waits"] = static_cast<double>(answer.waits());
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

/// There is nothing of these loads or stores to count, but there are atomics on the same memory.
bool are_atomics_alone(const std::string& name, const Figures& figures) {
  if (!has_word(name, "load") && !has_word(name, "store")) {
    return false;
  }
  const auto value = figure_of(name, figures, false);
  const auto atomics =
      figure_of(has_word(name, "shared") ? "shared_atomic_requests" : "global_atomic_requests",
                figures, false);
  return value && std::isnan(*value) && atomics && *atomics > 0;
}

/// Most of the passes too many are those of atomics: lanes that change one word take turns, too.
bool are_conflicts_of_atomics(const std::string& name, const Figures& figures) {
  const auto passes = figure_of("shared_atomic_passes", figures, false);
  const auto requests = figure_of("shared_atomic_requests", figures, false);
  const auto conflicts = figure_of(name, figures, false);
  return name == "shared_bank_conflicts" && passes && requests && conflicts &&
         2 * (*passes - *requests) > *conflicts;
}

/// Counters of the simulator that rules name as they are.
struct PlainCounter {
  std::string_view name;
  const char* meaning;
  const char* help;
};

constexpr std::array kPlainCounters{
    PlainCounter{"modelled_us", "microseconds that the launches take, by the simulator's model",
                 "What takes that time: too few threads at work, memory that is read again and "
                 "again, or threads that wait for each other? warp profile says what limits a "
                 "kernel."},
    PlainCounter{"warp_instructions", "instructions that warps executed",
                 "Do lanes wait while others loop, or does each compute what one could tell the "
                 "others?"},
    PlainCounter{"shuffles", "shuffles that warps executed",
                 "Where a step halves or doubles the distance, the 32 lanes of a warp need five."},
    PlainCounter{"busiest_warp_instructions", "instructions of the warp that executed most",
                 "Let the other warps do their share of its work."},
    PlainCounter{"block_critical_path_clk", "clocks from the begin of a block to its end",
                 "Fewer steps that wait for each other: more threads at work in each, fewer "
                 "barriers, nothing that one thread does for all."}};

const PlainCounter* plain_counter(const std::string& name) {
  const auto found = std::find_if(kPlainCounters.begin(), kPlainCounters.end(),
                                  [&](const PlainCounter& one) { return one.name == name; });
  return found == kPlainCounters.end() ? nullptr : &*found;
}

/// What the figure is; empty where nobody says.
std::string meaning_of(const std::string& name, const Metric* metric, const Figures& figures) {
  if (are_conflicts_of_atomics(name, figures)) {
    return "extra passes over shared memory because lanes of a warp changed one word, or words of "
           "one bank, by atomics, which is done for one after the other";
  }
  if (const auto own = figures.meanings.find(name); own != figures.meanings.end()) {
    return own->second;
  }
  if (metric != nullptr) {
    return metric->meaning;
  }
  const PlainCounter* counter = plain_counter(name);
  return counter == nullptr ? std::string() : counter->meaning;
}

/// Figures that an exercise makes itself, sectors an element, have no help of their own: many
/// sectors come of lanes that lie apart, or of more requests.
std::string help_for_sectors(const std::string& name, const Figures& figures) {
  constexpr double kApart = 17;  // elements of 16 bytes that lie side by side need 16
  const bool is_store = has_word(name, "store");
  const auto sectors =
      figure_of(is_store ? "sectors_per_store" : "sectors_per_load", figures, true);
  return sectors && *sectors > kApart
             ? fmt::format(
                   "Neighbouring threads should {} neighbouring elements: threadIdx.x counts along "
                   "what lies side by side in memory, the columns of a row.",
                   is_store ? "write" : "read")
             : std::string();
}

/// What helps where a rule on this figure does not hold; empty if that is not known.
std::string help_for(const std::string& name, const Metric* metric, const Figures& figures) {
  if (are_atomics_alone(name, figures)) {
    return "An element that one thread alone changes needs no atomic: it loads, computes and "
           "stores.";
  }
  if (const auto given = figures.advice.find(name); given != figures.advice.end()) {
    return given->second;
  }
  if (are_conflicts_of_atomics(name, figures)) {
    return "Let lanes put their values together before (shuffles, or a tree in shared memory), so "
           "that few of them change the same word.";
  }
  if (metric != nullptr) {
    return metric->help;
  }
  if (const PlainCounter* counter = plain_counter(name)) {
    return counter->help;
  }
  const auto value = figure_of(name, figures, false);
  if (has_word(name, "requests_of_those_needed") && value && !std::isnan(*value)) {
    return "A warp makes one request where its lanes use memory in the same step, and one for each "
           "lane where they do so in turns: does one thread loop over what its neighbours could "
           "do?";
  }
  return has_word(name, "sectors_per") ? help_for_sectors(name, figures) : std::string();
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
  const bool atomics = are_atomics_alone(rule.name, figures);
  if (const std::string line = broken(rule, *largest, *least, atomics); !line.empty()) {
    const Metric* metric = find_metric(rule.name);
    const std::string meaning = meaning_of(rule.name, metric, figures);
    text += (text.empty() ? "" : "\n") + line +
            (meaning.empty() ? "" : fmt::format("\n  ({})", meaning));
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

OwnFigure counter_per(const AnswerBase& answer, const std::string& counter, std::size_t count) {
  const CounterValues counters = counters_of(answer).value_or(CounterValues{});
  const auto value = counters.find(counter);
  if (value == counters.end() || value->second == 0 || count == 0) {
    return {std::numeric_limits<double>::quiet_NaN(), {}};
  }
  const std::string meaning = count == 1 ? std::string()
                                         : fmt::format("{} {}, divided by {}", counter,
                                                       screen::figure_of(counter, value->second),
                                                       screen::count_text(count));
  return {value->second / static_cast<double>(count), meaning};
}

std::optional<Finding> judge_counters(const AnswerBase& answer, const OwnFigures& own) {
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
  const Figures figures = figures_of(answer, *counted, own);
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
