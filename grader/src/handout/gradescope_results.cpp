// Writes Gradescope's results.json.
#include "handout/handout.hpp"
#include "report/words.hpp"
#include "store/result_json.hpp"
#include "warpschool/course/course.hpp"
#include "warpschool/course/worth.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

/// What a student reads below a test: plain text.
std::string output_of(const CheckResult& check) {
  std::string text = report::clean(check.message);
  if (!check.hint.empty()) {
    text += (text.empty() ? "" : "\n") + ("Hint: " + report::clean(check.hint));
  }
  if (!check.output.empty()) {
    text += (text.empty() ? "" : "\n\n") + ("Your code printed:\n" + report::clean(check.output));
  }
  return text;
}

/// A test without a score says something and counts neither for nor against anybody.
Json test_of(const std::string& name, const std::string& number_text, const Score& points,
             Verdict verdict, const std::string& output, bool hidden = false) {
  Json test = Json::object();
  if (is_judged(verdict)) {
    test["score"] = number(points.won);
    test["max_score"] = number(points.possible);
  }
  test["status"] = verdict == Verdict::kPassed || !is_judged(verdict) ? "passed" : "failed";
  test["name"] = report::clean(name);
  test["name_format"] = "text";
  test["number"] = number_text;
  test["output"] = output.empty() ? explain(verdict) : output;
  test["output_format"] = "text";
  test["tags"] = {to_string(verdict)};
  // What is checked on grading day students would otherwise try out, upload by upload.
  test["visibility"] = hidden ? "after_published" : "visible";
  return test;
}

/// Checks of a result without points of its own to give: their sum is not the result's.
bool checks_add_up(const ExerciseResult& work) {
  double sum = 0;
  for (const CheckResult& check : work.checks) {
    sum += check.points.won;
  }
  return !work.checks.empty() && std::abs(sum - work.points.won) < 1e-6;
}

void add_tests(Json& tests, const ExerciseInfo& info, const ExerciseResult& work,
               std::size_t place) {
  if (!checks_add_up(work)) {
    const std::string note = work.notes.empty() ? explain(work.status) : work.notes.front();
    const std::string why = work.build_log.empty() ? note : work.build_log;
    tests.push_back(
        test_of(info.title, std::to_string(place), work.points, work.status, report::clean(why)));
    return;
  }
  for (std::size_t i = 0; i < work.checks.size(); ++i) {
    const CheckResult& check = work.checks[i];
    const std::string task = check.task > 0 ? fmt::format(", task {}", check.task) : "";
    std::string output = output_of(check);
    if (const std::string withheld = course::withheld_text(check.task);
        check.kind != to_string(course::Kind::kCorrectness) &&
        std::find(work.notes.begin(), work.notes.end(), withheld) != work.notes.end()) {
      output += (output.empty() ? "" : "\n") + withheld;
    }
    tests.push_back(test_of(fmt::format("{}{}: {}", info.title, task, check.name),
                            fmt::format("{}.{}", place, i + 1), check.points, check.verdict, output,
                            check.hidden));
  }
}

}  // namespace

std::string to_gradescope(const ClassResult& result, const StudentResult& student) {
  Json tests = Json::array();
  const std::size_t count = std::min(result.exercises.size(), student.exercises.size());
  for (std::size_t i = 0; i < count; ++i) {
    add_tests(tests, result.exercises[i], student.exercises[i], i + 1);
  }
  Json json = Json::object();
  json["score"] = number(student.points.won);
  json["output"] = fmt::format("{} of {} points", report::number(student.points.won),
                               report::number(student.points.possible));
  json["output_format"] = "text";
  json["visibility"] = "visible";
  json["stdout_visibility"] = "hidden";
  json["test_output_format"] = "text";
  json["test_name_format"] = "text";
  json["extra_data"] = {{"grader", result.grader_version},
                        {"course", result.course.version},
                        {"term", result.course.term},
                        {"possible", number(student.points.possible)}};
  json["tests"] = std::move(tests);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace warpschool::grader
