// Writes the page of one exercise: what the class makes of it, and which mistakes it shares.
#include "report/charts.hpp"
#include "report/class_statistics.hpp"
#include "report/mistakes.hpp"
#include "report/page_texts.hpp"
#include "report/words.hpp"
#include "result/page_name.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader::report {
namespace {

constexpr std::size_t kMistakesShown = 12;
constexpr std::size_t kPeopleShown = 12;  ///< beside a mistake; the others open with a click

std::string link_to(const StudentResult& student, const ExerciseInfo& info) {
  return "../students/" + page_name(student.id) + "#" + url_path(info.id);
}

Data person(const StudentResult& student, const ExerciseInfo& info) {
  return Object{{"who", name_of(student)}, {"to", link_to(student, info)}};
}

Data cluster_data(const ClassResult& result, const ExerciseInfo& info, const Cluster& cluster) {
  const Mistake& mistake = cluster.example;
  const StudentResult& example = result.students[cluster.students.front()];
  List shown;
  List more;
  for (const std::size_t student : cluster.students) {
    List& rows = shown.size() < kPeopleShown ? shown : more;
    rows.push_back(person(result.students[student], info));
  }
  return Object{{"sentence", clean(sentence_of(cluster))},
                {"cluster_class", class_of(mistake.verdict)},
                {"cluster_word", word_of(mistake.verdict)},
                {"has_task", mistake.task > 0},
                {"task", std::to_string(mistake.task)},
                {"has_region", !mistake.region.empty()},
                {"region", clean(mistake.region)},
                {"has_code", !mistake.code.empty()},
                {"code", clean(mistake.code)},
                {"line", std::to_string(mistake.line)},
                {"file", clean(mistake.file)},
                {"example", name_of(example)},
                {"example_link", link_to(example, info)},
                {"next_step", clean(mistake.next_step)},
                {"has_step", !mistake.says_step},
                {"people", shown},
                {"has_more_people", !more.empty()},
                {"more_people_count", count_of(more.size(), "more student", "more students")},
                {"more_people", more}};
}

/// The mistakes, the rarer ones behind a click.
void add_clusters(Object& page, const ClassResult& result, std::size_t column) {
  List shown;
  List more;
  for (const Cluster& cluster : clusters_of(result, column)) {
    List& rows = shown.size() < kMistakesShown ? shown : more;
    rows.push_back(cluster_data(result, result.exercises[column], cluster));
  }
  page["has_clusters"] = !shown.empty();
  page["clusters"] = shown;
  page["has_more_clusters"] = !more.empty();
  page["more_clusters_count"] = count_of(more.size(), "more mistake", "more mistakes");
  page["more_clusters"] = more;
}

std::vector<double> points_of(const ClassResult& result, std::size_t column) {
  std::vector<double> points;
  for (const StudentResult& student : result.students) {
    const ExerciseResult& work = student.exercises.at(column);
    if (is_judged(work.status) && is_handed_in(work.status)) {
      points.push_back(work.points.won);
    }
  }
  return points;
}

/// Points, and the ratios of each timing check: for the tables and for the plots.
std::vector<BarChart> charts_of(const ClassResult& result, std::size_t column) {
  std::vector<BarChart> charts{{"plot-points",
                                "Points of those who handed in",
                                "points",
                                bins_of(points_of(result, column), result.exercises[column].points),
                                {}}};
  for (const SpeedUps& speed_ups : speed_ups_of(result, column)) {
    std::string label = "Speed-up, " + clean(speed_ups.check);
    label += speed_ups.threshold
                 ? fmt::format(": full points from {}", number(*speed_ups.threshold))
                 : "";
    charts.push_back({fmt::format("plot-speed-{}", charts.size()),
                      label,
                      "times as fast as the reference",
                      bins_of(speed_ups.ratios),
                      {}});
  }
  return charts;
}

List distribution_list(const std::vector<BarChart>& charts) {
  List rows;
  for (const BarChart& chart : charts) {
    rows.push_back(Object{{"distribution", chart.label},
                          {"caption", chart.label},
                          {"place", chart.place},
                          {"axis", chart.axis},
                          {"rows", bar_rows(chart.bins)}});
  }
  return rows;
}

/// The ratio of the timing check that decides: the lowest over its threshold.
std::optional<double> ratio_of(const ExerciseResult& work) {
  std::optional<double> lowest;
  double reached = 0;
  for (const CheckResult& check : work.checks) {
    const double share = check.ratio.value_or(0) / std::max(check.threshold.value_or(1), 1e-9);
    if (check.ratio && (!lowest || share < reached)) {
      lowest = check.ratio;
      reached = share;
    }
  }
  return lowest;
}

Data student_data(const StudentResult& student, const ExerciseInfo& info,
                  const ExerciseResult& work) {
  const std::optional<double> ratio = ratio_of(work);
  return Object{{"who", name_of(student)},
                {"to", link_to(student, info)},
                {"class", class_of(work.status)},
                {"word", word_of(work.status)},
                {"points", is_judged(work.status) ? number(work.points.won) : "\u2013"},
                {"ratio", ratio ? number(*ratio) : ""},
                {"has_log", !work.log.empty()},
                {"log", "../" + url_path(work.log)}};
}

void add_students(Object& page, const ClassResult& result, std::size_t column) {
  List active;
  List idle;
  for (const StudentResult& student : result.students) {
    const ExerciseInfo& info = result.exercises[column];
    const ExerciseResult& work = student.exercises.at(column);
    if (is_handed_in(work.status)) {
      active.push_back(student_data(student, info, work));
    } else {
      idle.push_back(person(student, info));
    }
  }
  page["handed_in"] = std::to_string(active.size());
  page["student_count"] = std::to_string(result.students.size());
  page["has_idle"] = !idle.empty();
  page["idle_count"] = count_of(idle.size(), "student", "students");
  page["students"] = active;
  page["idle"] = idle;
}

}  // namespace

std::string exercise_page(Template& page, const ClassResult& result, std::size_t column,
                          bool with_charts) {
  const ExerciseInfo& info = result.exercises[column];
  const ExerciseFigures figures = figures_of_exercises(result)[column];
  const Centre points = centre_of(points_of(result, column));  // of those who handed in
  const std::vector<BarChart> charts = charts_of(result, column);
  const std::size_t judged = figures.judged - count_in(figures.tally, Verdict::kMissing);
  Object data{
      {"course", clean(result.course.title)},
      {"term", clean(result.course.term)},
      {"has_term", !result.course.term.empty()},
      {"exercise", clean(info.id)},
      {"title", clean(info.title)},
      {"module", clean(info.module_title)},
      {"bonus", info.bonus},
      {"has_due", !info.due.empty()},
      {"due", clean(moment(info.due))},
      {"worth", number(info.points)},
      {"passed", std::to_string(figures.passed)},
      {"passed_percent", percent(static_cast<double>(figures.passed), static_cast<double>(judged))},
      {"mean", number(points.mean)},
      {"median", number(points.median)},
      {"tally", tally_parts(figures.tally, std::max<std::size_t>(1, result.students.size()))},
      {"distributions", distribution_list(charts)},
      {"with_charts", with_charts},
      {"chart_data", chart_data(charts, result, {})}};
  add_clusters(data, result, column);
  add_students(data, result, column);
  return page.render(data);
}

}  // namespace warpschool::grader::report
