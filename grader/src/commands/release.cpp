// grader release: the tree that students get.
#include "commands/commands.hpp"
#include "course_files/exercise_files.hpp"
#include "intake/temporary_folder.hpp"
#include "release/before_release.hpp"
#include "release/package.hpp"
#include "release/release_folder.hpp"
#include "release/secrets.hpp"
#include "release/site.hpp"
#include "release/tools.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// The exercises that are named and those of modules that are named; all if none is. Nothing, and a
/// complaint, if a name is wrong.
std::optional<std::set<std::string>> chosen(const course::Course& course,
                                            const ReleaseOptions& options) {
  const std::vector<std::string> known = ids_of(course.exercises());
  if (!all_known(options.exercises, known, "exercise") ||
      !all_known(options.modules, ids_of(course.modules), "module")) {
    return std::nullopt;
  }
  std::set<std::string> ids(options.exercises.begin(), options.exercises.end());
  for (const course::Exercise* exercise : course.exercises()) {
    const auto& modules = options.modules;
    const bool in_module =
        std::find(modules.begin(), modules.end(), exercise->module) != modules.end();
    if (in_module || (options.exercises.empty() && modules.empty())) {
      ids.insert(exercise->id);
    }
  }
  if (ids.empty()) {
    complain(
        options.modules.empty()
            ? std::string("the course has no exercise to release")
            : fmt::format("module {} has no exercise to release; write its entry in course.yaml "
                          "(grader new), or name another module",
                          fmt::join(options.modules, ", ")));
    return std::nullopt;
  }
  return ids;
}

/// Model answers, variants, near misses and hidden checks of the whole course, but for what
/// students may see: stubs, interfaces, and lines that the references have as well.
Secrets secrets_of(const fs::path& root, const course::Course& course, bool sources) {
  Secrets secrets;
  const std::vector<const course::Exercise*> exercises = course.exercises();
  const auto used_files = [&](const course::Exercise& exercise) {
    return files_of_exercise(root / "exercises" / exercise.folder(), exercise);
  };
  for (const course::Exercise* exercise : exercises) {
    for (const UsedFile& file : used_files(*exercise)) {
      const bool is_test = file.path.filename() == "harness.cpp";
      const bool is_open = file.use == FileUse::kStudents || file.use == FileUse::kSources;
      if (is_code(file.path) && is_open && (sources || !is_test)) {
        secrets.allow(read_file(file.path));
      }
    }
  }
  for (const course::Exercise* exercise : exercises) {
    for (const UsedFile& file : used_files(*exercise)) {
      if (file.use == FileUse::kHidden) {
        secrets.add(read_file(file.path), file.path.lexically_relative(root).generic_string());
      }
    }
    const fs::path folder = root / "solutions" / exercise->folder();
    for (const fs::path& part : {folder, folder / "near_misses", folder / "variants"}) {
      for (const fs::path& file : files_in(part)) {
        if (is_code(file)) {
          secrets.add(read_file(file), file.lexically_relative(root).generic_string());
        }
      }
    }
  }
  return secrets;
}

/// Says what must not go out, and what does not. True if nothing stops the release.
bool may_go_out(const fs::path& root, const course::Course& course,
                const std::set<std::string>& exercises) {
  const Diagnostics problems = problems_before_release(root, course, exercises);
  if (!problems.empty()) {
    complain(problems);
    complain("nothing was written");
    return false;
  }
  for (const std::string& name : left_out_of_release(root, course, exercises)) {
    fmt::print(stderr, "{} is left out: no page of the released exercises links it\n", name);
  }
  return true;
}

/// The framework's own sources were written without the course in mind: a line that they share with
/// an answer tells nothing.
bool is_framework(const std::string& path) {
  constexpr std::array kFolders{"tools/include/", "tools/lib/lib", "tools/lib/graded/", "cmake/",
                                "grader/",        "harness/",      "simulator/"};
  return std::any_of(kFolders.begin(), kFolders.end(),
                     [&](const char* folder) { return path.rfind(folder, 0) == 0; });
}

/// Says where students would find what they must not. True if nowhere.
bool keeps_secrets(const ReleasedTree& tree, const Secrets& secrets) {
  bool good = true;
  for (const auto& [path, file] : tree) {
    if (is_framework(path)) {
      continue;
    }
    for (const Leak& leak : secrets.found_in(file.bytes())) {
      complain(fmt::format("{} would tell a line of {} (blanks left out): {}", path, leak.from,
                           cut(leak.line, 120)));
      good = false;
    }
  }
  return good;
}

bool has_gpu(const Manifest& manifest) {
  return std::any_of(manifest.backends.begin(), manifest.backends.end(),
                     [](const Backend& backend) { return backend.is_gpu(); });
}

/// The tree with its programs. Complains itself.
/// @param work a folder of its own: other releases may be made of the same build meanwhile. It must
///        be there until the tree is written.
std::optional<ReleasedTree> complete_tree(const Manifest& manifest, const course::Course& course,
                                          ReleaseParts parts, const ReleaseOptions& options,
                                          const fs::path& work) {
  ReleasedTree tools;
  if (!parts.sources) {
    if (!options.no_build) {
      fmt::print(stderr, "Building the tools of {} exercise{}\n", parts.exercises.size(),
                 parts.exercises.size() == 1 ? "" : "s");
    }
    std::string problem = build_tools(manifest, parts.exercises, !options.no_build);
    problem =
        problem.empty() ? add_tools(tools, manifest, parts.exercises, work / "stage") : problem;
    if (!problem.empty()) {
      complain(problem);
      return std::nullopt;
    }
    parts.warp = tools.count("tools/bin/warp") > 0;
  }
  auto tree = students_tree(manifest.source_dir, course, parts);
  if (!tree) {
    complain(tree.diagnostics());
    return std::nullopt;
  }
  if (options.site) {
    const std::string problem = add_site(*tree, manifest.source_dir, work / "site");
    if (!problem.empty()) {
      complain(problem);
      return std::nullopt;
    }
  }
  tree->merge(tools);
  return std::move(*tree);
}

void tell(const fs::path& folder, const ReleaseOutcome& outcome, std::size_t exercises) {
  fmt::print("{}: {} exercise{}, {} files, {:.1f} MB\n", folder.string(), exercises,
             exercises == 1 ? "" : "s", outcome.written, static_cast<double>(outcome.bytes) / 1e6);
  for (const std::string& name : outcome.set_aside) {
    fmt::print("  kept: {} (it was in the way, and no release wrote it so)\n", name);
  }
  if (!outcome.removed.empty()) {
    fmt::print("  {} files of an earlier release are gone\n", outcome.removed.size());
  }
}

/// What the release is to hold, by the options.
ReleaseParts parts_of(const ReleaseOptions& options, const Manifest& manifest,
                      std::set<std::string> exercises) {
  ReleaseParts parts;
  parts.exercises = std::move(exercises);
  parts.sources = options.with_sources;
  parts.gpu = has_gpu(manifest);
  if (const auto nvcc = manifest.toolchain.find("nvcc"); nvcc != manifest.toolchain.end()) {
    parts.cuda = nvcc->second.substr(0, nvcc->second.find('.'));
  }
  parts.devcontainer = options.devcontainer;
  parts.github_actions = options.github_actions;
  parts.vscode = options.vscode;
  parts.site = options.site;
  const fs::path folder = fs::absolute(options.folder).lexically_normal();
  parts.folder = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
  return parts;
}

int write_all(const ReleaseOptions& options, const ReleasedTree& tree, const course::Course& course,
              const std::set<std::string>& ids, const fs::path& work) {
  tell(options.folder, write_release(options.folder, tree, course.title, ids), ids.size());
  if (!options.package) {
    return kExitDone;
  }
  const Packages packages = make_packages(options.folder, tree, course.title, work / "package");
  for (const fs::path& file : packages.files) {
    fmt::print("{}: {:.1f} MB\n", file.string(), static_cast<double>(fs::file_size(file)) / 1e6);
  }
  if (!packages.problem.empty()) {
    complain(packages.problem);
    return kExitCannotRun;
  }
  return kExitDone;
}

}  // namespace

int release_command(const ReleaseOptions& options) {
  const auto manifest = find_manifest(options.build);
  if (!manifest) {
    complain(manifest.diagnostics());
    return kExitCannotRun;
  }
  const fs::path& root = manifest->source_dir;
  std::error_code failure;
  if (fs::exists(root / course::kReleaseMark, failure)) {
    complain(fmt::format("{} is a students' tree; releases are made from the course's sources",
                         root.string()));
    return kExitBadInput;
  }
  auto course = load_course(manifest->course);
  const auto ids = course ? chosen(*course, options) : std::nullopt;
  if (!ids) {
    return kExitBadInput;
  }
  ReleaseParts parts = parts_of(options, *manifest, *ids);
  if (!take_policy(options.policy, *course, parts.policy)) {
    return kExitBadInput;
  }
  if (const std::string problem = problem_with_target(options.folder, options.force);
      !problem.empty()) {
    complain(problem);
    return kExitBadInput;
  }
  if (!may_go_out(root, *course, *ids)) {
    return kExitFindings;
  }
  const intake::TemporaryFolder work;
  const auto tree = complete_tree(*manifest, *course, parts, options, work.path());
  if (!tree) {
    return kExitCannotRun;
  }
  const Secrets secrets = secrets_of(root, *course, options.with_sources);
  if (secrets.size() == 0) {
    fmt::print(stderr,
               "There is no folder solutions/, so nothing can be searched for what is in it.\n");
  }
  if (!keeps_secrets(*tree, secrets)) {
    complain("nothing was written");
    return kExitFindings;
  }
  return write_all(options, *tree, *course, *ids, work.path());
}

}  // namespace warpschool::grader
