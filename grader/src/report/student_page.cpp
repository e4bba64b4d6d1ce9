// Writes one student's page of the report.
#include "check_view.hpp"
#include "grading.hpp"
#include "pages.hpp"
#include "source_view.hpp"
#include "words.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader::report {
namespace {

/// "2 of 3 checks passed." behind the sentence that explains the status.
std::string tally_sentence(const ExerciseResult& result) {
  const auto passed =
      std::count_if(result.checks.begin(), result.checks.end(),
                    [](const CheckResult& c) { return c.verdict == Verdict::kPassed; });
  if (result.checks.empty() || result.status == Verdict::kPassed) {
    return {};
  }
  return fmt::format(" {} of {} passed.", passed,
                     count_of(result.checks.size(), "check", "checks"));
}

List note_list(const std::vector<std::string>& notes) {
  List rows;
  for (const std::string& note : notes) {
    rows.push_back(Object{{"note", clean(note)}});
  }
  return rows;
}

bool wants_attention(Verdict status) {
  return status != Verdict::kPassed && status != Verdict::kMissing && status != Verdict::kSkipped;
}

/// The files of the submission, each with its marks.
List source_list(const ExerciseResult& result) {
  List rows;
  for (const ExerciseResult& file : file_by_file(result)) {
    if (!file.source.empty()) {
      const std::vector<LineNote> notes = line_notes(file);
      rows.push_back(Object{{"source", annotated_source(file, notes)},
                            {"source_open", !notes.empty()},
                            {"source_name", clean(file.file)},
                            {"has_marks", !notes.empty()},
                            {"marks", count_of(notes.size(), "mark", "marks")}});
    }
  }
  return rows;
}

Data exercise_data(const ExerciseInfo& info, const ExerciseResult& result) {
  const bool build_failed = result.status == Verdict::kBuildError;
  return Object{{"exercise", clean(info.id)},
                {"title", clean(info.title)},
                {"module", clean(info.module_title)},
                {"bonus", info.bonus},
                {"has_due", !info.due.empty()},
                {"due", clean(info.due)},
                {"class", class_of(result.status)},
                {"word", word_of(result.status)},
                {"sentence", explain(result.status) + tally_sentence(result)},
                {"points", is_judged(result.status) ? score_text(result.points) : "not judged"},
                {"open", wants_attention(result.status)},
                {"notes", note_list(result.notes)},
                {"has_notes", !result.notes.empty()},
                {"tasks", task_list(result)},
                {"has_build_log", !result.build_log.empty()},
                {"build_log", clean(result.build_log)},
                {"build_open", build_failed},
                {"sources", source_list(result)},
                {"has_command", !result.command.empty()},
                {"command", clean(result.command)},
                {"has_log", !result.log.empty()},
                {"log", "../" + url_path(result.log)}};
}

List exercise_list(const ClassResult& result, const StudentResult& student) {
  List rows;
  const std::size_t count = std::min(result.exercises.size(), student.exercises.size());
  for (std::size_t i = 0; i < count; ++i) {
    rows.push_back(exercise_data(result.exercises[i], student.exercises[i]));
  }
  return rows;
}

}  // namespace

std::string student_page(Template& page, const ClassResult& result, const StudentResult& student) {
  const double possible = std::max(student.points.possible, 0.0);
  const double share = possible > 0 ? std::clamp(student.points.won / possible, 0.0, 1.0) : 0;
  const std::string grade = clean(grade_for(result.course, percent_of(student.points)));
  return page.render(Object{{"course", clean(result.course.title)},
                            {"term", clean(result.course.term)},
                            {"has_term", !result.course.term.empty()},
                            {"name", clean(student.name.empty() ? student.id : student.name)},
                            {"id", clean(student.id)},
                            {"has_own_name", !student.name.empty() && student.name != student.id},
                            {"total", number(student.points.won)},
                            {"possible", number(possible)},
                            {"percent", percent(student.points.won, possible)},
                            {"has_grade", !grade.empty()},
                            {"grade", grade},
                            {"share", fmt::format("{:.2f}", 100 * share)},
                            {"has_student_notes", !student.notes.empty()},
                            {"student_notes", note_list(student.notes)},
                            {"versions", version_list(result)},
                            {"exercises", exercise_list(result, student)}});
}

}  // namespace warpschool::grader::report
