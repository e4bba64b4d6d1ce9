// JUnit XML, Gradescope's results.json and the zip of feedback, against what their readers ask for.
#include "handout/handout.hpp"

#include "../test_folder.hpp"
#include "handout/zip.hpp"
#include "sample_class.hpp"
#include "support/files.hpp"
#include "written_report.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

using nlohmann::json;
using tests::count;

/// The sum of an attribute's numbers over all elements of the document.
std::size_t sum_of(const std::string& xml, const std::string& attribute) {
  std::size_t sum = 0;
  const std::string begin = " " + attribute + "=\"";
  for (std::size_t at = xml.find(begin); at != std::string::npos; at = xml.find(begin, at + 1)) {
    sum += std::stoul(xml.substr(at + begin.size()));
  }
  return sum;
}

ClassResult hostile_class() {
  ClassResult result = tiny_class();
  result.students[0].id = "<ada> & \"b\"";
  ExerciseResult& work = result.students[0].exercises[0];
  work.status = Verdict::kWrong;
  CheckResult check;
  check.name = "a < b";
  check.verdict = Verdict::kWrong;
  check.message = "first\x01 \u202Eline\n]]></failure>";
  check.output = "</system-out>\x1B[31mred";
  work.checks = {check};
  return result;
}

std::map<std::string, std::string> entries_of(const std::filesystem::path& file) {
  std::map<std::string, std::string> entries;
  archive* const reader = archive_read_new();
  archive_read_support_format_zip(reader);
  REQUIRE(archive_read_open_filename(reader, file.c_str(), 10240) == ARCHIVE_OK);
  archive_entry* entry = nullptr;
  while (archive_read_next_header(reader, &entry) == ARCHIVE_OK) {
    std::string text(static_cast<std::size_t>(archive_entry_size(entry)), '\0');
    REQUIRE(archive_read_data(reader, text.data(), text.size()) ==
            static_cast<la_ssize_t>(text.size()));
    entries[archive_entry_pathname(entry)] = text;
  }
  archive_read_free(reader);
  return entries;
}

TEST_CASE("JUnit XML counts what it holds", "[grader]") {
  const std::string xml = to_junit(sample_class());
  CHECK(xml.rfind("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", 0) == 0);
  CHECK(count(xml, "<testsuite ") == count(xml, "</testsuite>"));
  CHECK(sum_of(xml, "tests") == count(xml, "<testcase "));
  CHECK(sum_of(xml, "failures") == count(xml, "<failure "));
  CHECK(sum_of(xml, "errors") == count(xml, "<error "));
  CHECK(sum_of(xml, "skipped") == count(xml, "<skipped "));
  CHECK(count(xml, "<failure ") > 0);
  CHECK(count(xml, "<error ") > 0);
  CHECK(count(xml, "<skipped ") > 0);
  CHECK(count(xml, "classname=\"eborg.vector_add\"") > 0);
  CHECK(count(xml, "classname=\"eborg.transpose\"") == 0);  // not handed in: no suite
  CHECK(xml == to_junit(sample_class()));
}

TEST_CASE("nothing that a student writes ends an element of JUnit XML", "[grader]") {
  const std::string xml = to_junit(hostile_class());
  CHECK(count(xml, "<failure ") == 1);
  CHECK(count(xml, "</failure>") == 1);
  CHECK(count(xml, "</system-out>") == 1);
  CHECK(count(xml, "&lt;ada&gt; &amp; &quot;b&quot;.vector_add") == 2);
  CHECK(count(xml, "[U+202E]") == 2);
  CHECK(xml.find('\x01') == std::string::npos);  // XML 1.0 forbids it
  CHECK(xml.find('\x1B') == std::string::npos);
}

TEST_CASE("results.json has the fields that Gradescope documents, and no others", "[grader]") {
  static const std::set<std::string> kTop{
      "score", "output",           "output_format",      "visibility", "stdout_visibility",
      "tests", "test_name_format", "test_output_format", "extra_data"};
  static const std::set<std::string> kTest{"score",       "max_score", "status", "name",
                                           "name_format", "number",    "output", "output_format",
                                           "tags",        "visibility"};
  const ClassResult result = sample_class();
  for (const StudentResult& student : result.students) {
    const json document = json::parse(to_gradescope(result, student));
    INFO(student.id);
    for (const auto& [key, value] : document.items()) {
      CHECK(kTop.count(key) == 1);
    }
    CHECK(document.at("score").get<double>() == Approx(student.points.won));
    double sum = 0;
    for (const json& test : document.at("tests")) {
      for (const auto& [key, value] : test.items()) {
        CHECK(kTest.count(key) == 1);
      }
      CHECK((test.at("status") == "passed" || test.at("status") == "failed"));
      CHECK(test.at("name").is_string());
      CHECK(test.at("number").is_string());
      CHECK(test.at("tags").is_array());
      CHECK(test.contains("score") == test.contains("max_score"));
      sum += test.value("score", 0.0);
    }
    CHECK(sum == Approx(student.points.won));
  }
}

TEST_CASE("what the machine could not judge is a test without a score", "[grader]") {
  ClassResult result = tiny_class();
  result.students[0].exercises[0].status = Verdict::kInternalError;
  const json document = json::parse(to_gradescope(result, result.students[0]));
  REQUIRE(document.at("tests").size() == 1);
  CHECK_FALSE(document.at("tests")[0].contains("score"));
}

TEST_CASE("text of students stays valid UTF-8 in results.json", "[grader]") {
  ClassResult result = hostile_class();
  result.students[0].exercises[0].checks[0].message = "\xFF broken \u202E";
  const std::string text = to_gradescope(result, result.students[0]);
  CHECK(json::parse(text).at("tests")[0].at("output").get<std::string>().find(
            "\uFFFD broken [U+202E]") == 0);
}

TEST_CASE("a zip holds what was added, and equal files are equal bytes", "[grader]") {
  const ScratchFolder scratch;
  for (const char* const name : {"one.zip", "two.zip"}) {
    ZipFile zip(scratch.path() / name);
    zip.add("feedback/ada.html", "<p>ada</p>");
    zip.add("feedback/boris.html", "");
    zip.finish();
  }
  CHECK(read_file(scratch.path() / "one.zip") == read_file(scratch.path() / "two.zip"));
  CHECK(entries_of(scratch.path() / "one.zip") ==
        std::map<std::string, std::string>{{"feedback/ada.html", "<p>ada</p>"},
                                           {"feedback/boris.html", ""}});
}

TEST_CASE("a zip that is not finished leaves nothing behind", "[grader]") {
  const ScratchFolder scratch;
  {
    ZipFile zip(scratch.path() / "half.zip");
    zip.add("a", "b");
  }
  CHECK(std::filesystem::is_empty(scratch.path()));
  CHECK_THROWS_WITH(ZipFile(scratch.path() / "absent" / "x.zip"), Catch::Contains("x.zip"));
}

}  // namespace
}  // namespace warpschool::grader
