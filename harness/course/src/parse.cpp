// The schema of course.yaml, one function a mapping. docs/ADDING_AN_EXERCISE.md describes the keys
// for instructors.
#include "fields.hpp"
#include "rules.hpp"
#include "units.hpp"
#include "warpschool/course/course.hpp"

#include <yaml-cpp/yaml.h>

#include <fstream>
#include <iterator>

namespace warpschool::course {
namespace {

constexpr int kMostTasks = 20;
constexpr std::size_t kMostExercises = 500;
constexpr double kMostPoints = 1000;
constexpr double kMostRatio = 1e6;

void read_text(const Fields& fields, const std::string& key, std::string& target) {
  if (const std::optional<Text> text = fields.required_text(key)) {
    target = text->value;
  }
}

int read_task(const Fields& fields) {
  return static_cast<int>(fields.count("task", 1, kMostTasks).value_or(0));
}

double read_points_of(const Fields& fields, const std::string& kind) {
  const double points = fields.number(kind, {0, kMostPoints}).value_or(0);
  const double doubled = 2 * points;
  if (doubled != static_cast<double>(static_cast<int>(doubled))) {
    fields.complain(kind,
                    "points are whole or half numbers, but '" + kind + "' is " + plain(points));
  }
  return points;
}

/// points: {correctness: 6, timing: 3, counters: 1}
Points read_points(const Fields& exercise) {
  Points points;
  if (!exercise.has("points")) {
    exercise.complain_missing("points", "write points: {correctness: 10}");
    return points;
  }
  const YAML::Node node = exercise.node("points");
  if (node.IsScalar()) {
    exercise.complain("points", "'points' must say which kind of check wins them",
                      "write points: {correctness: " + node.Scalar().substr(0, 8) + "}");
    return points;
  }
  const Fields fields(node, "points", {"correctness", "timing", "counters"}, exercise.complaints());
  points.correctness = read_points_of(fields, "correctness");
  points.timing = read_points_of(fields, "timing");
  points.counters = read_points_of(fields, "counters");
  return points;
}

void read_duration(const Fields& fields, const std::string& key, std::uint64_t& target) {
  constexpr std::uint64_t kShortest = 100, kLongest = 3'600'000;
  const std::optional<Text> text = fields.text(key);
  if (!text) {
    return;
  }
  const std::optional<std::uint64_t> value = parse_duration_ms(text->value);
  if (!value) {
    fields.complain(key, "'" + key + "' must be a time, but is " + in_quotes(text->value),
                    parse_number(text->value) ? "did you mean '" + text->value + "s'?"
                                              : "write 60s, 500ms or 2min");
  } else if (*value < kShortest || *value > kLongest) {
    fields.complain(key, "'" + key + "' must lie between 100ms and 1h");
  } else {
    target = *value;
  }
}

void read_memory(const Fields& fields, std::uint64_t& target) {
  constexpr std::uint64_t kSmallest = 64ull << 20, kLargest = 1ull << 40;
  const std::optional<Text> text = fields.text("memory");
  if (!text) {
    return;
  }
  const std::optional<std::uint64_t> value = parse_size_bytes(text->value);
  if (!value) {
    fields.complain("memory", "'memory' must be a size, but is " + in_quotes(text->value),
                    "write 512MiB or 2GiB");
  } else if (*value < kSmallest || *value > kLargest) {
    fields.complain("memory", "'memory' must lie between 64MiB and 1TiB");
  } else {
    target = *value;
  }
}

/// limits: {build: 60s, run: 30s, memory: 2GiB}
Limits read_limits(const Fields& exercise) {
  Limits limits;
  if (exercise.has("limits")) {
    const Fields fields(exercise.node("limits"), "limits", {"build", "run", "memory"},
                        exercise.complaints());
    read_duration(fields, "build", limits.build_ms);
    read_duration(fields, "run", limits.run_ms);
    read_memory(fields, limits.memory_bytes);
  }
  return limits;
}

/// gpu: {n: 16777216, full_at: 80, zero_at: 1}
std::optional<TimingOn> read_timing_on(const Fields& rule, const std::string& backend) {
  if (!rule.has(backend)) {
    return std::nullopt;
  }
  constexpr std::uint64_t kMostElements = 1ull << 40;
  const Fields fields(rule.node(backend), "timing on " + backend, {"n", "full_at", "zero_at"},
                      rule.complaints());
  TimingOn on;
  for (const std::string key : {"n", "full_at"}) {
    if (!fields.has(key)) {
      fields.complain_missing(key);
    }
  }
  on.n = fields.count("n", 1, kMostElements).value_or(1);
  on.full_at = fields.number("full_at", {0, kMostRatio}).value_or(kMostRatio);
  on.zero_at = fields.number("zero_at", {0, kMostRatio}).value_or(on.zero_at);
  if (on.full_at <= on.zero_at) {
    fields.complain("full_at",
                    "'full_at' must be more than 'zero_at', which is " + plain(on.zero_at),
                    fields.has("zero_at") ? "" : "1 unless given");
  }
  return on;
}

TimingRule read_timing_rule(const YAML::Node& node, Complaints& complaints) {
  const Fields fields(node, "a timing rule", {"task", "than", "gpu", "sim"}, complaints);
  TimingRule rule;
  rule.task = read_task(fields);
  if (const std::optional<Text> than = fields.text("than")) {
    rule.than = than->value;
    if (!is_identifier(rule.than)) {
      fields.complain("than", "'than' must be a name, but is " + in_quotes(rule.than),
                      "write than: reference");
    }
  }
  rule.gpu = read_timing_on(fields, "gpu");
  rule.sim = read_timing_on(fields, "sim");
  if (node.IsMap() && !fields.has("gpu") && !fields.has("sim")) {
    complaints.add(fields.mark(), "a timing rule needs a threshold on at least one backend",
                   "write sim: {n: 262144, full_at: 2}");
  }
  return rule;
}

CounterRule read_counter_rule(const YAML::Node& node, Complaints& complaints) {
  const Fields fields(node, "a counter rule", {"task", "name", "min", "max"}, complaints);
  constexpr double kMostCount = 1e15;
  CounterRule rule;
  rule.task = read_task(fields);
  rule.min = fields.number("min", {0, kMostCount});
  rule.max = fields.number("max", {0, kMostCount});
  if (!node.IsMap()) {
    return rule;
  }
  if (const std::optional<Text> name = fields.required_text("name")) {
    rule.name = name->value;
    if (!is_lower_case_name(rule.name)) {
      fields.complain("name", "counter name " + in_quotes(rule.name) + " must be lower_case");
    }
  }
  if (!fields.has("min") && !fields.has("max")) {
    complaints.add(fields.mark(), "a counter rule needs 'min' or 'max'");
  }
  if (rule.min && rule.max && *rule.min > *rule.max) {
    fields.complain("min", "'min' " + plain(*rule.min) + " is more than 'max' " + plain(*rule.max));
  }
  return rule;
}

/// files: [a.cu, b.cuh]; the default is <id>.cu
std::vector<std::string> read_files(const Fields& fields, const std::string& id) {
  if (!fields.has("files")) {
    return {id + ".cu"};
  }
  std::vector<std::string> files;
  for (const Text& file : fields.texts("files")) {
    files.push_back(file.value);
  }
  return files;
}

std::vector<std::string> read_forbidden(const Fields& fields) {
  std::vector<std::string> names;
  for (const Text& name : fields.texts("forbidden")) {
    if (!is_identifier(name.value)) {
      fields.complaints().add(name.mark,
                              "forbidden name " + in_quotes(name.value) + " must be an identifier");
    }
    names.push_back(name.value);
  }
  return names;
}

std::optional<std::string> read_due(const Fields& fields) {
  const std::optional<Text> due = fields.text("due");
  if (!due) {
    return std::nullopt;
  }
  if (!is_rfc3339(due->value)) {
    fields.complain("due", "'due' must be a date, time and offset, but is " + in_quotes(due->value),
                    "write 2027-03-01T23:59:00+01:00");
  }
  return due->value;
}

std::optional<Exercise> read_exercise(const YAML::Node& node, const std::string& module,
                                      Names& names, Complaints& complaints) {
  Fields fields(node, "exercise",
                {"id", "title", "needs", "points", "due", "files", "limits", "timing", "counters",
                 "forbidden", "bonus"},
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
  if (const std::optional<Text> id = fields.required_text("id")) {
    exercise.id = id->value;
    fields.rename("exercise " + in_quotes(exercise.id));
    if (check_exercise_id(*id, complaints)) {
      names.add_exercise(*id, needs);
    }
  }
  read_text(fields, "title", exercise.title);
  exercise.points = read_points(fields);
  exercise.due = read_due(fields);
  exercise.files = read_files(fields, exercise.id);
  exercise.limits = read_limits(fields);
  fields.for_each("timing", [&](const YAML::Node& rule) {
    exercise.timing.push_back(read_timing_rule(rule, complaints));
  });
  fields.for_each("counters", [&](const YAML::Node& rule) {
    exercise.counters.push_back(read_counter_rule(rule, complaints));
  });
  exercise.forbidden = read_forbidden(fields);
  exercise.bonus = fields.boolean("bonus").value_or(false);
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
    }
  }
  return grades;
}

Course read_course(const YAML::Node& root, Complaints& complaints) {
  const Fields fields(root, "the course", {"title", "term", "grading", "modules"}, complaints);
  Course course;
  if (!root.IsMap()) {
    return course;
  }
  Names names(complaints);
  read_text(fields, "title", course.title);
  course.term = fields.text("term").value_or(Text{}).value;
  course.grading = read_grading(fields);
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

}  // namespace

Result<Course> parse(const std::string& text, const std::string& name) {
  Complaints complaints(name);
  Course course;
  try {
    course = read_course(YAML::Load(text), complaints);
  } catch (const YAML::Exception& error) {  // a syntax error: the rest of the text has no meaning
    complaints.add(error.mark, "not valid YAML: " + error.msg);
  }
  if (!complaints.empty()) {
    return complaints.take();
  }
  return course;
}

Result<Course> load(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream || stream.bad()) {
    return Diagnostic{file.string(), 0, 0, "cannot be read",
                      "course.yaml lies at the top of the course"};
  }
  return parse(text, file.string());
}

}  // namespace warpschool::course
