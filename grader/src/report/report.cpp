// Writes the whole HTML report: class page, student pages, scripts and styles.
#include "report.hpp"

#include "pages.hpp"
#include "statistics.hpp"

#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// Every page of ours says this near its top: the sign that we may remove it.
constexpr std::string_view kOurMark = "<meta name=\"generator\" content=\"warpschool\">";

[[noreturn]] void fail(const fs::path& file, const std::string& what) {
  throw std::runtime_error(file.string() + ": " + what);
}

std::string read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return stream ? text.str() : std::string();
}

bool is_the_same(const fs::path& file, std::string_view text) {
  std::error_code error;
  return fs::file_size(file, error) == text.size() && !error && read_file(file) == text;
}

/// Beside its place first, then moved there: whoever reloads a page never sees half of it. Most
/// pages of a class have not changed since the last time.
void write_file(const fs::path& file, std::string_view text) {
  if (is_the_same(file, text)) {
    return;
  }
  fs::path beside = file;
  beside += ".part";
  std::ofstream stream(beside, std::ios::binary | std::ios::trunc);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  if (!stream) {
    fail(file, "cannot be written");
  }
  std::error_code error;
  fs::rename(beside, file, error);
  if (error) {
    fail(file, error.message());
  }
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    fail(folder, error.message());
  }
}

bool is_our_page(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string head(1024, '\0');
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.find(kOurMark) != std::string::npos;
}

/// Pages of students who are no longer in the class, or of exercises no longer handed in. Files
/// that are not ours stay.
void remove_old_pages(const fs::path& folder, const std::set<std::string>& current) {
  std::vector<fs::path> old;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".html" && current.count(file.filename().string()) == 0 &&
        is_our_page(file)) {
      old.push_back(file);
    }
  }
  for (const fs::path& file : old) {
    std::error_code ignored;  // a page that stays misleads nobody: nothing links to it
    fs::remove(file, ignored);
  }
}

/// Whether the report has plots: the text of Chart.js, or none if it is not there.
bool write_assets(const fs::path& folder, const ReportOptions& options) {
  make_folder(folder);
  std::string style;
  for (const char* const sheet : {"report.css", "class.css", "student.css"}) {
    style += report::embedded(sheet);
  }
  write_file(folder / "report.css", style);
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
  write_file(out / "index.html", report::overview_page(result, with_charts));
}

void for_each_feedback(
    const ClassResult& result,
    const std::function<void(const std::string& name, const std::string& page)>& use) {
  for (const StudentResult& student : result.students) {
    use(page_name(student.id), report::StudentPages(result, student).self_contained());
  }
}

void write_report(const ClassResult& result, const fs::path& out) {
  write_report(result, out, ReportOptions{WARPSCHOOL_CHART_JS});
}

}  // namespace warpschool::grader
