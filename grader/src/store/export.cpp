// Writes grades.csv and grades.json (docs/formats.md).
#include "store/export.hpp"

#include "result/grading.hpp"
#include "store/result_json.hpp"
#include "support/files.hpp"

#include <cmath>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

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

/// What people did to the row, in one cell.
std::string remarks_of(const StudentResult& student) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : "; ") + what; };
  for (const ExerciseResult& result : student.exercises) {
    if (result.by_hand) {
      add(result.exercise + ": " + say(*result.by_hand));
    }
    for (const Comment& comment : result.comments) {
      add(fmt::format("{}: {} ({})", result.exercise, comment.text, comment.by));
    }
  }
  for (const Comment& comment : student.comments) {
    add(fmt::format("{} ({})", comment.text, comment.by));
  }
  return text;
}

std::string row_of(const StudentResult& student, const CourseInfo& course) {
  std::string row = cell(student.id);
  for (const ExerciseResult& result : student.exercises) {
    row += fmt::format(",{},{}", result.has_points() ? points(result.points.won) : "",
                       to_string(result.status));
  }
  const double percent = percent_of(student.points);
  return row + fmt::format(",{},{},{},{},{},{},{},{},{}\r\n", points(student.points.won),
                           points(student.points.possible), points(percent),
                           cell(grade_for(course, percent)), points(student.early.won),
                           cell(remarks_of(student)), cell(student.name), cell(student.section),
                           cell(student.who.email));
}

Json or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json exercise_json(const ExerciseInfo& info) {
  Json kinds = Json::object();
  for (const auto& [kind, value] : info.points_of) {
    kinds[kind] = number(value);
  }
  return {{"id", info.id},         {"title", info.title},
          {"module", info.module}, {"points", number(info.points)},
          {"points_of", kinds},    {"due", or_null(info.due)},
          {"is_due", info.is_due}, {"bonus", info.bonus}};
}

Json comments_json(const std::vector<Comment>& comments) {
  Json list = Json::array();
  for (const Comment& comment : comments) {
    list.push_back({{"text", comment.text}, {"by", comment.by}, {"at", comment.at}});
  }
  return list;
}

/// A result with what the calendar and people made of it.
Json result_json(const ExerciseResult& result) {
  Json json = to_published(result);
  const Timeliness& time = result.time;
  json["due"] = or_null(time.due);
  json["handed_in"] = or_null(time.handed_in);
  json["early"] = time.early;
  json["days_late"] = time.days_late;
  json["late_days"] = time.late_days;
  json["lost_for_lateness"] = number(time.lost);
  json["override"] = nullptr;
  if (result.by_hand) {
    json["override"] = {{"points", number(result.by_hand->points)},
                        {"why", result.by_hand->why},
                        {"by", result.by_hand->by},
                        {"at", result.by_hand->at}};
  }
  json["comments"] = comments_json(result.comments);
  return json;
}

Json student_json(const StudentResult& student, const CourseInfo& course) {
  const double percent = percent_of(student.points);
  Json exercises = Json::array();
  for (const ExerciseResult& result : student.exercises) {
    exercises.push_back(result_json(result));
  }
  return {{"id", student.id},
          {"name", student.name},
          {"points", to_json(student.points)},
          {"early", to_json(student.early)},
          {"late_days_used", student.late_days_used},
          {"comments", comments_json(student.comments)},
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
  text += ",total,possible,percent,grade,early,remarks,name,section,email\r\n";
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
                           {"as_of", or_null(result.as_of)},
                           {"late_policy", or_null(result.late_policy)},
                           {"late_days", result.late_days},
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
