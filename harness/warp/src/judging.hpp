// Starts the judges of an exercise and reads what they found.
#pragma once

#include "tree.hpp"
#include "warpschool/screen/judge_result.hpp"

#include <string>
#include <vector>

namespace warpschool::warp {

/// What the judges of one exercise said.
struct Judgement {
  std::vector<screen::JudgeResult> results;  ///< backend by backend
  std::string trouble;                       ///< of judges that did not finish
  /// The preset's own backend judged nothing (there is no GPU): why, in its judge's words. What
  /// another backend let pass is then no pass.
  std::string unjudged;
  bool is_of_new_inputs = false;  ///< those with which it failed before it passes now
};

/// Judges what is built, on every backend. The judge of a simulator that took long before is two
/// processes that share the checks; which check goes where depends on what each took, and no
/// verdict on that.
/// @param seed of the inputs; empty: a fresh one
Judgement judge_exercise(const Tree& tree, const course::Exercise& exercise,
                         const std::string& seed = {});

/// The command of a judge, of all that it can judge.
std::vector<std::string> judge_command(const Tree& tree, const course::Exercise& exercise,
                                       const Backend& backend, const Judged& judged);

}  // namespace warpschool::warp
