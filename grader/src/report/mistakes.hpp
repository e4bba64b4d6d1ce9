// Mistakes: what went wrong in a task of a submission, in words that several submissions can share.
// The report groups students by them and tells a student the next step. They word the report and
// decide nothing.
#pragma once

#include "result/class_result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader::report {

struct Mistake {
  int task = 0;  ///< 0: belongs to no single task
  Verdict verdict = Verdict::kWrong;
  /// Completes "17 students ...": "lack the second barrier". Equal for equal mistakes.
  std::string what;
  std::string exactly;     ///< `what` with its figures and names
  bool is_known = false;   ///< `what` begins with a verb; else it repeats a message
  bool is_empty = false;   ///< nobody has begun: the region is as it was given
  bool says_step = false;  ///< `what` holds the next step: it is a hint
  std::string happened;    ///< what was seen, one sentence or a few short lines
  std::string next_step;   ///< the most useful thing to do now; never empty
  std::string file;        ///< of the faulty line, or empty
  int line = 0;            ///< 0: unknown
  std::string code;        ///< the line's text without its indentation, or empty
  std::string region;      ///< "TODO(2)": the region of the stub that the line lies in, or empty
};

/// One for each task that has a failed check: of its checks the one that says most. A mistake that
/// an earlier task has shown already is not repeated. Empty where all is well or nothing ran.
std::vector<Mistake> mistakes_in(const ExerciseResult& result);

/// What a result asks of its student, also where nothing was judged; nothing where all is well.
std::optional<Mistake> first_mistake(const ExerciseResult& result);

/// Students who made one mistake.
struct Cluster {
  Mistake example;                    ///< of the first of them
  std::string what;                   ///< in its very words where all have the same
  std::vector<std::size_t> students;  ///< indices into ClassResult::students, ascending
};

/// The mistakes in one exercise (an index into ClassResult::exercises): the most common first, then
/// by task; regions that are as they were given come last.
std::vector<Cluster> clusters_of(const ClassResult& result, std::size_t column);

/// "1 student lacks a barrier", "17 students lack a barrier".
std::string sentence_of(const Cluster& cluster);

}  // namespace warpschool::grader::report
