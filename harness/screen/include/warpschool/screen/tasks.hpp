// A result, task by task: which check stands for a task, and which task comes first.
#pragma once

#include "warpschool/screen/judge_result.hpp"

#include <string>
#include <vector>

namespace warpschool::screen {

struct Task {
  int number = 0;  ///< 0: checks of no single task
  std::vector<const Check*> checks;
  double won = 0, possible = 0;
  /// The check that is explained, null if none failed: of the kind that fails first (correctness,
  /// then times and counters) the worst fault that says where it is, because what the others say
  /// follows from it; else the first that did not pass.
  const Check* shown = nullptr;

  bool skipped() const;
  bool passed() const { return shown == nullptr && !skipped(); }
  /// "passed", "skipped", "not asked", or the verdict of the shown check, in words.
  std::string word() const;
  /// Failed checks that are told beside the shown one: none beside a fault.
  std::vector<const Check*> others() const;
};

/// In the order of their numbers, checks of no single task last. The result must outlive them.
std::vector<Task> tasks_of(const JudgeResult& result);

/// Its verdict in words: "memory fault". A deadlock whose cause is a loop that never ends is an
/// "endless loop": nobody waits there.
std::string word_of(const Check& check);

}  // namespace warpschool::screen
