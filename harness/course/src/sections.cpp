// Reads the parts of an exercise's entry.
#include "sections.hpp"

#include "units.hpp"

namespace warpschool::course {
namespace {

constexpr int kMostTasks = 20;
constexpr double kMostPoints = 1000;
constexpr double kMostRatio = 1e6;

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
  on.full_at_place = place_of(fields.mark_of("full_at"));
  on.zero_at = fields.number("zero_at", {0, kMostRatio}).value_or(on.zero_at);
  if (on.full_at <= on.zero_at) {
    fields.complain("full_at",
                    "'full_at' must be more than 'zero_at', which is " + plain(on.zero_at),
                    fields.has("zero_at") ? "" : "1 unless given");
  }
  return on;
}

Points read_kinds(const YAML::Node& node, const char* what, const Fields& exercise) {
  const Fields fields(node, what, {"correctness", "timing", "counters"}, exercise.complaints());
  Points points;
  points.correctness = read_points_of(fields, "correctness");
  points.timing = read_points_of(fields, "timing");
  points.counters = read_points_of(fields, "counters");
  return points;
}

}  // namespace

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
  return read_kinds(node, "points", exercise);
}

Points read_hidden_points(const Fields& exercise, const Points& points) {
  if (!exercise.has("hidden")) {
    return {};
  }
  const YAML::Node node = exercise.node("hidden");
  if (!node.IsMap()) {
    exercise.complain("hidden",
                      "'hidden' must say how many points of which kind are for grading day",
                      "write hidden: {correctness: 2}");
    return {};
  }
  const Points hidden = read_kinds(node, "hidden", exercise);
  for (const Kind kind : {Kind::kCorrectness, Kind::kTiming, Kind::kCounters}) {
    if (hidden.of(kind) > points.of(kind)) {
      exercise.complain(
          "hidden",
          "'hidden' has more points for " + std::string(to_string(kind)) + " than 'points'",
          "they are a part of them");
    }
  }
  if (hidden.total() >= points.total()) {
    exercise.complain("hidden", "all points are hidden, so students would have nothing to check",
                      "leave some for harness.cpp");
  }
  return hidden;
}

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

TimingRule read_timing_rule(const YAML::Node& node, Complaints& complaints) {
  const Fields fields(node, "a timing rule", {"task", "than", "gpu", "sim"}, complaints);
  TimingRule rule;
  rule.task = read_task(fields);
  rule.place = place_of(fields.mark_of("task"));
  if (const std::optional<Text> than = fields.text("than")) {
    rule.than = than->value;
    if (rule.than != "reference") {
      fields.complain(
          "than", "there is nothing to compare with but 'reference', not " + in_quotes(rule.than),
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
  rule.place = place_of(fields.mark_of("task"));
  rule.name_place = place_of(fields.mark_of("name"));
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

HostCopies read_host_copies(const Fields& fields) {
  const Text word = fields.text("host_copies").value_or(Text{"false", {}});
  if (word.value == "never") {
    return HostCopies::kNothing;
  }
  if (word.value != "true" && word.value != "false") {
    fields.complain("host_copies",
                    "'host_copies' must be true, false or never, but is " + in_quotes(word.value));
  }
  return word.value == "true" ? HostCopies::kArrays : HostCopies::kFlags;
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
  return read_time(fields, "due");
}

std::optional<std::string> read_time(const Fields& fields, const std::string& key) {
  const std::optional<Text> time = fields.text(key);
  if (!time) {
    return std::nullopt;
  }
  if (!is_rfc3339(time->value)) {
    fields.complain(
        key, "'" + key + "' must be a date, time and offset, but is " + in_quotes(time->value),
        "write 2027-03-01T23:59:00+01:00");
  }
  return time->value;
}

}  // namespace warpschool::course
