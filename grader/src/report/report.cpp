// Writes the whole HTML report: class page, student pages, scripts and styles.
#include "report/report.hpp"

#include "report/class_statistics.hpp"
#include "report/page_texts.hpp"
#include "report/report_files.hpp"
#include "result/page_name.hpp"

#include <fstream>
#include <set>
#include <sstream>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;
using report::make_folder;
using report::remove_old_pages;
using report::write_file;

std::string read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return stream ? text.str() : std::string();
}

/// Whether the report has plots: the text of Chart.js, or none if it is not there.
bool write_assets(const fs::path& folder, const ReportOptions& options) {
  make_folder(folder);
  write_file(folder / "report.css", report::style_sheet());
  write_file(folder / "report.js", report::embedded("report.js"));
  const std::string chart = options.chart_js.empty() ? "" : read_file(options.chart_js);
  if (chart.empty()) {
    std::error_code ignored;  // the page does not ask for it
    fs::remove(folder / "chart.js", ignored);
    return false;
  }
  write_file(folder / "chart.js", chart);
  return true;
}

/// Each student's page twice: as a part of the report, and as one file to hand out.
void write_students(const ClassResult& result, const fs::path& out) {
  make_folder(out / "students");
  make_folder(out / "feedback");
  std::set<std::string> names;
  for (const StudentResult& student : result.students) {
    const std::string name = page_name(student.id);
    const report::StudentPages pages(result, student);
    write_file(out / "students" / name, pages.linked());
    write_file(out / "feedback" / name, pages.self_contained());
    names.insert(name);
  }
  remove_old_pages(out / "students", names);
  remove_old_pages(out / "feedback", names);
}

/// A page for each exercise that somebody handed in.
void write_exercises(const ClassResult& result, const fs::path& folder, bool with_charts) {
  make_folder(folder);
  report::Template page("exercise");
  std::set<std::string> names;
  for (const std::size_t column : report::handed_in_columns(result)) {
    const std::string name = report::exercise_page_name(result.exercises[column].id);
    write_file(folder / name, report::exercise_page(page, result, column, with_charts));
    names.insert(name);
  }
  remove_old_pages(folder, names);
}

}  // namespace

void write_report(const ClassResult& result, const fs::path& out, const ReportOptions& options) {
  make_folder(out);
  const bool with_charts = write_assets(out / "assets", options);
  write_students(result, out);
  write_exercises(result, out / "exercises", with_charts);
  write_class_page(result, out);
}

void write_class_page(const ClassResult& result, const fs::path& out) {
  std::error_code failure;
  report::Beside beside;
  beside.charts = fs::exists(out / "assets" / "chart.js", failure);
  beside.similarity = fs::exists(out / "similarity" / "index.html", failure);
  write_file(out / "index.html", report::overview_page(result, beside));
}

void for_each_feedback(
    const ClassResult& result,
    const std::function<void(const StudentResult& student, const std::string& page)>& use) {
  for (const StudentResult& student : result.students) {
    use(student, report::StudentPages(result, student).self_contained());
  }
}

void write_report(const ClassResult& result, const fs::path& out) {
  write_report(result, out, ReportOptions{WARPSCHOOL_CHART_JS});
}

}  // namespace warpschool::grader
