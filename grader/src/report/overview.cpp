// Writes the class page of the report.
#include "report/charts.hpp"
#include "report/class_lists.hpp"
#include "report/class_statistics.hpp"
#include "report/mistakes.hpp"
#include "report/page_texts.hpp"
#include "report/words.hpp"
#include "result/grading.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace warpschool::grader::report {
namespace {

constexpr std::size_t kColumnsBefore = 2;     ///< of the class table: names and totals
constexpr std::size_t kPanelRows = 20;        ///< the class table's filter shows the others
constexpr std::size_t kMistakesOfClass = 10;  ///< of the whole class; an exercise's page has all

std::string link_to(const ExerciseInfo& info) {
  return "exercises/" + exercise_page_name(info.id);
}

std::string grade_of(const ClassResult& result, const StudentResult& student) {
  return clean(grade_for(result.course, percent_of(student.points)));
}

List exercise_rows(const ClassResult& result, const std::vector<std::size_t>& columns) {
  const std::vector<ExerciseFigures> figures = figures_of_exercises(result);
  List rows;
  std::string module;  // of the column before
  for (const std::size_t column : columns) {
    const ExerciseInfo& info = result.exercises[column];
    const ExerciseFigures& of = figures[column];
    const bool is_new = info.module != std::exchange(module, info.module);
    rows.push_back(Object{
        {"exercise", clean(info.id)},
        {"exercise_breakable", breakable(clean(info.id))},
        {"exercise_link", link_to(info)},
        {"anchor", url_path(info.id)},
        {"has_module", is_new},
        {"module", clean(info.module_title)},
        {"title", clean(info.title)},
        {"bonus", info.bonus},
        {"column", std::to_string(rows.size() + kColumnsBefore)},
        {"worth", number(info.points)},
        {"mean", number(of.points.mean)},
        {"median", number(of.points.median)},
        {"pass_rate", percent(static_cast<double>(of.passed), static_cast<double>(of.judged))},
        {"tally", tally_parts(of.tally, std::max<std::size_t>(1, result.students.size()))}});
  }
  return rows;
}

/// The exercises that are due and that nobody has handed in: named, but without columns.
List idle_rows(const ClassResult& result, const std::vector<std::size_t>& columns) {
  List rows;
  for (std::size_t column = 0; column < result.exercises.size(); ++column) {
    if (result.exercises[column].is_due &&
        !std::binary_search(columns.begin(), columns.end(), column)) {
      const ExerciseInfo& info = result.exercises[column];
      rows.push_back(Object{{"idle", clean(info.id)}, {"idle_title", clean(info.title)}});
    }
  }
  return rows;
}

/// What else than the status decided about the points: the style sheet adds it to the word.
std::string also(const ExerciseResult& result) {
  std::string words = result.time.early && result.status != Verdict::kNotDueYet ? ", early" : "";
  words += result.time.lost > 0 ? ", late" : "";
  words += result.by_hand ? ", by hand" : "";
  return words.empty() ? "" : fmt::format(" data-also=\"{}\"", words);
}

/// One element a result, for a browser that lays out thousands: the style sheet adds the status in
/// words, report.js the way to the student's page. What the machine could not judge has no points,
/// neither some nor none.
std::string cells_of(const StudentResult& student, const std::vector<std::size_t>& columns) {
  std::string html;
  for (const std::size_t column : columns) {
    const ExerciseResult& result = student.exercises.at(column);
    const bool has_points =
        (is_judged(result.status) && is_handed_in(result.status)) || result.by_hand.has_value();
    html += fmt::format("<td class=\"v-{}\"{}>{}</td>", class_of(result.status), also(result),
                        has_points ? number(result.points.won) : "\u2013");
  }
  return html;
}

List student_rows(const ClassResult& result, const std::vector<std::size_t>& columns) {
  List rows;
  for (const StudentResult& student : result.students) {
    const std::string grade = grade_of(result, student);
    rows.push_back(Object{{"name", name_of(student)},
                          {"id", clean(student.id)},
                          {"has_own_name", !student.name.empty() && student.name != student.id},
                          {"link", page_link(student)},
                          {"total", number(student.points.won)},
                          {"has_grade", !grade.empty()},
                          {"grade", grade},
                          {"percent", percent(student.points.won, student.points.possible)},
                          {"has_early", student.early.won > 0},
                          {"early", number(student.early.won)},
                          {"cells", cells_of(student, columns)}});
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
struct Panel {
  List rows;              ///< of the first of them
  std::size_t count = 0;  ///< of all
};

template <class Chosen>
Panel results_with(const ClassResult& result, const Chosen& is_chosen) {
  Panel panel;
  for (const StudentResult& student : result.students) {
    for (const ExerciseResult& exercise : student.exercises) {
      if (is_chosen(exercise) && ++panel.count <= kPanelRows) {
        panel.rows.push_back(
            Object{{"who", name_of(student)},
                   {"what", clean(exercise.exercise)},
                   {"why", reason_of(exercise)},
                   {"to", page_link(student) + "#" + url_path(exercise.exercise)}});
      }
    }
  }
  return panel;
}

const char* label_of_tenth(std::size_t tenth) {
  static constexpr const char* kLabels[] = {"0-9 %",   "10-19 %",  "20-29 %",   "30-39 %",
                                            "40-49 %", "50-59 %",  "60-69 %",   "70-79 %",
                                            "80-89 %", "90-100 %", "over 100 %"};
  return kLabels[tenth];
}

/// The histogram of totals; the last tenth, beyond 100 %, only where bonus points made it.
Bins totals_of(const ClassResult& result) {
  const Histogram histogram = spread_of_totals(result);
  Bins bins;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    if (i + 1 < histogram.size() || histogram[i] > 0) {
      bins.labels.emplace_back(label_of_tenth(i));
      bins.counts.push_back(histogram[i]);
    }
  }
  return bins;
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

/// The date whose clock the page goes by; empty: no exercise has one.
std::string first_due(const ClassResult& result) {
  for (const ExerciseInfo& info : result.exercises) {
    if (!info.due.empty()) {
      return info.due;
    }
  }
  return {};
}

/// What is not due, and how the class is told about it.
void add_dates(Object& page, const ClassResult& result, const std::vector<std::size_t>& columns) {
  std::string later;
  std::size_t due = 0;
  for (std::size_t i = 0; i < result.exercises.size(); ++i) {
    due += result.exercises[i].is_due ? 1U : 0U;
    if (!result.exercises[i].is_due && !std::binary_search(columns.begin(), columns.end(), i)) {
      later += (later.empty() ? "" : ", ") + result.exercises[i].id;
    }
  }
  page["is_partial"] = due < result.exercises.size();
  page["due_count"] = std::to_string(due);
  page["has_as_of"] = !result.as_of.empty();
  page["as_of"] = clean(moment(at_clock_of(result.as_of, first_due(result))));
  page["has_later"] = !later.empty();
  page["later"] = clean(later);
  page["has_late_policy"] = !result.late_policy.empty();
  page["late_policy"] = clean(result.late_policy);
}

/// The mistakes that most students share, of all exercises. What was left as it was given is none.
List common_mistakes(const ClassResult& result, const std::vector<std::size_t>& columns) {
  std::vector<std::pair<std::size_t, Cluster>> all;
  for (const std::size_t column : columns) {
    for (Cluster& cluster : clusters_of(result, column)) {
      if (cluster.students.size() > 1 && !cluster.example.is_empty) {
        all.emplace_back(column, std::move(cluster));
      }
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& left, const auto& right) {
    return left.second.students.size() > right.second.students.size();
  });
  List rows;
  for (std::size_t i = 0; i < std::min(kMistakesOfClass, all.size()); ++i) {
    const ExerciseInfo& info = result.exercises[all[i].first];
    rows.push_back(Object{{"mistake", clean(sentence_of(all[i].second))},
                          {"mistake_in", clean(info.id)},
                          {"mistake_link", link_to(info)}});
  }
  return rows;
}

/// Where students left something as it was given, by how many they are in an exercise.
List unbegun_rows(const ClassResult& result, const std::vector<std::size_t>& columns) {
  std::vector<std::pair<std::size_t, std::size_t>> counts;  // students, column
  for (const std::size_t column : columns) {
    std::set<std::size_t> students;
    for (const Cluster& cluster : clusters_of(result, column)) {
      if (cluster.example.is_empty) {
        students.insert(cluster.students.begin(), cluster.students.end());
      }
    }
    if (!students.empty()) {
      counts.emplace_back(students.size(), column);
    }
  }
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& left, const auto& right) { return left.first > right.first; });
  List rows;
  for (const auto& [count, column] : counts) {
    const ExerciseInfo& info = result.exercises[column];
    rows.push_back(Object{{"unbegun", count_of(count, "student", "students")},
                          {"unbegun_in", clean(info.id)},
                          {"unbegun_link", link_to(info)}});
  }
  return rows;
}

/// A closed list under its heading, if there is something in it: "3 students".
void add_people(Object& page, const std::string& name, const List& rows) {
  page["has_" + name] = !rows.empty();
  page[name + "_count"] = count_of(rows.size(), "student", "students");
  page[name + "_rows"] = rows;
}

bool add_panel(Object& page, const std::string& name, const Panel& panel) {
  const std::size_t more = panel.count - panel.rows.size();
  page["has_" + name] = panel.count > 0;
  page[name + "_count"] = count_of(panel.count, "result", "results");
  page[name] = panel.rows;
  page["has_more_" + name] = more > 0;
  page[name + "_more"] = std::to_string(more);
  return panel.count > 0;
}

void add_summary(Object& page, const ClassResult& result) {
  const ClassFigures figures = figures_of_class(result);
  std::size_t judged = 0;
  for (const Verdict verdict : all_words()) {
    judged += is_judged(verdict) ? count_in(figures.tally, verdict) : 0;
  }
  judged -= count_in(figures.tally, Verdict::kMissing);
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

/// What changed between attempts, and by hand.
void add_changes(Object& page, const ClassResult& result) {
  const List by_hand = by_hand_rows(result), better = changed_rows(result, Change::kBetter),
             worse = changed_rows(result, Change::kWorse);
  add_people(page, "better", better);
  add_people(page, "worse", worse);
  page["has_changes"] = !better.empty() || !worse.empty();
  add_people(page, "by_hand", by_hand);
  page["by_hand_count"] = count_of(by_hand.size(), "result", "results");
}

/// Verdicts that somebody should look at.
void add_panels(Object& page, const ClassResult& result) {
  const auto ends_with = [](Verdict status) {
    return [status](const ExerciseResult& of) { return of.status == status; };
  };
  const bool internal =
      add_panel(page, "internal", results_with(result, ends_with(Verdict::kInternalError)));
  const bool odd =
      add_panel(page, "suspicious", results_with(result, ends_with(Verdict::kSuspicious)));
  const bool noisy = add_panel(page, "inconclusive", results_with(result, is_to_be_measured_again));
  page["has_panels"] = internal || odd || noisy;
}

}  // namespace

std::string overview_page(const ClassResult& result, const Beside& beside) {
  const bool with_charts = beside.charts;
  const std::vector<std::size_t> columns = handed_in_columns(result);
  const Bins totals = totals_of(result);
  const List idle = idle_rows(result, columns);
  const List mistakes = common_mistakes(result, columns);
  const List unbegun = unbegun_rows(result, columns);
  const BarChart chart{"plot-totals",
                       "Students per tenth of the points; a table has the figures",
                       "of the points",
                       totals,
                       {}};
  Object page{{"course", clean(result.course.title)},
              {"term", clean(result.course.term)},
              {"has_term", !result.course.term.empty()},
              {"versions", version_list(result)},
              {"has_students", !result.students.empty()},
              {"has_exercises", !columns.empty()},
              {"exercises", exercise_rows(result, columns)},
              {"has_idle", !idle.empty() && !result.students.empty()},
              {"idle_count", count_of(idle.size(), "exercise", "exercises")},
              {"idle_exercises", idle},
              {"has_mistakes", !mistakes.empty()},
              {"mistakes", mistakes},
              {"has_unbegun", !unbegun.empty()},
              {"unbegun_rows", unbegun},
              {"students", student_rows(result, columns)},
              {"caption", "Students per tenth of the points"},
              {"axis", "Points"},
              {"rows", bar_rows(totals)},
              {"with_charts", with_charts},
              {"chart_data", chart_data({chart}, result, columns)},
              {"unmatched", unmatched_rows(result)},
              {"has_unmatched", !result.unmatched.empty()},
              {"unmatched_count", count_of(result.unmatched.size(), "file", "files")}};
  add_summary(page, result);
  add_dates(page, result, columns);
  add_people(page, "absent", absent_rows(result));
  add_people(page, "uncounted", uncounted_rows(result));
  add_people(page, "renamed", renamed_rows(result));
  add_people(page, "late", late_rows(result));
  add_changes(page, result);
  page["has_similarity"] = beside.similarity;
  add_panels(page, result);
  return Template("index").render(Data(page));
}

}  // namespace warpschool::grader::report
