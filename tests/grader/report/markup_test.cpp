// A report's files as a browser takes them: what students write is no markup, links lead somewhere,
// nothing is asked for from elsewhere.
#include "report/report.hpp"
#include "result/page_name.hpp"
#include "sample_class.hpp"
#include "written_report.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace warpschool::grader;
using namespace warpschool::tests;

namespace {

constexpr const char* kEvil =
    "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{title}}";

/// A class in which every text that a student or a compiler can influence attacks the page.
ClassResult evil_class() {
  ClassResult result = tiny_class();
  result.course = {kEvil, kEvil, kEvil, {}};
  result.devices = {kEvil};
  result.unmatched = {{kEvil, kEvil}};
  StudentResult& student = result.students[0];
  student.id = kEvil;
  student.name = kEvil;
  student.notes = {kEvil};
  ExerciseResult& exercise = student.exercises[0];
  exercise.status = Verdict::kInternalError;
  exercise.file = "vector_add.cu";
  exercise.source = std::string("// ") + kEvil + "\n\"" + kEvil + "\n" + kEvil;
  exercise.build_log = std::string("vector_add.cu:1:1: error: ") + kEvil;
  exercise.notes = {kEvil};
  exercise.command = kEvil;
  exercise.status = Verdict::kWrong;
  CheckResult check;
  check.verdict = Verdict::kWrong;
  check.name = check.kind = check.backend = check.message = check.hint = check.output = kEvil;
  check.counters[kEvil] = 1;
  check.faults.push_back({kEvil, kEvil, "vector_add.cu", 2, kEvil});
  check.faults.push_back({kEvil, kEvil, kEvil, 2, kEvil});
  exercise.checks = {check};
  exercise.by_hand = Override{1, kEvil, kEvil, kEvil};
  exercise.comments = {{kEvil, kEvil, kEvil}};
  exercise.time = {kEvil, kEvil, true, true, 1, 0, 1};
  student.comments = {{kEvil, kEvil, kEvil}};
  result.as_of = result.late_policy = kEvil;
  return result;
}
}  // namespace

TEST_CASE("nothing that a student writes becomes markup", "[grader][report]") {
  const TemporaryFolder out;
  const ClassResult result = evil_class();
  std::ofstream(out.path() / "any.js") << "// plots";
  write_report(result, out.path(), ReportOptions{out.path() / "any.js"});
  const std::string index = text_of(out.path() / "index.html");
  const std::string page = text_of(out.path() / "students" / page_name(result.students[0].id));
  const std::string alone = text_of(out.path() / "feedback" / page_name(result.students[0].id));
  const std::string exercise = text_of(out.path() / "exercises" / "vector_add.html");
  for (const std::string& text : {index, page, alone, exercise}) {
    CHECK(holds(text, "&lt;/script&gt;&lt;script&gt;alert(1)"));
    CHECK_FALSE(holds(text, "<script>"));
    CHECK_FALSE(holds(text, "<img"));
    CHECK(holds(text, "{{title}}"));  // shown, not expanded
  }
  CHECK(count(index, "<script") == count(index, "</script>"));
  CHECK(count(index, "<script") == 3);  // Chart.js, ours, the plots' data
  CHECK(count(page, "<script") == 1);
  CHECK(count(alone, "<script") == 0);
  CHECK(count(exercise, "<script") == count(exercise, "</script>"));
  CHECK(count(exercise, "<script") == 3);
}

TEST_CASE("every link of a report leads to a file and a place in it", "[grader][report]") {
  const TemporaryFolder out;
  write_report(sample_class(), out.path());
  std::size_t pages = 0;
  for (const auto& [name, text] : files_below(out.path())) {
    if (fs::path(name).extension() == ".html") {
      CHECK(dead_links(out.path() / name).empty());
      ++pages;
    }
  }
  // Each student has two; one of the exercises was handed in by nobody.
  CHECK(pages == 1 + 2 * sample_class().students.size() + sample_class().exercises.size());
}

TEST_CASE("what reorders text or hides in it is spelt out on every page", "[grader][report]") {
  constexpr const char* kHidden = "ab\u202Ecd\u200Bef\x1B[31mgh\x07";
  const TemporaryFolder out;
  ClassResult result = evil_class();
  StudentResult& student = result.students[0];
  student.name = kHidden;
  ExerciseResult& exercise = student.exercises[0];
  exercise.source = kHidden;
  exercise.notes = {kHidden};
  exercise.checks[0].message = exercise.checks[0].hint = kHidden;
  exercise.checks[0].faults = {{"race", kHidden, "vector_add.cu", 1, kHidden}};
  write_report(result, out.path());
  for (const auto& [name, text] : files_below(out.path())) {
    if (fs::path(name).extension() == ".html") {
      INFO(name);
      CHECK(holds(text, "ab[U+202E]cd[U+200B]efgh\u2407"));
      CHECK_FALSE(holds(text, "\u202E"));
      CHECK_FALSE(holds(text, "\x1B"));
    }
  }
}

TEST_CASE("a file of feedback needs no other file and runs no script", "[grader][report]") {
  const TemporaryFolder out;
  write_report(sample_class(), out.path());
  for (const StudentResult& student : sample_class().students) {
    const std::string page = text_of(out.path() / "feedback" / page_name(student.id));
    INFO(student.id);
    REQUIRE(holds(page, "default-src 'none'; style-src 'unsafe-inline';"));
    for (const std::string& link : values_of(page, "href")) {
      CHECK(link.front() == '#');
    }
    CHECK(values_of(page, "src").empty());
    for (const char* const part : {"<script", "<link", "url(", "@import", "index.html"}) {
      INFO(part);
      CHECK_FALSE(holds(page, part));
    }
    CHECK(holds(page, "details::details-content"));  // opens what is closed, on paper
  }
}

TEST_CASE("a report asks for nothing from a network", "[grader][report]") {
  const TemporaryFolder out;
  write_report(sample_class(), out.path(), ReportOptions{});
  for (const auto& [name, text] : files_below(out.path())) {
    CHECK_FALSE(holds(text, "://"));
    CHECK_FALSE(holds(text, "@import"));
  }
}

TEST_CASE("without Chart.js the report has tables and asks for no plots", "[grader][report]") {
  const TemporaryFolder out;
  write_report(sample_class(), out.path());
  write_report(sample_class(), out.path(), ReportOptions{out.path() / "nowhere.js"});
  const std::string index = text_of(out.path() / "index.html");
  CHECK_FALSE(holds(index, "chart.js"));
  CHECK_FALSE(fs::exists(out.path() / "assets" / "chart.js"));
  CHECK(holds(index, "<th scope=\"row\">90-100 %</th>"));
  CHECK(dead_links(out.path() / "index.html").empty());
}

TEST_CASE("Chart.js is copied beside the report", "[grader][report]") {
  const TemporaryFolder out;
  std::ofstream(out.path() / "any.js") << "// plots";
  write_report(sample_class(), out.path() / "report", ReportOptions{out.path() / "any.js"});
  CHECK(text_of(out.path() / "report" / "assets" / "chart.js") == "// plots");
}
