// What a report says on its pages, and which files it is made of.
#include "report/report.hpp"

#include "result/page_name.hpp"
#include "sample_class.hpp"
#include "written_report.hpp"

#include <filesystem>
#include <fstream>
#include <string>

using namespace warpschool::grader;
using namespace warpschool::tests;

namespace {

/// The tiny class with two exercises that are not due, one of which somebody has handed in.
ClassResult class_in_term() {
  ClassResult result = tiny_class();
  for (const char* id : {"transpose", "matmul"}) {
    ExerciseInfo info = result.exercises[0];
    info.id = info.title = id;
    info.is_due = false;
    result.exercises.push_back(info);
    ExerciseResult later;
    later.exercise = id;
    later.status = Verdict::kNotDueYet;
    later.time.due = "2027-03-01T12:00:00Z";
    result.students[0].exercises.push_back(later);
  }
  ExerciseResult& early = result.students[0].exercises[1];
  early.status = Verdict::kPassed;
  early.points = {6, 6};
  early.time.early = true;
  result.students[0].early = {6, 6};
  result.as_of = "2027-02-01T12:00:00Z";
  return result;
}

}  // namespace

TEST_CASE("the same class gives the same bytes", "[grader][report]") {
  const TemporaryFolder one;
  const TemporaryFolder two;
  write_report(sample_class(), one.path());
  write_report(sample_class(), two.path());
  write_report(sample_class(), two.path());
  CHECK(files_below(one.path()) == files_below(two.path()));
}

TEST_CASE("exercises that nobody handed in have neither column nor page", "[grader][report]") {
  const TemporaryFolder out;
  ClassResult result = sample_class();
  write_report(result, out.path());
  CHECK(fs::exists(out.path() / "exercises" / "transpose.html"));
  for (StudentResult& student : result.students) {
    student.exercises[6] = ExerciseResult{};
    student.exercises[6].exercise = "transpose";
  }
  write_report(result, out.path());
  CHECK_FALSE(fs::exists(out.path() / "exercises" / "transpose.html"));
  const std::string index = text_of(out.path() / "index.html");
  CHECK(holds(index, "1 exercise that nobody has handed in"));
  CHECK(holds(index, "<li>Transpose through a tile <small>transpose</small></li>"));
  CHECK_FALSE(holds(index, "exercises/transpose.html"));
  CHECK(dead_links(out.path() / "index.html").empty());
}

TEST_CASE("an exercise's page has the mistakes, their line and the students", "[grader][report]") {
  const TemporaryFolder out;
  write_report(sample_class(), out.path());
  const std::string page = text_of(out.path() / "exercises" / "transpose.html");
  CHECK(holds(page, "<h3>2 students lack the first barrier</h3>"));
  CHECK(holds(page, "out[ty * height + tx] = tile[threadIdx.x][threadIdx.y];"));
  CHECK(holds(page, ">Alan Turing</a>"));
  CHECK(holds(page, ">Margaret Hamilton</a>"));
  CHECK(holds(page, "../students/aturing.html#transpose"));
  CHECK(holds(page, "Speed-up, beats the plain version: full points from 4"));
  CHECK(holds(text_of(out.path() / "index.html"), "href=\"exercises/transpose.html\""));
}

TEST_CASE("a student's page leads with what to change", "[grader][report]") {
  const TemporaryFolder out;
  write_report(sample_class(), out.path());
  const std::string page = text_of(out.path() / "feedback" / page_name("aturing"));
  CHECK(holds(page, "5 to change, 5 passed, 1 not handed in."));
  const std::size_t next = page.find("<strong>Next</strong> Put __syncthreads() between the two.");
  REQUIRE(next != std::string::npos);
  CHECK(next < page.find("<h2 id=\"done\">Passed</h2>"));
  CHECK(count(page, "<details class=\"whole\">") == 10);
  CHECK(count(page, "<details class=\"whole\" open>") == 0);
}

TEST_CASE("a class without students or exercises is still a report", "[grader][report]") {
  const TemporaryFolder out;
  write_report(ClassResult{}, out.path());
  const std::string index = text_of(out.path() / "index.html");
  CHECK(holds(index, "There are no students"));
  CHECK_FALSE(holds(index, "nan"));
  CHECK(dead_links(out.path() / "index.html").empty());
}

TEST_CASE("what is the machine's fault is said before everything else", "[grader][report]") {
  const TemporaryFolder out;
  write_report(sample_class(), out.path());
  const std::string index = text_of(out.path() / "index.html");
  const std::size_t panel = index.find("The machine's fault: no points lost");
  REQUIRE(panel != std::string::npos);
  CHECK(panel < index.find("id=\"summary\""));
  CHECK(holds(index, "The judge ended with signal 9"));
}

TEST_CASE("a student's page names no other student", "[grader][report]") {
  const TemporaryFolder out;
  const ClassResult result = sample_class();
  write_report(result, out.path());
  for (const StudentResult& owner : result.students) {
    for (const char* const folder : {"students", "feedback"}) {
      const std::string page = text_of(out.path() / folder / page_name(owner.id));
      CHECK(holds(page, owner.name));
      for (const StudentResult& other : result.students) {
        CHECK((other.id == owner.id || !(holds(page, other.name) || holds(page, other.id))));
      }
    }
  }
}

TEST_CASE("a student's page explains, hints, measures and marks", "[grader][report]") {
  const TemporaryFolder out;
  write_report(sample_class(), out.path());
  const std::string page = text_of(out.path() / "students" / page_name("aturing"));
  CHECK(holds(page, "The code touched memory that it must not touch"));
  CHECK(holds(page, "1 of 2 checks passed."));
  CHECK(holds(page, "<strong>Hint</strong> 256 threads a block make 1024 threads"));
  CHECK(holds(page, "class=\"line marked fault\" id=\"vector_add-L5\""));
  CHECK(holds(page, "class=\"line marked fault\" id=\"reduce_shared-L6\""));
  const std::string slow = text_of(out.path() / "students" / page_name("djohnson"));
  CHECK(holds(slow,
              "2.31 times as fast as the reference (between 2.24 and 2.36); full points from 4."));
}

TEST_CASE("what is not due yet has no column, and totals say what they are of",
          "[grader][report]") {
  const TemporaryFolder out;
  write_report(class_in_term(), out.path());
  const std::string index = text_of(out.path() / "index.html");
  CHECK(holds(index, "<p class=\"later\">Not due yet, and handed in by nobody: matmul.</p>"));
  CHECK(count(index, "data-sort=\"number\"") == 2);             // total, transpose
  CHECK(holds(index, "1 exercise that nobody has handed in"));  // and is due: vector_add
  CHECK(holds(index, "Total <small>of 6 due</small>"));
  CHECK(holds(index, "1 due, worth 6 points"));
  CHECK(holds(index, "percentages are of what is due as of 1 February 2027, 12:00 (UTC)."));
  CHECK(holds(index, "0 %, +6 early</small>"));
  CHECK(holds(index, "<td class=\"v-passed\" data-also=\", early\">6</td>"));
  CHECK(dead_links(out.path() / "index.html").empty());
  const std::string page = text_of(out.path() / "students" / page_name("ada"));
  CHECK(holds(page, "<b>0</b> of 6 points due so far"));
  CHECK(holds(page, "6 of 6 more points handed in early"));
  CHECK(holds(page,
              "<li id=\"matmul\">matmul <small>matmul, 6 points</small> "
              "<small>Due 1 March 2027, 12:00 (UTC).</small></li>"));
}

TEST_CASE("points given by hand, comments and lateness are on both pages", "[grader][report]") {
  const TemporaryFolder out;
  ClassResult result = tiny_class();
  ExerciseResult& exercise = result.students[0].exercises[0];
  exercise.status = Verdict::kWrong;
  exercise.points = {4, 6};
  exercise.time = {"2027-03-01T12:00:00Z", "2027-03-02T11:00:00Z", false, false, 1, 0, 0};
  exercise.by_hand = Override{4, "nearly right", "kim", "2027-03-05T10:00:00Z"};
  exercise.comments = {{"see line 3", "lee", "2027-03-06T10:00:00Z"}};
  result.students[0].comments = {{"come to my office", "lee", "2027-03-06T10:00:00Z"}};
  result.students[0].late_days_used = 1;
  result.late_days = 3;
  result.late_policy = "Late work loses 10 % a day.";
  write_report(result, out.path());
  CHECK(holds(text_of(out.path() / "index.html"),
              "<td class=\"v-wrong\" data-also=\", by hand\">4</td>"));
  std::string page = text_of(out.path() / "students" / page_name("ada"));
  for (const char* words :
       {"4 points given by kim, 2027-03-05: nearly right", "see line 3 (lee, 2027-03-06)",
        "come to my office (lee, 2027-03-06)",
        "1 day late; points given by hand lose nothing, and no late day is spent.",
        "Late days used: 1 of 3.", "Late work loses 10 % a day."}) {
    CAPTURE(words);
    CHECK(holds(page, words));
  }
  exercise.by_hand.reset();
  exercise.time.lost = 0.5;
  write_report(result, out.path());
  CHECK(holds(text_of(out.path() / "index.html"),
              "<td class=\"v-wrong\" data-also=\", late\">4</td>"));
  page = text_of(out.path() / "students" / page_name("ada"));
  CHECK(holds(page, "1 day late; 0.5 points lost."));
}

TEST_CASE("the class page lists absent people, points by hand and what changed between attempts",
          "[grader][report]") {
  const TemporaryFolder out;
  ClassResult result = tiny_class();
  result.students.resize(4, result.students[0]);
  const auto work_of = [&](std::size_t who, const char* id, double points) -> ExerciseResult& {
    result.students[who].id = id;
    ExerciseResult& work = result.students[who].exercises[0];
    work.status = points < 6 ? Verdict::kWrong : Verdict::kPassed;
    work.points = {points, 6};
    return work;
  };
  const PastSubmission first{"a", {}, {}, true, Verdict::kWrong, {2, 6}, false};
  const PastSubmission last{"b", {}, {}, true, Verdict::kPassed, {6, 6}, true};
  work_of(1, "boris", 5).history = {first, last};
  result.students[1].exercises[0].time.lost = 1;  // lateness is no step back
  work_of(2, "chen", 1).history = {first, last};
  work_of(3, "dana", 4).by_hand = Override{4, "nearly", "kim", "2027-03-05T10:00:00Z", 1.5};
  write_report(result, out.path());
  const std::string index = text_of(out.path() / "index.html");
  CHECK(holds(index, "<summary>1 student</summary>\n<p class=\"people\"><a href=\"students/ada"));
  CHECK(holds(index, "<summary>1 student got further</summary>"));
  CHECK(holds(index, "boris</a> vector_add 2 to 6 of 6</li>"));
  CHECK(holds(index, "<summary>1 student fell back</summary>"));
  CHECK(holds(index, "chen</a> vector_add 2 to 1 of 6</li>"));
  CHECK(holds(
      index, "dana</a> vector_add: 4 points instead of 1.5 given by kim, 2027-03-05: nearly</li>"));
  CHECK_FALSE(holds(index, "similarity/index.html"));

  fs::create_directory(out.path() / "similarity");
  std::ofstream(out.path() / "similarity" / "index.html") << "pairs";
  write_report(result, out.path());
  CHECK(holds(text_of(out.path() / "index.html"), "<a href=\"similarity/index.html\">"));
}

TEST_CASE("whose files count for nothing is told apart from who handed in nothing",
          "[grader][report]") {
  const TemporaryFolder out;
  ClassResult result = tiny_class();
  result.students.resize(2, result.students[0]);
  result.students[1].id = "boris";
  result.students[1].name = "boris";
  result.students[1].notes = {"work.7z is an archive of a kind that is not opened."};
  result.students[1].exercises[0].notes = {"vector_ad.cu was handed in. <Nothing> was graded."};
  write_report(result, out.path());
  const std::string index = text_of(out.path() / "index.html");
  CHECK(holds(index, "Handed in nothing</h2>\n<details class=\"more\">\n<summary>1 student<"));
  CHECK_FALSE(holds(index, "Graded under other names"));
  CHECK(holds(index, "Handed in nothing that counts</h2>\n<details class=\"more\">\n<summary>1 "));
  CHECK(holds(index,
              "boris</a> work.7z is an archive of a kind that is not opened. vector_ad.cu "
              "was handed in. &lt;Nothing&gt; was graded.</li>"));
}

TEST_CASE("accepted likely names stay on the class page", "[grader][report]") {
  const TemporaryFolder out;
  ClassResult result = tiny_class();
  result.students[0].exercises[0].notes = {"v add.cu was handed in and graded as vector_add.cu.",
                                           "Canvas marks this as handed in late."};
  write_report(result, out.path());
  CHECK(holds(text_of(out.path() / "index.html"),
              "</a> v add.cu was handed in and graded as vector_add.cu.</li>"));
}

TEST_CASE("page names fit a file system and differ where ids do", "[grader][report]") {
  const std::string longest(255, 'A');
  CHECK(page_name(longest).size() < 200);
  CHECK(page_name(longest) != page_name(longest + "B"));
  CHECK(page_name("Ada") != page_name("ada"));
  CHECK(page_name("../etc") == "_2e_2e_2fetc.html");
}

TEST_CASE("a course with a scale has grades, one without has none", "[grader][report]") {
  const TemporaryFolder out;
  ClassResult result = sample_class();
  write_report(result, out.path());
  CHECK(holds(text_of(out.path() / "students" / page_name("djohnson")), "107 %, grade A"));
  result.course.grading.clear();
  write_report(result, out.path());
  CHECK_FALSE(holds(text_of(out.path() / "students" / page_name("djohnson")), ", grade"));
  CHECK_FALSE(holds(text_of(out.path() / "index.html"), "class=\"grade\""));
}

TEST_CASE("pages of students who left are removed, foreign files stay", "[grader][report]") {
  const TemporaryFolder out;
  ClassResult result = sample_class();
  write_report(result, out.path());
  const fs::path gone = out.path() / "students" / page_name(result.students[0].id);
  const fs::path foreign = out.path() / "students" / "mine.html";
  std::ofstream(foreign) << "<p>notes of a TA</p>";
  result.students.erase(result.students.begin());
  write_report(result, out.path());
  CHECK_FALSE(fs::exists(gone));
  CHECK(fs::exists(foreign));
}

TEST_CASE("a folder that cannot be written is named in the error", "[grader][report]") {
  const TemporaryFolder out;
  std::ofstream(out.path() / "file") << "in the way";
  CHECK_THROWS_AS(write_report(tiny_class(), out.path() / "file" / "report"), std::runtime_error);
}

TEST_CASE("300 students and 40 exercises make a report with a page each", "[grader][report]") {
  const TemporaryFolder out;
  const ClassResult result = large_class(300, 40);
  write_report(result, out.path());
  REQUIRE(result.students.size() == 300);
  for (const auto& student : result.students) {
    INFO(student.id);
    CHECK(fs::exists(out.path() / "students" / page_name(student.id)));
  }
}
