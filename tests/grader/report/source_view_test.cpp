// Tries the student's source with diagnostics and faults at its lines.
#include "report/source_view.hpp"

#include "report/highlight.hpp"
#include "written_report.hpp"

#include <warpschool/harness/catch.hpp>

using namespace warpschool::grader;
using namespace warpschool::grader::report;
using warpschool::tests::holds;

namespace {

/// The text that a reader sees: tags dropped, entities kept.
std::string without_tags(const std::string& html) {
  std::string text;
  bool in_tag = false;
  for (const char c : html) {
    in_tag = in_tag || c == '<';
    if (!in_tag) {
      text += c;
    }
    in_tag = in_tag && c != '>';
  }
  return text;
}

ExerciseResult with_fault(int line, const std::string& file) {
  ExerciseResult result;
  result.exercise = "vector_add";
  result.file = "vector_add.cu";
  result.source = "one\ntwo\nthree";
  result.checks.resize(1);
  result.checks[0].faults.push_back({"out_of_bounds", "thread 7 reads too far", file, line, ""});
  return result;
}

}  // namespace

TEST_CASE("diagnostics of clang, gcc and nvcc are found by line", "[grader][report]") {
  const std::string log =
      "/box/job/x.cu:12:5: error: use of undeclared identifier 'y'\n"
      "x.cu:3: warning: odd\n"
      "x.cu(7): error: expected a \";\"\n"
      "x.cu(8): warning #177-D: variable never used\n"
      "x.cu:9:1: fatal error: 'z.hpp' file not found\n"
      "max.cu:4:1: error: another file\n"
      "x.cu:99: note: no verdict\n"
      "x.cu: error: no line\n";
  const std::vector<LineNote> notes = diagnostics_in(log, "x.cu");
  REQUIRE(notes.size() == 5);
  CHECK(notes[0].line == 12);
  CHECK(notes[0].text == "use of undeclared identifier 'y'");
  CHECK(notes[1].kind == LineNote::Kind::kWarning);
  CHECK(notes[2].line == 7);
  CHECK(notes[3].text == "variable never used");
  CHECK(notes[4].title == "fatal error");
}

TEST_CASE("a faulty line is marked and says what happened", "[grader][report]") {
  const ExerciseResult result = with_fault(2, "vector_add.cu");
  const std::string html = annotated_source(result, line_notes(result));
  CHECK(holds(html, "class=\"line marked fault\" id=\"vector_add-L2\""));
  CHECK(holds(html, "<strong>out of bounds</strong> thread 7 reads too far"));
  CHECK(holds(html, "<div class=\"line\"><code>three</code>"));
}

TEST_CASE("a fault in another file or beyond the end marks nothing", "[grader][report]") {
  const ExerciseResult header = with_fault(2, "harness.hpp");
  CHECK(line_notes(header).empty());
  const ExerciseResult beyond = with_fault(400, "");
  CHECK_FALSE(holds(annotated_source(beyond, line_notes(beyond)), "marked"));
}

TEST_CASE("equal faults on one line are told once", "[grader][report]") {
  ExerciseResult result = with_fault(2, "vector_add.cu");
  result.checks[0].faults.push_back(
      {"out_of_bounds", "thread 8 reads too far", "vector_add.cu", 2, ""});
  result.checks[0].faults.push_back(result.checks[0].faults[0]);
  const std::vector<LineNote> notes = line_notes(result);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].repeats == 1);
  CHECK(holds(annotated_source(result, notes), "(and 1 more like it)"));
}

TEST_CASE("both accesses of a race are marked", "[grader][report]") {
  ExerciseResult result = with_fault(3, "vector_add.cu");
  FaultNote& fault = result.checks[0].faults[0];
  fault.kind = "race";
  fault.json =
      R"({"kind":"race","other":{"where":{"file":"/box/vector_add.cu","line":1,"column":5}}})";
  const std::vector<LineNote> notes = line_notes(result);
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].line == 1);
  CHECK(notes[0].text == "The other access, in no order with line 3.");
  CHECK(notes[1].text == "thread 7 reads too far");
}

TEST_CASE("a deadlock marks the lines at which threads wait", "[grader][report]") {
  ExerciseResult result = with_fault(1, "vector_add.cu");
  FaultNote& fault = result.checks[0].faults[0];
  fault.kind = "deadlock";
  fault.json = R"({"other":null,"waiting_at":[{"file":"vector_add.cu","line":1},
      {"file":"vector_add.cu","line":2},{"file":"other.hpp","line":3},{"line":"3"},7]})";
  const std::vector<LineNote> notes = line_notes(result);
  REQUIRE(notes.size() == 2);
  CHECK(notes[1].line == 2);
  CHECK(notes[1].text == "Other threads wait here.");
}

TEST_CASE("a fault whose JSON is none is still told", "[grader][report]") {
  ExerciseResult result = with_fault(2, "vector_add.cu");
  for (const char* text : {"", "{", "[]", "{\"other\":7,\"waiting_at\":{}}"}) {
    result.checks[0].faults[0].json = text;
    CHECK(line_notes(result).size() == 1);
  }
}

TEST_CASE("of several files each has its own marks and ids", "[grader][report]") {
  ExerciseResult result = with_fault(2, "kernels.cu");
  result.more_sources.push_back({"kernels.cu", "four\nfive"});
  const std::vector<ExerciseResult> files = file_by_file(result);
  REQUIRE(files.size() == 2);
  CHECK(line_notes(files[0]).empty());
  const std::string html = annotated_source(files[1], line_notes(files[1]));
  CHECK(holds(html, "class=\"line marked fault\" id=\"vector_add-kernels.cu-L2\""));
  CHECK(holds(html, "<code>five</code>"));

  result.checks[0].faults[0].file.clear();  // the first file's
  CHECK(line_notes(file_by_file(result)[0]).size() == 1);
  CHECK(line_notes(file_by_file(result)[1]).empty());
}

TEST_CASE("a source of very many lines is cut with a word about it", "[grader][report]") {
  ExerciseResult result = with_fault(2, "");
  const std::string html = annotated_source(result, {}, 1);
  CHECK(holds(html, "2 more lines are not shown"));
  CHECK_FALSE(holds(html, "two"));
}

TEST_CASE("highlighting adds tags and changes nothing else", "[grader][report]") {
  const char* const launch =
      "k&lt;&lt;&lt;g, b&gt;&gt;&gt;(a &amp;&amp; b, &apos;c&apos;, &quot;\\&quot;&quot;, "
      "1&apos;000.5f);";
  const char* lines[] = {
      "#include <cstdio>  // \"x\"",
      "k<<<g, b>>>(a && b, 'c', \"\\\"\", 1'000.5f);",
      "/* open",
      "</script><b>still a comment */ int x = 0x1F;",
      "\"never closed \\",
      "# define X",
  };
  const char* seen[] = {
      "#include &lt;cstdio&gt;  // &quot;x&quot;",
      launch,
      "/* open",
      "&lt;/script&gt;&lt;b&gt;still a comment */ int x = 0x1F;",
      "&quot;never closed \\",
      "# define X",
  };
  HighlightState state;
  for (std::size_t i = 0; i < std::size(lines); ++i) {
    CHECK(without_tags(highlight(lines[i], state)) == seen[i]);
  }
  CHECK_FALSE(state.in_comment);
}
