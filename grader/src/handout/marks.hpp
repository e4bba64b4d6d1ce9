// What one cell of a gradebook says: the points of an exercise, a module or everything.
#pragma once

#include "result/class_result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

/// What a column of a gradebook holds.
struct MarkSource {
  enum class Kind { kTotal, kPercent, kModule, kExercise };
  Kind kind = Kind::kTotal;
  std::string id;  ///< of the module or the exercise

  /// As the command line says it: "total", "percent", or the id.
  std::string word() const;
};

/// What a word of the command line means, if it means anything.
std::optional<MarkSource> mark_source(const ClassResult& result, const std::string& word);

/// What the title of a column may mean: an id, or a title of an exercise or module, however it is
/// written.
std::optional<MarkSource> mark_source_by_title(const ClassResult& result, const std::string& title);

/// A student's points; none where nothing has been judged or is due yet. Of modules and totals what
/// is due counts, as in grades.csv.
std::optional<Score> mark_of(const ClassResult& result, const StudentResult& student,
                             const MarkSource& source);

/// What a student with full points has.
double full_mark(const ClassResult& result, const MarkSource& source);

}  // namespace warpschool::grader
