// The schema of course.yaml, one function a mapping. docs/ADDING_AN_EXERCISE.md describes the keys
// for instructors.
#include "document.hpp"
#include "encoding.hpp"
#include "fields.hpp"
#include "folders.hpp"
#include "rules.hpp"
#include "sections.hpp"
#include "units.hpp"
#include "warpschool/course/course.hpp"

#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

namespace warpschool::course {
namespace {

constexpr std::size_t kMostExercises = 500;

void read_text(const Fields& fields, const std::string& key, std::string& target) {
  if (const std::optional<Text> text = fields.required_text(key)) {
    target = text->value;
  }
}

std::optional<Exercise> read_exercise(const YAML::Node& node, const std::string& module,
                                      Names& names, Complaints& complaints) {
  Fields fields(node, "exercise",
                {"id", "title", "needs", "points", "due", "files", "limits", "timing", "counters",
                 "forbidden", "bonus", "host_copies", "measures_time", "hidden", "on_grading_day"},
                complaints);
  if (!node.IsMap()) {
    return std::nullopt;
  }
  Exercise exercise;
  exercise.module = module;
  exercise.line = fields.mark().line + 1;
  const std::vector<Text> needs = fields.texts("needs");
  for (const Text& need : needs) {
    exercise.needs.push_back(need.value);
  }
  exercise.place = place_of(fields.mark_of("id"));
  exercise.points_place = place_of(fields.mark_of("points"));
  exercise.files_place = place_of(fields.mark_of(fields.has("files") ? "files" : "id"));
  if (const std::optional<Text> id = fields.required_text("id")) {
    exercise.id = id->value;
    fields.rename("exercise " + in_quotes(exercise.id));
    if (check_exercise_id(*id, complaints)) {
      names.add_exercise(*id, needs);
    }
  }
  read_text(fields, "title", exercise.title);
  exercise.points = read_points(fields);
  exercise.hidden_points = read_hidden_points(fields, exercise.points);
  exercise.hidden_place = place_of(fields.mark_of(fields.has("hidden") ? "hidden" : "id"));
  exercise.on_grading_day = fields.number("on_grading_day", {0, 1000}).value_or(0);
  exercise.due = read_due(fields);
  exercise.files = read_files(fields, exercise.id);
  names.add_files(exercise);
  exercise.limits = read_limits(fields);
  fields.for_each("timing", [&](const YAML::Node& rule) {
    exercise.timing.push_back(read_timing_rule(rule, complaints));
  });
  fields.for_each("counters", [&](const YAML::Node& rule) {
    exercise.counters.push_back(read_counter_rule(rule, complaints));
  });
  exercise.forbidden = read_forbidden(fields);
  exercise.bonus = fields.boolean("bonus").value_or(false);
  exercise.host_copies = read_host_copies(fields);
  exercise.measures_time = fields.boolean("measures_time").value_or(false);
  check_exercise(exercise, fields);
  return exercise;
}

std::optional<Module> read_module(const YAML::Node& node, Names& names, Complaints& complaints) {
  Fields fields(node, "module", {"id", "title", "exercises"}, complaints);
  if (!node.IsMap()) {
    return std::nullopt;
  }
  Module module;
  if (const std::optional<Text> id = fields.required_text("id")) {
    module.id = id->value;
    fields.rename("module " + in_quotes(module.id));
    if (check_module_id(*id, complaints)) {
      names.add_module(*id);
    }
  }
  read_text(fields, "title", module.title);
  if (!fields.has("exercises")) {
    fields.complain_missing("exercises");
  }
  fields.for_each("exercises", [&](const YAML::Node& entry) {
    if (module.exercises.size() >= kMostExercises) {
      return;
    }
    if (std::optional<Exercise> exercise = read_exercise(entry, module.id, names, complaints)) {
      module.exercises.push_back(std::move(*exercise));
    }
  });
  return module;
}

/// grading: {A: 90, B: 80}
std::map<std::string, double> read_grading(const Fields& course) {
  std::map<std::string, double> grades;
  std::optional<std::pair<std::string, double>> above;  // the grade before, in the file's order
  if (!course.has("grading")) {
    return grades;
  }
  const YAML::Node node = course.node("grading");
  if (!node.IsMap()) {
    course.complain("grading",
                    "'grading' must be a mapping of grades to percentages, but is " + kind_of(node),
                    "write grading: {A: 90, B: 80}");
    return grades;
  }
  for (const auto& pair : node) {
    const std::string grade = pair.first.IsScalar() ? pair.first.Scalar() : "";
    const std::optional<double> least =
        pair.second.IsScalar() ? parse_number(pair.second.Scalar()) : std::nullopt;
    if (grade.empty() || !least || *least < 0 || *least > 100) {
      course.complaints().add(
          pair.first.Mark(), "grade " + in_quotes(grade) + " must have a percentage from 0 to 100");
    } else if (!grades.emplace(grade, *least).second) {
      course.complaints().add(pair.first.Mark(), "grade " + in_quotes(grade) + " appears twice");
    } else {
      if (above && *least >= above->second) {
        course.complaints().add(pair.second.Mark(),
                                "grade " + in_quotes(grade) + " begins at " + plain(*least) +
                                    ", not below grade " + in_quotes(above->first) +
                                    ", which begins at " + plain(above->second),
                                "list grades from the best down");
      }
      above = {grade, *least};
    }
  }
  return grades;
}

Course read_course(const YAML::Node& root, Complaints& complaints) {
  const Fields fields(root, "the course", {"title", "term", "grading", "late", "modules"},
                      complaints);
  Course course;
  if (!root.IsMap()) {
    return course;
  }
  Names names(complaints);
  read_text(fields, "title", course.title);
  course.term = fields.text("term").value_or(Text{}).value;
  course.grading = read_grading(fields);
  course.late = read_late(fields);
  if (!fields.has("modules")) {
    fields.complain_missing("modules");
  }
  fields.for_each("modules", [&](const YAML::Node& entry) {
    if (std::optional<Module> module = read_module(entry, names, complaints)) {
      course.modules.push_back(std::move(*module));
    }
  });
  names.check_needs();
  return course;
}

/// What most likely is wrong where yaml-cpp gives up.
std::string advice_on(const YAML::Exception& error, const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  for (int i = 0; i <= error.mark.line && std::getline(lines, line); ++i) {
  }
  const std::size_t indent = line.find_first_not_of(" \t");
  if (line.substr(0, indent).find('\t') != std::string::npos) {
    return "indent with spaces: a tab is no indentation";
  }
  const bool is_entry = indent != std::string::npos && line[indent] == '-';
  if (is_entry && error.msg.find("illegal map value") != std::string::npos) {
    return "nothing may stand behind the ':' of the line above to which this list belongs";
  }
  const std::pair<const char*, const char*> kAdvice[] = {
      {"illegal map value", "put text that holds ': ' in quotes"},
      {"flow not found", "close every [ and {"},
      {"not found", "indent entries of one list or mapping alike"},
      {"anchor", "name it with & before"},
      {"bad file", "it is nested too deep"}};
  for (const auto& [said, advice] : kAdvice) {
    if (error.msg.find(said) != std::string::npos) {
      return advice;
    }
  }
  return {};
}

/// Text may go on over lines, so that a quote which nobody closes swallows what follows, and the
/// mistakes told are others. Told beside them.
void check_quotes(const std::string& text, Complaints& complaints) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::size_t colon = line.find(": ");
    const std::size_t value =
        colon == std::string::npos ? colon : line.find_first_not_of(' ', colon + 1);
    if (value == std::string::npos || (line[value] != '"' && line[value] != '\'')) {
      continue;
    }
    if (line.find(line[value], value + 1) == std::string::npos) {
      complaints.add(Place{number, static_cast<int>(value) + 1},
                     "this quote is not closed in its line", "close it there");
      return;  // what comes next may lie inside of it
    }
  }
}

/// What can be read, and everything that is wrong with it.
Course read(const std::string& text, Complaints& complaints) {
  if (!check_encoding(text, complaints)) {
    return {};
  }
  try {
    const std::optional<YAML::Node> root =
        document_in(text, complaints, "begin with title: and modules:");
    Course course = root ? read_course(*root, complaints) : Course{};
    if (!complaints.empty()) {
      check_quotes(text, complaints);
    }
    return course;
  } catch (const YAML::Exception& error) {  // a syntax error: the rest of the text has no meaning
    complaints.add(error.mark, "not valid YAML: " + error.msg, advice_on(error, text));
    check_quotes(text, complaints);
  }
  return {};
}

std::optional<std::string> text_of_file(const std::filesystem::path& file) {
  std::error_code failure;
  if (std::filesystem::is_directory(file, failure)) {
    return std::nullopt;
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  return !stream || stream.bad() ? std::nullopt : std::optional(std::move(text));
}

Diagnostic unreadable(const std::filesystem::path& file) {
  return {file.string(), 0, 0, "cannot be read", "course.yaml lies at the top of the course"};
}

Result<Course> course_or(Complaints& complaints, Course course) {
  if (!complaints.empty()) {
    return complaints.take();
  }
  return course;
}

}  // namespace

Result<Course> parse(const std::string& text, const std::string& name) {
  Complaints complaints(name);
  return course_or(complaints, read(text, complaints));
}

Result<Course> load(const std::filesystem::path& file) {
  const std::optional<std::string> text = text_of_file(file);
  return text ? parse(*text, file.string()) : unreadable(file);
}

Result<Course> load_with_exercises(const std::filesystem::path& file) {
  const std::optional<std::string> text = text_of_file(file);
  if (!text) {
    return unreadable(file);
  }
  Complaints complaints(file.string());
  Course course = read(*text, complaints);
  check_folders(course, file.parent_path(), complaints);
  return course_or(complaints, std::move(course));
}

}  // namespace warpschool::course
