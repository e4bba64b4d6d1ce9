// Writes grades.csv and grades.json (docs/formats.md).
#include "export.hpp"

#include "grading.hpp"
#include "store/result_json.hpp"
#include "support/files.hpp"

#include <cmath>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

bool is_judged(const ExerciseResult& result) {
  return result.status != Verdict::kInternalError && result.status != Verdict::kSkipped;
}

/// RFC 4180, and no cell that a spreadsheet would take for a formula.
std::string cell(const std::string& text) {
  const bool formula =
      !text.empty() && std::string("=+-@\t").find(text.front()) != std::string::npos;
  std::string safe = std::string(formula ? "'" : "").append(text);
  if (safe.find_first_of(",\"\n\r") == std::string::npos) {
    return safe;
  }
  std::string quoted = "\"";
  for (const char c : safe) {
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return quoted + "\"";
}

std::string points(double value) {
  return fmt::format("{:g}", std::round(value * 100) / 100);
}

std::string row_of(const StudentResult& student, const CourseInfo& course) {
  std::string row = cell(student.id);
  for (const ExerciseResult& result : student.exercises) {
    row += fmt::format(",{},{}", is_judged(result) ? points(result.points.won) : "",
                       to_string(result.status));
  }
  const double percent = percent_of(student.points);
  return row + fmt::format(",{},{},{},{}\r\n", points(student.points.won),
                           points(student.points.possible), points(percent),
                           cell(grade_for(course, percent)));
}

Json exercise_json(const ExerciseInfo& info) {
  Json kinds = Json::object();
  for (const auto& [kind, value] : info.points_of) {
    kinds[kind] = number(value);
  }
  return {{"id", info.id},         {"title", info.title},
          {"module", info.module}, {"points", number(info.points)},
          {"points_of", kinds},    {"due", info.due.empty() ? Json(nullptr) : Json(info.due)},
          {"bonus", info.bonus}};
}

Json student_json(const StudentResult& student, const CourseInfo& course) {
  const double percent = percent_of(student.points);
  Json exercises = Json::array();
  for (const ExerciseResult& result : student.exercises) {
    exercises.push_back(to_published(result));
  }
  return {{"id", student.id},
          {"name", student.name},
          {"points", to_json(student.points)},
          {"percent", number(percent)},
          {"grade", grade_for(course, percent)},
          {"exercises", exercises}};
}

}  // namespace

std::string to_csv(const ClassResult& result) {
  std::string text = "student";
  for (const ExerciseInfo& info : result.exercises) {
    text += fmt::format(",{0} points,{0} status", info.id);
  }
  text += ",total,possible,percent,grade\r\n";
  for (const StudentResult& student : result.students) {
    text += row_of(student, result.course);
  }
  return text;
}

std::string to_grades_json(const ClassResult& result) {
  Json exercises = Json::array();
  for (const ExerciseInfo& info : result.exercises) {
    exercises.push_back(exercise_json(info));
  }
  Json students = Json::array();
  for (const StudentResult& student : result.students) {
    students.push_back(student_json(student, result.course));
  }
  Json unmatched = Json::array();
  for (const UnmatchedFile& file : result.unmatched) {
    unmatched.push_back({{"path", file.path}, {"reason", file.reason}});
  }
  const Json document = {{"schema", 1},
                         {"course",
                          {{"title", result.course.title},
                           {"term", result.course.term},
                           {"version", result.course.version},
                           {"grading", result.course.grading}}},
                         {"graded_with",
                          {{"grader", result.grader_version},
                           {"preset", result.preset},
                           {"devices", result.devices},
                           {"toolchain", result.toolchain}}},
                         {"exercises", exercises},
                         {"students", students},
                         {"unmatched", unmatched}};
  return document.dump(2) + "\n";
}

void write_exports(const ClassResult& result, const std::filesystem::path& out) {
  write_file(out / "grades.csv", to_csv(result));
  write_file(out / "grades.json", to_grades_json(result));
}

}  // namespace warpschool::grader
