// The columns of a gradebook that take marks, as Canvas and Moodle export them.
#pragma once

#include "handout/marks.hpp"
#include "intake/csv.hpp"
#include "warpschool/support/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

enum class GradebookKind { kCanvas, kMoodle };

/// One column that takes marks.
struct MarkColumn {
  std::size_t at = 0;
  std::string header;
  std::string title;             ///< without what the platform adds
  std::string number;            ///< Canvas' number of the assignment, or empty
  std::optional<double> points;  ///< where the file says for the whole column how many there are
};

/// A column and what goes into it.
struct Filling {
  MarkColumn column;
  MarkSource source;
  std::string because;  ///< how it is known, if nobody said it
};

/// All columns in which a person may write, in the file's order.
std::vector<MarkColumn> mark_columns(const intake::CsvTable& table, GradebookKind kind);

/// What goes where. `wishes` are "COLUMN" or "COLUMN=WHAT"; a column is named by its header, its
/// title or its number. Without wishes it follows from `remembered` (header -> word) or from the
/// titles. An error names the columns that there are.
Result<std::vector<Filling>> choose_columns(
    const std::vector<MarkColumn>& columns, const std::vector<std::string>& wishes,
    const std::vector<std::pair<std::string, std::string>>& remembered, const ClassResult& result,
    const std::string& file);

/// "9.5" or "9,5"; nothing for all that is no number.
std::optional<double> parse_mark(const std::string& text);

}  // namespace warpschool::grader
