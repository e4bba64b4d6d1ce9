// Makes template data of checks, grouped by task.
#include "report/check_view.hpp"

#include "report/counter_view.hpp"
#include "report/source_view.hpp"
#include "report/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>
#include <vector>

namespace warpschool::grader::report {
namespace {

/// The measured ratio, its interval and the threshold on one scale from 0; lengths in hundredths of
/// its width.
Data ratio_picture(const CheckResult& check) {
  const double ratio = check.ratio.value_or(0);
  const double high = check.ratio_high.value_or(ratio);
  const double threshold = check.threshold.value_or(0);
  const double scale = 100 / (1.12 * std::max({ratio, high, threshold, 1.0}));
  const double low = check.ratio_low.value_or(ratio);
  const auto at = [scale](double value) {
    return fmt::format("{:.2f}", std::max(0.0, value) * scale);
  };
  return Object{{"reached", at(ratio)},          {"low", at(low)},
                {"interval", at(high - low)},    {"has_threshold", check.threshold.has_value()},
                {"threshold_at", at(threshold)}, {"one_at", at(1)}};
}

/// "vector_add.cu:5", or as much of it as is known.
std::string place_of(const FaultNote& fault) {
  return fault.line > 0 ? fmt::format("{}:{}", fault.file, fault.line) : fault.file;
}

/// The id of the fault's line, or nothing if the page does not show the file.
std::string anchor_of(const ExerciseResult& result, const FaultNote& fault) {
  for (const ExerciseResult& file : file_by_file(result)) {
    if (!file.source.empty() &&
        (fault.file == file.file || (fault.file.empty() && file.file == result.file))) {
      return line_anchor(file.exercise, fault.line);
    }
  }
  return {};
}

/// What a check's message has said already need not be said again in its list of faults.
Data fault_data(const ExerciseResult& result, const CheckResult& check, const FaultNote& fault,
                std::size_t repeats) {
  std::string kind = fault.kind;
  std::replace(kind.begin(), kind.end(), '_', ' ');
  const std::string anchor = fault.line > 0 ? anchor_of(result, fault) : "";
  return Object{{"fault_kind", clean(kind)},
                {"fault_is_new", check.message.find(fault.message) == std::string::npos},
                {"fault_message", clean(fault.message)},
                {"has_repeats", repeats > 0},
                {"repeats", std::to_string(repeats)},
                {"has_where", !place_of(fault).empty()},
                {"has_anchor", !anchor.empty()},
                {"where", clean(place_of(fault))},
                {"anchor", anchor}};
}

/// One row per kind and line: a mistake that a hundred threads make is one mistake.
List fault_list(const ExerciseResult& result, const CheckResult& check) {
  std::vector<std::pair<const FaultNote*, std::size_t>> kinds;
  for (const FaultNote& fault : check.faults) {
    const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const auto& seen) {
      return seen.first->kind == fault.kind && place_of(*seen.first) == place_of(fault);
    });
    if (same == kinds.end()) {
      kinds.emplace_back(&fault, 0);
    } else {
      ++same->second;
    }
  }
  List rows;
  for (const auto& [fault, repeats] : kinds) {
    rows.push_back(fault_data(result, check, *fault, repeats));
  }
  return rows;
}

Data check_data(const ExerciseResult& result, const CheckResult& check) {
  const bool fine = check.verdict == Verdict::kPassed || check.verdict == Verdict::kSkipped;
  const List faults = fault_list(result, check);
  const List counters = counter_list(check);
  return Object{{"check_name", clean(check.name)},
                {"check_kind", clean(check.kind)},
                {"check_backend", clean(check.backend)},
                {"has_backend", !check.backend.empty()},
                {"check_class", class_of(check.verdict)},
                {"check_word", word_of(check.verdict)},
                {"check_points", score_text(check.points)},
                {"has_points", check.points.possible > 0},
                {"has_message", !check.message.empty()},
                {"message", clean(check.message)},
                {"is_fine", fine},
                {"has_hint", !check.hint.empty()},
                {"hint", clean(check.hint)},
                {"has_ratio", check.ratio.has_value()},
                {"ratio", ratio_picture(check)},
                {"ratio_sentence", ratio_sentence(check)},
                {"has_faults", !faults.empty()},
                {"faults", faults},
                {"has_counters", !counters.empty()},
                {"counters", counters},
                {"counters_open", check.verdict == Verdict::kCounters},
                {"has_output", !check.output.empty()},
                {"output", clean(check.output)}};
}

Data task_data(const ExerciseResult& result, int task,
               const std::vector<const CheckResult*>& checks) {
  List rows;
  Score points;
  for (const CheckResult* check : checks) {
    rows.push_back(check_data(result, *check));
    points.won += check->points.won;
    points.possible += check->points.possible;
  }
  return Object{{"task_title", task > 0 ? fmt::format("Task {}", task) : "The whole exercise"},
                {"task_points", score_text(points)},
                {"checks", rows}};
}

}  // namespace

std::string score_text(const Score& score) {
  return number(score.won) + " / " + number(score.possible);
}

List task_list(const ExerciseResult& result) {
  std::map<int, std::vector<const CheckResult*>> by_task;
  for (const CheckResult& check : result.checks) {
    by_task[check.task].push_back(&check);
  }
  List tasks;
  for (const auto& [task, checks] : by_task) {
    tasks.push_back(task_data(result, task, checks));
  }
  return tasks;
}

std::string ratio_sentence(const CheckResult& check) {
  if (!check.ratio) {
    return {};
  }
  std::string text = number(*check.ratio) + " times as fast as the reference";
  if (check.ratio_low && check.ratio_high &&
      number(*check.ratio_low) != number(*check.ratio_high)) {
    text +=
        fmt::format(" (between {} and {})", number(*check.ratio_low), number(*check.ratio_high));
  }
  if (check.threshold) {
    text += fmt::format("; full points from {}", number(*check.threshold));
  }
  return text + ".";
}

}  // namespace warpschool::grader::report
