// Keeps the file with a student's progress.
#include "progress.hpp"

#include "file_io.hpp"
#include "file_lock.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

ExerciseProgress read_exercise(const YAML::Node& node) {
  ExerciseProgress exercise;
  exercise.passed = node["passed"].as<bool>(false);
  exercise.won = node["points"].as<double>(0.0);
  exercise.possible = node["of"].as<double>(0.0);
  if (node["seed"]) {
    exercise.seed = std::to_string(node["seed"].as<std::uint64_t>());
  }
  if (node["tasks"]) {
    exercise.tasks = node["tasks"].as<std::map<int, std::string>>();
  }
  if (node["hints"]) {
    exercise.hints = node["hints"].as<std::map<int, int>>();
  }
  return exercise;
}

template <class Value>
std::string flow_map(const std::map<int, Value>& map) {
  std::string text;
  for (const auto& [task, value] : map) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", task, value);
  }
  return "{" + text + "}";
}

/// `file` under a name that is free, so that nothing is lost.
fs::path moved_aside(const fs::path& file) {
  for (int number = 1;; ++number) {
    fs::path aside = fmt::format("{}.damaged.{}", file.string(), number);
    if (!fs::exists(aside)) {
      fs::rename(file, aside);
      return aside;
    }
  }
}

}  // namespace

bool ExerciseProgress::begun() const {
  const auto is_open = [](const auto& task) { return task.second == kToDo; };
  return passed || !hints.empty() || !std::all_of(tasks.begin(), tasks.end(), is_open);
}

ExerciseProgress Progress::of(const std::string& id) const {
  const auto found = exercises.find(id);
  return found == exercises.end() ? ExerciseProgress{} : found->second;
}

Result<Progress> parse_progress(const std::string& text, const std::string& name) {
  Progress progress;
  try {
    const YAML::Node root = YAML::Load(text);
    const YAML::Node exercises = root.IsMap() ? root["exercises"] : YAML::Node();
    for (const auto& entry : exercises) {
      progress.exercises[entry.first.as<std::string>()] = read_exercise(entry.second);
    }
  } catch (const YAML::Exception& error) {
    return Diagnostic{name, error.mark.line + 1, error.mark.column + 1, error.msg, ""};
  }
  return progress;
}

std::string to_yaml(const Progress& progress) {
  std::string text =
      "# What you have done in this course, as warp and ctest saw it last. Delete it to begin "
      "anew:\n# your code and your grade do not depend on it.\nexercises:";
  text += progress.exercises.empty() ? " {}\n" : "\n";
  for (const auto& [id, exercise] : progress.exercises) {
    text += fmt::format("  {}:\n    passed: {}\n    points: {:.4g}\n    of: {:.4g}\n", id,
                        exercise.passed, exercise.won, exercise.possible);
    text += exercise.tasks.empty() ? "" : "    tasks: " + flow_map(exercise.tasks) + "\n";
    text += exercise.seed.empty() ? "" : "    seed: " + exercise.seed + "\n";
    text += exercise.hints.empty() ? "" : "    hints: " + flow_map(exercise.hints) + "\n";
  }
  return text;
}

Progress load_progress(const fs::path& file, std::string& warning) {
  const std::optional<std::string> text = read_file(file);
  if (!text) {
    return {};
  }
  Result<Progress> read = parse_progress(*text, file.string());
  if (read) {
    return *std::move(read);
  }
  warning = to_string(read.diagnostics().front()) + "\nIt is kept as " +
            moved_aside(file).string() + ", and a new one is begun.";
  return {};
}

void change_progress(const fs::path& file, const std::function<void(Progress&)>& change) {
  // While it is read and written.
  const FileLock alone(file.parent_path() / "lock");
  std::string ignored;  // said by who loads it to look at it
  Progress progress = load_progress(file, ignored);
  change(progress);
  write_file(file, to_yaml(progress));
}

}  // namespace warpschool::warp
