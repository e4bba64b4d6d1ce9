// grader export --gradescope-autograder: Gradescope grades with this grader.
#include "commands/commands.hpp"
#include "handout/autograder.hpp"
#include "intake/temporary_folder.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// Those that are named, of the modules that are named; all if none is.
std::optional<std::set<std::string>> chosen(const course::Course& course,
                                            const AutograderOptions& options) {
  if (!all_known(options.exercises, ids_of(course.exercises()), "exercise") ||
      !all_known(options.modules, ids_of(course.modules), "module")) {
    return std::nullopt;
  }
  std::set<std::string> ids(options.exercises.begin(), options.exercises.end());
  for (const course::Exercise* exercise : course.exercises()) {
    const bool is_in = std::find(options.modules.begin(), options.modules.end(),
                                 exercise->module) != options.modules.end();
    if (is_in || (options.exercises.empty() && options.modules.empty())) {
      ids.insert(exercise->id);
    }
  }
  return ids;
}

/// What the assignment is worth, to be entered at Gradescope.
double points_of(const course::Course& course, const std::set<std::string>& ids) {
  double points = 0;
  for (const course::Exercise* exercise : course.exercises()) {
    points += ids.count(exercise->id) > 0 && !exercise->bonus ? exercise->points.total() : 0;
  }
  return points;
}

}  // namespace

int autograder_command(const AutograderOptions& options) {
  const auto manifest = find_manifest(options.build);
  if (!manifest) {
    complain(manifest.diagnostics());
    return kExitCannotRun;
  }
  const auto course = load_course(manifest->course);
  const auto ids = course ? chosen(*course, options) : std::nullopt;
  if (!ids) {
    return kExitBadInput;
  }
  auto tree = autograder_tree(*manifest, *course, *ids);
  if (!tree) {
    complain(tree.diagnostics());
    return kExitBadInput;
  }
  if (!options.no_build) {
    fmt::print(stderr, "Building the tools of {} exercise{}\n", ids->size(),
               ids->size() == 1 ? "" : "s");
  }
  const intake::TemporaryFolder work;
  std::string problem = build_autograder_tools(*manifest, *course, *ids, !options.no_build);
  problem = problem.empty()
                ? add_autograder_tools(*tree, *manifest, *course, *ids, work.path() / "stage")
                : problem;
  if (!problem.empty()) {
    complain(problem);
    return kExitCannotRun;
  }
  write_zip(*tree, options.file);
  fmt::print("{}: {} exercises, {} points, {:.1f} MB\n", options.file.string(), ids->size(),
             points_of(*course, *ids), static_cast<double>(fs::file_size(options.file)) / 1e6);
  return kExitDone;
}

}  // namespace warpschool::grader
