// Writes one student's page of the report.
#include "report/check_view.hpp"
#include "report/history_view.hpp"
#include "report/mistakes.hpp"
#include "report/page_texts.hpp"
#include "report/source_view.hpp"
#include "report/words.hpp"
#include "result/grading.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <optional>

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

/// The late policy, where it concerns this student, and what was said to the student as a whole.
List remarks_to(const ClassResult& result, const StudentResult& student) {
  std::vector<std::string> remarks;
  remarks.reserve(student.comments.size());
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

/// The parts of a page, in their order.
enum class Part : std::uint8_t { kChange, kDone, kWaiting, kMissing, kLater };

Part part_of(Verdict status) {
  if (status == Verdict::kPassed) {
    return Part::kDone;
  }
  if (status == Verdict::kNotDueYet) {
    return Part::kLater;
  }
  if (!is_handed_in(status)) {
    return Part::kMissing;
  }
  return is_judged(status) ? Part::kChange : Part::kWaiting;
}

/// Sentences under the status that are neither its cause nor the next step: the date, and whatever
/// the calendar or a person had to say about the points.
std::vector<std::string> lines_for(const ExerciseInfo& info, const ExerciseResult& result) {
  std::vector<std::string> lines;
  if (result.by_hand) {
    lines.push_back(say(*result.by_hand));
  }
  for (const Comment& comment : result.comments) {
    lines.push_back(said(comment));
  }
  if (const std::string lost = lost_submission(result); !lost.empty()) {
    lines.push_back(lost);
  }
  const bool is_late_or_early =
      result.time.early || result.time.days_late > 0 || result.time.too_late;
  const std::string& due = result.time.due.empty() ? info.due : result.time.due;
  if (is_late_or_early && result.status != Verdict::kNotDueYet) {
    const std::vector<std::string> times = time_sentences(result);
    lines.insert(lines.end(), times.begin(), times.end());
  } else if (!due.empty()) {
    lines.push_back("Due " + moment(due) + ".");
  }
  return lines;
}

List line_list(const ExerciseInfo& info, const ExerciseResult& result, const char* key) {
  List rows;
  for (const std::string& line : lines_for(info, result)) {
    rows.push_back(Object{{key, clean(line)}});
  }
  return rows;
}

/// What went wrong, where, and what to do about it: none or one.
List lead_list(const ExerciseResult& result) {
  const std::optional<Mistake> mistake = first_mistake(result);
  if (!mistake) {
    return {};
  }
  std::string file = result.exercise;  // as in file_by_file()
  file += mistake->file.empty() || mistake->file == result.file ? "" : "-" + mistake->file;
  return {Object{{"has_task", mistake->task > 0},
                 {"task", std::to_string(mistake->task)},
                 {"happened", clean(mistake->happened)},
                 {"next_step", clean(mistake->next_step)},
                 {"has_code", !mistake->code.empty()},
                 {"code", clean(mistake->code)},
                 {"line", std::to_string(mistake->line)},
                 {"anchor", line_anchor(file, mistake->line)}}};
}

/// "5 checks, 2 failed; source": what a click opens.
std::string details_of(const ExerciseResult& result) {
  const auto failed =
      std::count_if(result.checks.begin(), result.checks.end(), [](const CheckResult& check) {
        return check.verdict != Verdict::kPassed && check.verdict != Verdict::kSkipped;
      });
  std::string text;
  if (!result.checks.empty()) {
    text = count_of(result.checks.size(), "check", "checks");
    text += failed > 0 ? fmt::format(", {} failed", failed) : "";
  }
  if (!result.build_log.empty()) {
    text += text.empty() ? "What the compiler said" : ", what the compiler said";
  }
  if (!result.source.empty()) {
    text += text.empty() ? "Source" : ", source";
  }
  return text.empty() && !result.notes.empty() ? "Notes" : text;
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
  const std::string details = details_of(result);
  const List history = history_list(result);
  return Object{{"exercise", clean(info.id)},
                {"title", clean(info.title)},
                {"bonus", info.bonus},
                {"class", class_of(result.status)},
                {"word", word_of(result.status)},
                {"sentence", explain(result.status) + tally_sentence(result)},
                {"points", result.has_points() ? score_text(result.points) : "not judged"},
                {"lead", lead_list(result)},
                {"extra_lines", line_list(info, result, "extra")},
                {"has_details", !details.empty()},
                {"details", details},
                {"notes", rows_of(result.notes)},
                {"has_notes", !result.notes.empty()},
                {"history", history},
                {"has_history", !history.empty()},
                {"tasks", task_list(result)},
                {"has_build_log", !result.build_log.empty()},
                {"build_log", clean(result.build_log)},
                {"build_open", result.status == Verdict::kBuildError},
                {"sources", source_list(result)}};
}

Data missing_data(const ExerciseInfo& info, const ExerciseResult& result) {
  return Object{{"missing_id", clean(info.id)},
                {"missing_title", clean(info.title)},
                {"missing_points", number(info.points) + " points"},
                {"missing_lines", line_list(info, result, "missing_line")}};
}

struct Parts {
  List change, done, waiting, missing, later;
  std::string done_names;
};

Parts parts_of(const ClassResult& result, const StudentResult& student) {
  Parts parts;
  const std::size_t count = std::min(result.exercises.size(), student.exercises.size());
  for (std::size_t i = 0; i < count; ++i) {
    const ExerciseInfo& info = result.exercises[i];
    const ExerciseResult& work = student.exercises[i];
    switch (part_of(work.status)) {
      case Part::kChange:
        parts.change.push_back(exercise_data(info, work));
        break;
      case Part::kDone:
        parts.done.push_back(exercise_data(info, work));
        parts.done_names += (parts.done_names.empty() ? "" : ", ") + clean(info.title);
        break;
      case Part::kWaiting:
        parts.waiting.push_back(exercise_data(info, work));
        break;
      case Part::kMissing:
        parts.missing.push_back(missing_data(info, work));
        break;
      case Part::kLater:
        parts.later.push_back(missing_data(info, work));
        break;
    }
  }
  return parts;
}

std::string summary_of(const Parts& parts) {
  std::string text = fmt::format("{} to change, {} passed", parts.change.size(), parts.done.size());
  text += parts.waiting.empty() ? "" : fmt::format(", {} not judged", parts.waiting.size());
  text += parts.missing.empty() ? "" : fmt::format(", {} not handed in", parts.missing.size());
  return text + ".";
}

std::string body_of(const Parts& parts) {
  static Template body("student_body");
  return body.render(
      Object{{"has_changes", !parts.change.empty()},
             {"changes", parts.change},
             {"has_done", !parts.done.empty()},
             {"done", parts.done},
             {"done_count", count_of(parts.done.size(), "exercise", "exercises")},
             {"done_names", parts.done_names},
             {"has_waiting", !parts.waiting.empty()},
             {"waiting", parts.waiting},
             {"has_missing", !parts.missing.empty()},
             {"missing", parts.missing},
             {"missing_count", count_of(parts.missing.size(), "exercise", "exercises")},
             {"has_later", !parts.later.empty()},
             {"later", parts.later},
             {"later_count", count_of(parts.later.size(), "exercise", "exercises")}});
}

/// "of 60 points due so far", where some are not.
bool is_partial(const StudentResult& student) {
  return std::any_of(student.exercises.begin(), student.exercises.end(),
                     [](const ExerciseResult& of) { return of.time.early || of.is_to_come(); });
}

Object head_of(const ClassResult& result, const StudentResult& student) {
  const double possible = std::max(student.points.possible, 0.0);
  const double share = possible > 0 ? std::clamp(student.points.won / possible, 0.0, 1.0) : 0;
  const std::string grade = clean(grade_for(result.course, percent_of(student.points)));
  const List remarks = remarks_to(result, student);
  return Object{{"course", clean(result.course.title)},
                {"term", clean(result.course.term)},
                {"has_term", !result.course.term.empty()},
                {"name", name_of(student)},
                {"id", clean(student.id)},
                {"has_own_name", !student.name.empty() && student.name != student.id},
                {"total", number(student.points.won)},
                {"possible", number(possible)},
                {"percent", percent(student.points.won, possible)},
                {"has_grade", !grade.empty()},
                {"grade", grade},
                {"share", fmt::format("{:.2f}", 100 * share)},
                {"is_partial", is_partial(student)},
                {"has_early", student.early.won > 0 || student.early.possible > 0},
                {"early_won", number(student.early.won)},
                {"early_possible", number(student.early.possible)},
                {"remarks", remarks},
                {"has_remarks", !remarks.empty()},
                {"has_student_notes", !student.notes.empty()},
                {"student_notes", rows_of(student.notes)},
                {"versions", version_list(result)}};
}

}  // namespace

StudentPages::StudentPages(const ClassResult& result, const StudentResult& student)
    : head_(head_of(result, student)) {
  const Parts parts = parts_of(result, student);
  head_["short"] = summary_of(parts);
  body_ = body_of(parts);
}

std::string StudentPages::render(bool alone) const {
  static Template page("student");
  Object data = head_;
  data["alone"] = alone;
  data["style"] =
      alone ? std::string(embedded("report.css")) + std::string(embedded("student.css")) : "";
  data["body"] = body_;
  return page.render(data);
}

std::string StudentPages::linked() const {
  return render(false);
}

std::string StudentPages::self_contained() const {
  return render(true);
}

}  // namespace warpschool::grader::report
