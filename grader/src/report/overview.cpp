// Writes the class page of the report.
#include "check_view.hpp"
#include "grading.hpp"
#include "pages.hpp"
#include "statistics.hpp"
#include "words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace warpschool::grader::report {
namespace {

using nlohmann::json;

std::size_t count_in(const Tally& tally, Verdict verdict) {
  return tally.at(static_cast<std::size_t>(verdict));
}

std::string name_of(const StudentResult& student) {
  return clean(student.name.empty() ? student.id : student.name);
}

std::string link_to(const StudentResult& student) {
  return "students/" + page_name(student.id);
}

std::string grade_of(const ClassResult& result, const StudentResult& student) {
  return clean(grade_for(result.course, percent_of(student.points)));
}

/// A run of columns that belong to one module, for the table's upper head.
List module_heads(const ClassResult& result) {
  const std::vector<std::size_t> columns = columns_to_show(result);
  List heads;
  for (std::size_t first = 0; first < columns.size();) {
    const ExerciseInfo& begin = result.exercises[columns[first]];
    std::size_t last = first;
    while (last < columns.size() && result.exercises[columns[last]].module == begin.module) {
      ++last;
    }
    heads.push_back(Object{{"module_title", clean(begin.module_title)},
                           {"span", std::to_string(last - first)}});
    first = last;
  }
  return heads;
}

/// What a tally says, for reading and for the bar beside it; mildest first.
List tally_parts(const Tally& tally, std::size_t all) {
  List parts;
  double at = 0;
  for (auto verdict = all_words().rbegin(); verdict != all_words().rend(); ++verdict) {
    const std::size_t count = count_in(tally, *verdict);
    if (count == 0) {
      continue;
    }
    const double width = 100 * static_cast<double>(count) / static_cast<double>(all);
    parts.push_back(Object{{"part_class", class_of(*verdict)},
                           {"part_word", word_of(*verdict)},
                           {"part_count", std::to_string(count)},
                           {"part_at", fmt::format("{:.3f}", at)},
                           {"part_width", fmt::format("{:.3f}", width)}});
    at += width;
  }
  return parts;
}

List exercise_rows(const ClassResult& result) {
  const std::vector<ExerciseFigures> figures = figures_of_exercises(result);
  List rows;
  for (const std::size_t i : columns_to_show(result)) {
    const ExerciseInfo& info = result.exercises[i];
    const ExerciseFigures& of = figures[i];
    rows.push_back(Object{
        {"exercise", clean(info.id)},
        {"title", clean(info.title)},
        {"bonus", info.bonus},
        {"column", std::to_string(rows.size() + 2)},
        {"worth", number(info.points)},
        {"mean", number(of.points.mean)},
        {"median", number(of.points.median)},
        {"pass_rate", percent(static_cast<double>(of.passed), static_cast<double>(of.judged))},
        {"tally", tally_parts(of.tally, std::max<std::size_t>(1, result.students.size()))}});
  }
  return rows;
}

/// A student's page has no place of its own for what is to come.
std::string link_to_result(const StudentResult& student, const ExerciseResult& result) {
  return link_to(student) + "#" + (result.is_to_come() ? "later" : url_path(result.exercise));
}

/// The status, and what else decided about the points.
std::string words_of(const ExerciseResult& result) {
  std::string words = word_of(result.status);
  words += result.time.early && result.status != Verdict::kNotDueYet ? ", early" : "";
  words += result.time.lost > 0 ? ", late" : "";
  words += result.by_hand ? ", by hand" : "";
  return words;
}

/// What the machine could not judge has no points, neither some nor none.
Data cell(const StudentResult& student, const ExerciseResult& result) {
  const bool judged = result.has_points();
  return Object{{"cell_class", class_of(result.status)},
                {"cell_word", words_of(result)},
                {"cell_points", judged ? number(result.points.won) : "\u2013"},
                {"cell_value", judged ? number(result.points.won) : "-1"},
                {"cell_link", link_to_result(student, result)}};
}

List student_rows(const ClassResult& result) {
  const std::vector<std::size_t> columns = columns_to_show(result);
  List rows;
  for (const StudentResult& student : result.students) {
    List cells;
    for (const std::size_t column : columns) {
      if (column < student.exercises.size()) {
        cells.push_back(cell(student, student.exercises[column]));
      }
    }
    rows.push_back(Object{{"name", name_of(student)},
                          {"id", clean(student.id)},
                          {"has_own_name", !student.name.empty() && student.name != student.id},
                          {"link", link_to(student)},
                          {"total", number(student.points.won)},
                          {"has_grade", !grade_of(result, student).empty()},
                          {"grade", grade_of(result, student)},
                          {"percent", percent(student.points.won, student.points.possible)},
                          {"has_early", student.early.won > 0},
                          {"early", number(student.early.won)},
                          {"cells", cells}});
  }
  return rows;
}

/// The first sentence that says why: of the failed check, else of a note.
std::string reason_of(const ExerciseResult& result) {
  for (const CheckResult& check : result.checks) {
    if (check.verdict == result.status && !check.message.empty()) {
      return clean(check.message);
    }
  }
  return result.notes.empty() ? explain(result.status) : clean(result.notes.front());
}

/// Results with this status, for the panels above the table.
List results_with(const ClassResult& result, Verdict status) {
  List rows;
  for (const StudentResult& student : result.students) {
    for (const ExerciseResult& exercise : student.exercises) {
      if (exercise.status == status) {
        rows.push_back(Object{{"who", name_of(student)},
                              {"what", clean(exercise.exercise)},
                              {"why", reason_of(exercise)},
                              {"to", link_to_result(student, exercise)}});
      }
    }
  }
  return rows;
}

const char* label_of_tenth(std::size_t tenth) {
  static constexpr const char* kLabels[] = {"0-9 %",   "10-19 %",  "20-29 %",   "30-39 %",
                                            "40-49 %", "50-59 %",  "60-69 %",   "70-79 %",
                                            "80-89 %", "90-100 %", "over 100 %"};
  return kLabels[tenth];
}

/// Tenths that the histogram shows: the last one, beyond 100 %, only where bonus points made it.
std::size_t tenths_shown(const Histogram& histogram) {
  return histogram.back() > 0 ? histogram.size() : histogram.size() - 1;
}

List histogram_rows(const Histogram& histogram) {
  const auto most = static_cast<double>(
      std::max<std::size_t>(1, *std::max_element(histogram.begin(), histogram.end())));
  List rows;
  for (std::size_t i = 0; i < tenths_shown(histogram); ++i) {
    const double width = 100 * static_cast<double>(histogram[i]) / most;
    rows.push_back(Object{{"label", label_of_tenth(i)},
                          {"count", std::to_string(histogram[i])},
                          {"width", fmt::format("{:.2f}", width)}});
  }
  return rows;
}

json series_of(const std::vector<ExerciseFigures>& figures, const std::vector<std::size_t>& columns,
               Verdict verdict) {
  json counts = json::array();
  for (const std::size_t column : columns) {
    counts.push_back(count_in(figures[column].tally, verdict));
  }
  return {{"word", word_of(verdict)}, {"class", class_of(verdict)}, {"counts", std::move(counts)}};
}

/// What report.js draws. ASCII and without '<', so that nothing in it ends the script element
/// around it.
std::string chart_data(const ClassResult& result) {
  json data = {{"totals", {{"labels", json::array()}, {"counts", json::array()}}},
               {"students", result.students.size()},
               {"exercises", json::array()},
               {"statuses", json::array()}};
  const Histogram histogram = spread_of_totals(result);
  for (std::size_t i = 0; i < tenths_shown(histogram); ++i) {
    data["totals"]["labels"].push_back(label_of_tenth(i));
    data["totals"]["counts"].push_back(histogram[i]);
  }
  for (const std::size_t column : columns_to_show(result)) {
    data["exercises"].push_back(clean(result.exercises[column].id));
  }
  const std::vector<ExerciseFigures> figures = figures_of_exercises(result);
  const Tally all = figures_of_class(result).tally;
  for (auto verdict = all_words().rbegin(); verdict != all_words().rend(); ++verdict) {
    if (count_in(all, *verdict) > 0) {
      data["statuses"].push_back(series_of(figures, columns_to_show(result), *verdict));
    }
  }
  std::string text = data.dump(-1, ' ', true, json::error_handler_t::replace);
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    text.replace(at, 1, "\\u003c");
  }
  return text;
}

/// The statuses that occur, for the filter, worst first.
List statuses_seen(const Tally& tally) {
  List rows;
  for (const Verdict verdict : all_words()) {
    if (count_in(tally, verdict) > 0) {
      rows.push_back(Object{{"seen_class", class_of(verdict)},
                            {"seen_word", word_of(verdict)},
                            {"seen_count", std::to_string(count_in(tally, verdict))},
                            {"seen_meaning", explain(verdict)}});
    }
  }
  return rows;
}

List unmatched_rows(const ClassResult& result) {
  List rows;
  for (const UnmatchedFile& file : result.unmatched) {
    rows.push_back(Object{{"path", clean(file.path)}, {"reason", clean(file.reason)}});
  }
  return rows;
}

/// What is not due, and how the class is told about it.
void add_dates(Object& page, const ClassResult& result) {
  const std::vector<std::size_t> shown = columns_to_show(result);
  std::string later;
  std::size_t due = 0;
  for (std::size_t i = 0; i < result.exercises.size(); ++i) {
    due += result.exercises[i].is_due ? 1U : 0U;
    if (std::find(shown.begin(), shown.end(), i) == shown.end()) {
      later += (later.empty() ? "" : ", ") + result.exercises[i].id;
    }
  }
  page["is_partial"] = due < result.exercises.size();
  page["due_count"] = std::to_string(due);
  page["has_as_of"] = !result.as_of.empty();
  page["as_of"] = clean(result.as_of);
  page["has_later"] = !later.empty();
  page["later"] = clean(later);
  page["has_late_policy"] = !result.late_policy.empty();
  page["late_policy"] = clean(result.late_policy);
}

bool add_panel(Object& page, const std::string& name, const List& rows) {
  page["has_" + name] = !rows.empty();
  page[name + "_count"] = count_of(rows.size(), "result", "results");
  page[name] = rows;
  return !rows.empty();
}

void add_summary(Object& page, const ClassResult& result) {
  const ClassFigures figures = figures_of_class(result);
  std::size_t judged = 0;
  for (const Verdict verdict : all_words()) {
    judged += is_judged(verdict) ? count_in(figures.tally, verdict) : 0;
  }
  const auto passed = static_cast<double>(count_in(figures.tally, Verdict::kPassed));
  page["student_count"] = std::to_string(result.students.size());
  page["exercise_count"] = std::to_string(result.exercises.size());
  page["mean"] = number(figures.points.mean);
  page["mean_percent"] = percent(figures.points.mean, figures.possible);
  page["median"] = number(figures.points.median);
  page["median_percent"] = percent(figures.points.median, figures.possible);
  page["possible"] = number(figures.possible);
  page["passed_percent"] = percent(passed, static_cast<double>(judged));
  page["seen"] = statuses_seen(figures.tally);
}

}  // namespace

List version_list(const ClassResult& result) {
  List rows;
  const auto add = [&rows](const std::string& name, const std::string& value) {
    if (!value.empty()) {
      rows.push_back(Object{{"version_name", clean(name)}, {"version", clean(value)}});
    }
  };
  add("course", result.course.version);
  for (const std::string& device : result.devices) {
    add("device", device);
  }
  add("preset", result.preset);
  for (const auto& [tool, version] : result.toolchain) {
    add(tool, version);
  }
  add("grader", result.grader_version);
  return rows;
}

std::string overview_page(const ClassResult& result, bool with_charts) {
  Object page{{"course", clean(result.course.title)},
              {"term", clean(result.course.term)},
              {"has_term", !result.course.term.empty()},
              {"versions", version_list(result)},
              {"has_students", !result.students.empty()},
              {"has_exercises", !result.exercises.empty()},
              {"modules", module_heads(result)},
              {"exercises", exercise_rows(result)},
              {"students", student_rows(result)},
              {"histogram", histogram_rows(spread_of_totals(result))},
              {"with_charts", with_charts},
              {"chart_data", chart_data(result)},
              {"unmatched", unmatched_rows(result)},
              {"has_unmatched", !result.unmatched.empty()},
              {"unmatched_count", count_of(result.unmatched.size(), "file", "files")}};
  add_summary(page, result);
  add_dates(page, result);
  const bool internal = add_panel(page, "internal", results_with(result, Verdict::kInternalError));
  const bool odd = add_panel(page, "suspicious", results_with(result, Verdict::kSuspicious));
  const bool noisy = add_panel(page, "inconclusive", results_with(result, Verdict::kInconclusive));
  page["has_panels"] = internal || odd || noisy;
  return Template("index").render(Data(page));
}

}  // namespace warpschool::grader::report
