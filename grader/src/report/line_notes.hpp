// What is to be said beside the lines of a student's source: faults of the simulator and the
// compiler's diagnostics.
#pragma once

#include "result/class_result.hpp"

#include <string>
#include <vector>

namespace warpschool::grader::report {

/// What is said beside a line.
struct LineNote {
  enum class Kind { kFault, kError, kWarning };
  int line = 0;
  Kind kind = Kind::kFault;
  std::string title;  ///< "out of bounds", "error"
  std::string text;
  std::size_t repeats = 0;  ///< more notes of the same title on this line, not shown
};

/// The faults of all checks and the compiler's diagnostics that name a line of the student's file,
/// by line. Equal titles on one line are folded into the first. A race marks both accesses, a
/// deadlock every line at which threads wait.
std::vector<LineNote> line_notes(const ExerciseResult& result);

/// Diagnostics in a compiler's output that name `file`: gcc's and clang's "x.cu:3:5: error: ..."
/// and nvcc's "x.cu(3): error: ...".
std::vector<LineNote> diagnostics_in(const std::string& build_log, const std::string& file);

}  // namespace warpschool::grader::report
