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

std::string said(const Comment& comment) {
  return fmt::format("{} ({}, {})", comment.text, comment.by, comment.at.substr(0, 10));
}

List rows_of(const std::vector<std::string>& sentences) {
  List rows;
  for (const std::string& sentence : sentences) {
    rows.push_back(Object{{"note", clean(sentence)}});
  }
  return rows;
}

/// What people, the calendar and the grader have to say about a result besides its checks.
List note_list(const ExerciseResult& result) {
  std::vector<std::string> notes;
  if (result.by_hand) {
    notes.push_back(say(*result.by_hand));
  }
  for (const Comment& comment : result.comments) {
    notes.push_back(said(comment));
  }
  const std::vector<std::string> times = time_sentences(result);
  notes.insert(notes.end(), times.begin(), times.end());
  notes.insert(notes.end(), result.notes.begin(), result.notes.end());
  return rows_of(notes);
}

/// The late policy, where it concerns this student, and what was said to the student as a whole.
List remarks_to(const ClassResult& result, const StudentResult& student) {
  std::vector<std::string> remarks;
  for (const Comment& comment : student.comments) {
    remarks.push_back(said(comment));
  }
  const bool late = std::any_of(
      student.exercises.begin(), student.exercises.end(),
      [](const ExerciseResult& of) { return of.time.days_late > 0 || of.time.too_late; });
  if (late && !result.late_policy.empty()) {
    remarks.push_back(result.late_policy);
  }
  if (student.late_days_used > 0) {
    remarks.push_back(
        fmt::format("Late days used: {} of {}.", student.late_days_used, result.late_days));
  }
  return rows_of(remarks);
}

bool wants_attention(Verdict status) {
  return is_judged(status) && status != Verdict::kPassed && status != Verdict::kMissing;
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
  const List notes = note_list(result);
  return Object{{"exercise", clean(info.id)},
                {"title", clean(info.title)},
                {"module", clean(info.module_title)},
                {"bonus", info.bonus},
                {"has_due", !info.due.empty()},
                {"due", clean(info.due)},
                {"class", class_of(result.status)},
                {"word", word_of(result.status)},
                {"sentence", explain(result.status) + tally_sentence(result)},
                {"points", result.has_points() ? score_text(result.points) : "not judged"},
                {"open", wants_attention(result.status)},
                {"notes", notes},
                {"has_notes", !notes.empty()},
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
    if (!student.exercises[i].is_to_come()) {
      rows.push_back(exercise_data(result.exercises[i], student.exercises[i]));
    }
  }
  return rows;
}

/// Not handed in and not due: a line each, at the end.
List list_to_come(const ClassResult& result, const StudentResult& student) {
  List rows;
  const std::size_t count = std::min(result.exercises.size(), student.exercises.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (student.exercises[i].is_to_come()) {
      rows.push_back(Object{{"later_title", clean(result.exercises[i].title)},
                            {"later_due", clean(student.exercises[i].time.due)},
                            {"later_points", number(result.exercises[i].points)}});
    }
  }
  return rows;
}

/// "of 60 points due so far", where some are not.
bool is_partial(const StudentResult& student) {
  return std::any_of(student.exercises.begin(), student.exercises.end(),
                     [](const ExerciseResult& of) { return of.time.early || of.is_to_come(); });
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
                            {"is_partial", is_partial(student)},
                            {"has_early", student.early.won > 0 || student.early.possible > 0},
                            {"early_won", number(student.early.won)},
                            {"early_possible", number(student.early.possible)},
                            {"remarks", remarks_to(result, student)},
                            {"has_remarks", !remarks_to(result, student).empty()},
                            {"later", list_to_come(result, student)},
                            {"has_later", !list_to_come(result, student).empty()},
                            {"share", fmt::format("{:.2f}", 100 * share)},
                            {"has_student_notes", !student.notes.empty()},
                            {"student_notes", rows_of(student.notes)},
                            {"versions", version_list(result)},
                            {"exercises", exercise_list(result, student)}});
}

}  // namespace warpschool::grader::report
