// Writes the whole HTML report: class page, student pages, scripts and styles.
#include "report.hpp"

#include "pages.hpp"
#include "report_files.hpp"

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
  write_file(folder / "report.css", report::embedded("report.css"));
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

void write_students(const ClassResult& result, const fs::path& folder) {
  make_folder(folder);
  report::Template page("student");
  std::set<std::string> names;
  for (const StudentResult& student : result.students) {
    const std::string name = page_name(student.id);
    write_file(folder / name, report::student_page(page, result, student));
    names.insert(name);
  }
  remove_old_pages(folder, names);
}

}  // namespace

void write_report(const ClassResult& result, const fs::path& out, const ReportOptions& options) {
  make_folder(out);
  const bool with_charts = write_assets(out / "assets", options);
  write_students(result, out / "students");
  write_file(out / "index.html", report::overview_page(result, with_charts));
}

void write_report(const ClassResult& result, const fs::path& out) {
  write_report(result, out, ReportOptions{WARPSCHOOL_CHART_JS});
}

}  // namespace warpschool::grader
