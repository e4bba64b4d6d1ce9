// Fills marks into the gradebook that a teaching platform exported, and changes nothing else in it.
#pragma once

#include "handout/gradebook_columns.hpp"
#include "intake/roster.hpp"
#include "result/class_result.hpp"
#include "warpschool/support/result.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpschool::grader {

struct GradebookOptions {
  GradebookKind kind = GradebookKind::kCanvas;
  std::vector<std::string> columns;  ///< "COLUMN" or "COLUMN=WHAT"
  /// What went where last time: header of a column, word of its source.
  std::vector<std::pair<std::string, std::string>> remembered;
  const intake::Roster* roster = nullptr;  ///< says who the class's ids are, where it is given
  bool scale = false;                      ///< marks become parts of the points that the column has
  bool unscaled = false;                   ///< marks are points, however many the column has
};

/// A mark that stands there already and is another one.
struct ChangedMark {
  int line = 0;
  std::string who;
  std::string column;
  std::string before;
  std::string after;
};

struct FilledGradebook {
  std::string text;  ///< the file anew: every byte but those of the marks is as it was
  std::vector<Filling> fillings;
  std::size_t marks = 0;               ///< cells that hold a mark of ours now
  std::vector<ChangedMark> changed;    ///< a subset of these
  std::vector<std::string> unmatched;  ///< graded, but not in the gradebook: sentences
  std::vector<std::string> ungraded;   ///< in the gradebook, but not graded
  std::vector<std::string> notes;      ///< other sentences
};

/// Errors: what is no gradebook, a column that is not there or of other points.
Result<FilledGradebook> fill_gradebook(std::string_view text, const std::string& file,
                                       const ClassResult& result, const GradebookOptions& options);

}  // namespace warpschool::grader
