// Tries grades.csv and grades.json.
#include "store/export.hpp"

#include "result/grading.hpp"

#include <nlohmann/json.hpp>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

ClassResult small_class() {
  ClassResult result;
  result.course = {"Course", "term", "0123456789ab", {{"A", 90}, {"B", 50}}};
  result.preset = "sim";
  result.exercises = {{"alpha", "Alpha", "1_first", "First", 10, {{"correctness", 10}}, "", false}};
  ExerciseResult passed;
  passed.exercise = "alpha";
  passed.status = Verdict::kPassed;
  passed.points = {7.125, 10};
  ExerciseResult broken;
  broken.exercise = "alpha";
  broken.status = Verdict::kInternalError;
  result.students = {{"ada", "ada", {passed}, {7.125, 10}, {}},
                     {"=boris,\"x\"", "boris", {broken}, {0, 0}, {}}};
  result.students[0].section = "Tuesday";
  result.students[0].who.email = "ada@uni.edu";
  return result;
}

TEST_CASE("grades.csv has a row a student and no cell that a spreadsheet would run", "[grader]") {
  CHECK(to_csv(small_class()) ==
        "student,alpha points,alpha status,total,possible,percent,grade,early,remarks,name,"
        "section,email\r\n"
        "ada,7.13,passed,7.13,10,71.3,B,0,,ada,Tuesday,ada@uni.edu\r\n"
        "\"'=boris,\"\"x\"\"\",,internal_error,0,0,0,,0,,boris,,\r\n");
}

TEST_CASE("in grades.json what the machine could not judge has no points", "[grader]") {
  const auto json = nlohmann::json::parse(to_grades_json(small_class()));
  CHECK(json.at("students").at(0).at("exercises").at(0).at("points").at("won") == 7.125);
  CHECK(json.at("students").at(1).at("exercises").at(0).at("points").is_null());
  CHECK(json.at("schema") == 1);
}

TEST_CASE("points are shown without the noise of their sums", "[grader]") {
  ClassResult result = small_class();
  result.students[0].exercises[0].points = {7.999999999999999, 10.000000000000002};
  result.students[0].points = {7.999999999999999, 10};
  CHECK(to_csv(result).find("ada,8,passed,8,10,80,B") != std::string::npos);
  const auto json = nlohmann::json::parse(to_grades_json(result));
  CHECK(json.at("students").at(0).at("points").dump() == R"({"possible":10,"won":8})");
  CHECK(json.at("students").at(0).at("exercises").at(0).at("points").at("won").dump() == "8");
}

TEST_CASE("what people did is in the exports", "[grader]") {
  ClassResult result = small_class();
  ExerciseResult& exercise = result.students[0].exercises[0];
  exercise.by_hand = Override{8, "=too strict", "kim", "2027-03-01T10:00:00Z"};
  exercise.comments = {{"see line 3", "lee", "2027-03-02T10:00:00Z"}};
  result.students[0].comments = {{"well done", "lee", "2027-03-02T10:00:00Z"}};
  CHECK(to_csv(result).find(",alpha: 8 points given by kim, 2027-03-01") == std::string::npos);
  CHECK(to_csv(result).find("\"alpha: 8 points given by kim, 2027-03-01: =too strict; alpha: see "
                            "line 3 (lee); well done (lee)\"") != std::string::npos);
  const auto json = nlohmann::json::parse(to_grades_json(result));
  const auto& published = json.at("students").at(0).at("exercises").at(0);
  CHECK(published.at("override").at("by") == "kim");
  CHECK(published.at("comments").at(0).at("text") == "see line 3");
  CHECK(json.at("students").at(0).at("comments").at(0).at("at") == "2027-03-02T10:00:00Z");
  CHECK(json.at("students").at(1).at("exercises").at(0).at("override").is_null());
}

TEST_CASE("the grade is the best one whose percentage is reached", "[grader]") {
  const CourseInfo course = small_class().course;
  CHECK(grade_for(course, 100) == "A");
  CHECK(grade_for(course, 90) == "A");
  CHECK(grade_for(course, 89.9) == "B");
  CHECK(grade_for(course, 10).empty());
}

}  // namespace
}  // namespace warpschool::grader
