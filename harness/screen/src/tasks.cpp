// Groups a result's checks by task and picks the one that is explained.
#include "warpschool/screen/tasks.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace warpschool::screen {
namespace {

/// A crash or a timeout without a line says that something is wrong, not what.
bool explains_itself(const Check& check) {
  return check.is_fault() &&
         (!check.faults.empty() || (check.verdict != "crash" && check.verdict != "timeout"));
}

/// Of the kind alone: a fault of a timed call explains no wrong answer.
const Check* worst_fault(const std::vector<const Check*>& checks, const std::string& kind) {
  const Check* worst = nullptr;
  for (const Check* check : checks) {
    const bool is_worse =
        worst == nullptr || rank_of_verdict(check->verdict) < rank_of_verdict(worst->verdict);
    if (check->kind == kind && explains_itself(*check) && is_worse) {
      worst = check;
    }
  }
  return worst;
}

const Check* first_failed(const std::vector<const Check*>& checks) {
  const auto found = std::find_if(checks.begin(), checks.end(),
                                  [](const Check* check) { return check->failed(); });
  return found == checks.end() ? nullptr : *found;
}

/// Something that a person has to look at goes before all else.
const Check* grave(const std::vector<const Check*>& checks) {
  const auto found = std::find_if(checks.begin(), checks.end(), [](const Check* check) {
    return check->failed() && rank_of_verdict(check->verdict) <= rank_of_verdict("suspicious");
  });
  return found == checks.end() ? nullptr : *found;
}

/// @param checks those of correctness first
const Check* cause_of(const std::vector<const Check*>& checks) {
  const Check* first = first_failed(checks);
  if (const Check* check = grave(checks); check != nullptr || first == nullptr) {
    return check;
  }
  const Check* fault = worst_fault(checks, first->kind);
  return fault != nullptr ? fault : first;
}

int rank_of_kind(const std::string& kind) {
  return kind == "correctness" ? 0 : kind == "timing" ? 1 : 2;
}

void add(Task& task, const Check& check) {
  task.number = check.task;
  task.checks.push_back(&check);
  task.won += check.won;
  task.possible += check.counts() ? check.possible : 0;
}

}  // namespace

std::string word_of(const Check& check) {
  const bool is_loop = std::any_of(
      check.faults.begin(), check.faults.end(),
      [](const Fault& fault) { return fault.kind == "deadlock" && fault.cause == "endless_loop"; });
  std::string word = check.verdict;
  std::replace(word.begin(), word.end(), '_', ' ');
  return check.verdict == "deadlock" && is_loop ? "endless loop" : word;
}

bool Task::skipped() const {
  return std::all_of(checks.begin(), checks.end(),
                     [](const Check* check) { return check->skipped(); });
}

std::string Task::word() const {
  if (shown != nullptr) {
    return word_of(*shown);
  }
  const bool is_left_out = std::any_of(checks.begin(), checks.end(),
                                       [](const Check* check) { return check->not_asked(); });
  return !skipped() ? "passed" : is_left_out ? "not asked" : "skipped";
}

std::vector<const Check*> Task::others() const {
  std::vector<const Check*> failed;
  if (shown != nullptr && !shown->is_fault()) {
    std::copy_if(checks.begin(), checks.end(), std::back_inserter(failed),
                 [&](const Check* check) { return check->failed() && check != shown; });
  }
  return failed;
}

std::vector<Task> tasks_of(const JudgeResult& result) {
  std::map<int, Task> by_number;
  for (const Check& check : result.checks) {
    const int key = check.task > 0 ? check.task : std::numeric_limits<int>::max();
    add(by_number[key], check);
  }
  std::vector<Task> tasks;
  for (auto& [key, task] : by_number) {
    std::stable_sort(task.checks.begin(), task.checks.end(), [](const Check* a, const Check* b) {
      return rank_of_kind(a->kind) < rank_of_kind(b->kind);
    });
    task.shown = cause_of(task.checks);
    tasks.push_back(std::move(task));
  }
  return tasks;
}

}  // namespace warpschool::screen
