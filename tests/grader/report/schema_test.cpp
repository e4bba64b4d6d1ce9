// The published schemas of docs/ against what the grader writes.
#include "handout/handout.hpp"
#include "sample_class.hpp"
#include "schema_validator.hpp"
#include "store/export.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <warpschool/harness/catch.hpp>

namespace {

using namespace warpschool::grader;

json published_schema(const std::string& name = "grades") {
  std::ifstream stream(std::string(WARPSCHOOL_DOCS) + "/" + name + ".schema.json");
  return json::parse(stream);
}

}  // namespace

TEST_CASE("grades.json follows its published schema", "[grader][formats]") {
  for (const ClassResult& result : {sample_class(), tiny_class(), large_class(14, 14)}) {
    const json grades = json::parse(to_grades_json(result));
    const std::vector<std::string> problems = Validator(published_schema()).problems(grades);
    CHECK(problems == std::vector<std::string>{});
  }
}

TEST_CASE("what calendar and people made of results follows the schema", "[grader][formats]") {
  ClassResult result = sample_class();
  result.as_of = "2027-03-01T12:00:00Z";
  result.late_policy = "Late work loses points.";
  ExerciseResult& exercise = result.students[0].exercises[0];
  exercise.time = {"2027-02-01T12:00:00Z", "2027-02-02T12:00:00Z", false, false, 1, 1, 0.5};
  exercise.by_hand = Override{3, "why", "kim", "2027-03-01T12:00:00Z"};
  exercise.comments = {{"text", "kim", "2027-03-01T12:00:00Z"}};
  result.students[0].comments = exercise.comments;
  result.students[1].exercises[0].status = Verdict::kNotDueYet;
  const json grades = json::parse(to_grades_json(result));
  CHECK(Validator(published_schema()).problems(grades) == std::vector<std::string>{});
}

TEST_CASE("the schema refuses what is no grades.json", "[grader][formats]") {
  ClassResult result = sample_class();
  const json good = json::parse(to_grades_json(result));
  const auto refuses = [](const json& grades) {
    return !Validator(published_schema()).problems(grades).empty();
  };
  json bad = good;
  bad["students"][0]["exercises"][0]["status"] = "fine";
  CHECK(refuses(bad));
  bad = good;
  bad["students"][0].erase("percent");
  CHECK(refuses(bad));
  bad = good;
  bad["graded_at"] = "today";
  CHECK(refuses(bad));
  bad = good;
  bad["students"][0]["exercises"][0]["points"] = "5";
  CHECK(refuses(bad));
}

TEST_CASE("the schema lists the statuses of the grader in their order", "[grader][formats]") {
  json words = json::array();
  for (const Verdict verdict : all_verdicts()) {
    words.push_back(to_string(verdict));
  }
  words.push_back(to_string(Verdict::kSkipped));
  words.push_back(to_string(Verdict::kNotDueYet));
  CHECK(published_schema()["$defs"]["verdict"]["enum"] == words);
}

TEST_CASE("Gradescope's results.json follows its published schema", "[grader][formats]") {
  for (const ClassResult& result : {sample_class(), tiny_class(), large_class(3, 14)}) {
    for (const StudentResult& student : result.students) {
      json results = json::parse(to_gradescope(result, student));
      CHECK(Validator(published_schema("gradescope")).problems(results) ==
            std::vector<std::string>{});
      results["tests"][0]["visibility"] = "sometimes";
      CHECK_FALSE(Validator(published_schema("gradescope")).problems(results).empty());
    }
  }
}
