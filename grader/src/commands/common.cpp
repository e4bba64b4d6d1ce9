// What several subcommands need.
#include "commands/commands.hpp"
#include "course_files/course_term.hpp"
#include "support/files.hpp"
#include "support/terminal.hpp"
#include "warpschool/harness/confine.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

}  // namespace

void complain(const std::string& text) {
  fmt::print(stderr, "grader: {}\n", text);
}

void complain(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    complain(to_string(diagnostic));
  }
}

bool take_policy(const std::optional<fs::path>& file, course::Course& course,
                 std::optional<course::Policy>& policy) {
  if (!file) {
    return true;
  }
  auto read = course::load_policy(*file, course);
  if (!read) {
    complain(read.diagnostics());
    return false;
  }
  policy = std::move(*read);
  course = in_term(std::move(course), *policy);
  return true;
}

bool all_known(const std::vector<std::string>& asked, const std::vector<std::string>& known,
               const char* what) {
  bool good = true;
  for (const std::string& name : asked) {
    if (std::find(known.begin(), known.end(), name) != known.end()) {
      continue;
    }
    good = false;
    std::string nearest;
    std::size_t best = std::max<std::size_t>(2, name.size() / 3) + 1;
    for (const std::string& candidate : known) {
      const std::size_t distance = edit_distance(name, candidate, best);
      if (distance < best) {
        best = distance;
        nearest = candidate;
      }
    }
    complain(fmt::format("there is no {} \"{}\"{}", what, name,
                         nearest.empty() ? "" : fmt::format(" (did you mean {}?)", nearest)));
  }
  return good;
}

bool is_chosen(const std::vector<std::string>& chosen, const std::string& name) {
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), name) != chosen.end();
}

std::vector<const course::Exercise*> chosen_exercises(const course::Course& course,
                                                      const std::vector<std::string>& ids) {
  std::vector<const course::Exercise*> exercises;
  for (const course::Exercise* exercise : course.exercises()) {
    if (is_chosen(ids, exercise->id)) {
      exercises.push_back(exercise);
    }
  }
  return exercises;
}

std::vector<std::string> ids_of(const std::vector<const course::Exercise*>& exercises) {
  std::vector<std::string> ids;
  ids.reserve(exercises.size());
  for (const course::Exercise* exercise : exercises) {
    ids.push_back(exercise->id);
  }
  return ids;
}

std::vector<std::string> ids_of(const std::vector<course::Module>& modules) {
  std::vector<std::string> ids(modules.size());
  std::transform(modules.begin(), modules.end(), ids.begin(),
                 [](const course::Module& module) { return module.id; });
  return ids;
}

std::optional<course::Course> load_course(const fs::path& file) {
  auto course = course::load_with_exercises(file);
  if (!course) {
    complain(course.diagnostics());
    return std::nullopt;
  }
  return std::move(*course);
}

std::optional<fs::path> course_file(const std::optional<fs::path>& given) {
  if (given) {
    return given;
  }
  if (const auto folder = find_course_folder()) {
    return *folder / "course.yaml";
  }
  if (const auto manifest = find_manifest({})) {
    return manifest->course;
  }
  return std::nullopt;
}

std::optional<Manifest> build_exercises(const Manifest& manifest,
                                        const std::vector<std::string>& exercises, bool quiet) {
  std::error_code failure;
  if (exercises.empty() || !fs::exists(manifest.folder / "CMakeCache.txt", failure)) {
    return manifest;  // the latter is an installed build: there is nothing to bring up to date
  }
  if (!quiet) {
    fmt::print(stderr, "Building the judges of {} exercise{}\n", exercises.size(),
               exercises.size() == 1 ? "" : "s");
  }
  Command command;
  command.argv = {"cmake", "--build", manifest.folder.string(), "--target"};
  const std::vector<std::string> targets = build_targets(manifest, exercises);
  command.argv.insert(command.argv.end(), targets.begin(), targets.end());
  for (char** entry = environ; *entry != nullptr; ++entry) {
    command.environment.emplace_back(*entry);
  }
  command.show_output = !quiet && stderr_is_terminal();
  const Outcome outcome = run(command);
  if (!outcome.succeeded() && outcome.ending != Ending::kStopped) {
    fmt::print(stderr, "{}", outcome.output);
    complain(fmt::format("the judges cannot be built: {} {}", shell_line(command.argv),
                         describe(outcome)));
  }
  if (!outcome.succeeded()) {
    return std::nullopt;
  }
  auto fresh = read_manifest(manifest.file);
  if (!fresh) {
    complain(fresh.diagnostics());
    return std::nullopt;
  }
  return std::move(*fresh);
}

bool has_tools(const Manifest& manifest, const std::vector<std::string>& exercises) {
  const Diagnostics missing = missing_tools(manifest, exercises);
  complain(missing);
  return missing.empty();
}

std::optional<Sandbox> open_sandbox(SandboxMode mode) {
  Sandbox sandbox = Sandbox::open(mode);
  if (!sandbox.is_usable()) {
    complain(fmt::format("there is no sandbox here: {}.", sandbox.problem()));
    fmt::print(stderr,
               "  Submissions are programs that strangers wrote. Without a sandbox they could read "
               "other people's work\n"
               "  and change grades. Install bubblewrap, or run where user namespaces are allowed "
               "(not in a plain chroot\n"
               "  or an unprivileged container). To go on without, for files that you trust: "
               "--sandbox off\n");
    return std::nullopt;
  }
  if (!sandbox.is_active()) {
    fmt::print(stderr, "Without a sandbox{}{}: grade only files that you trust.\n",
               sandbox.problem().empty() ? "" : ", because ", sandbox.problem());
  }
  for (const std::string& missing : harness::missing_protections()) {
    fmt::print(stderr,
               "Within its box a submission is not kept from {}: see docs/THREAT_MODEL.md.\n",
               missing);
  }
  return sandbox;
}

}  // namespace warpschool::grader
