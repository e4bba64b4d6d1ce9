// Files and folders of the course that nothing names: they would be looked at by nobody, or go out
// to students by mistake.
#include "course_files/exercise_files.hpp"
#include "lint/lint.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (entry->is_directory()) {
      folders.push_back(entry->path());
    }
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

/// What to do with a file or folder of a solution that is none of the `known`.
std::string remedy_for(const std::set<std::string>& known, const fs::path& path) {
  constexpr std::size_t kMostLetters = 3;
  for (const std::string& word : known) {
    const fs::path meant = path.parent_path() / word;
    if (edit_distance(word, path.filename().string(), kMostLetters) > kMostLetters) {
      continue;
    }
    if (!fs::exists(fs::symlink_status(meant))) {
      return fmt::format("rename it to {}", word);
    }
    if (fs::is_directory(meant)) {
      return fmt::format("move its files to {}/", word);
    }
  }
  return fmt::format("there are {}; take it away", fmt::join(known, ", "));
}

void add_unknown(const std::vector<fs::path>& found, const std::set<std::string>& known,
                 const ExerciseFolders& folders, const char* what, Diagnostics& findings) {
  for (const fs::path& path : found) {
    if (known.count(path.filename().string()) == 0) {
      findings.push_back(
          {path.lexically_relative(folders.root).generic_string(), 0, 0,
           fmt::format("is no {} that an exercise's solution has, and is not looked at", what),
           remedy_for(known, path)});
    }
  }
}

Diagnostics stray_among(const std::vector<UsedFile>& files, const fs::path& root) {
  Diagnostics findings;
  for (const UsedFile& file : files) {
    const std::string name = file.path.lexically_relative(root).generic_string();
    if (file.use == FileUse::kStrayCode) {
      findings.push_back(
          {name, 0, 0, "is code that nothing names, maybe an answer: it would stop a release",
           "move it below solutions/, delete it, or name it in files of course.yaml or in an "
           "#include of the stub"});
    } else if (file.use == FileUse::kStray) {
      findings.push_back({name, 0, 0, "is a file that nothing names: no release has it",
                          "link it in README.md, or take it away"});
    }
  }
  return findings;
}

}  // namespace

Diagnostics lint_stray(const ExerciseFolders& folders, const course::Exercise& exercise) {
  Diagnostics findings = stray_among(files_of_exercise(folders.exercise, exercise), folders.root);
  for (const fs::path& folder : folders_in(folders.exercise)) {
    findings.push_back({folder.lexically_relative(folders.root).generic_string(), 0, 0,
                        "is a folder: no release has it",
                        "an exercise's files lie side by side, its answers below solutions/"});
  }
  if (folders.has_solutions) {
    std::set<std::string> files(exercise.files.begin(), exercise.files.end());
    files.insert({"why.md", "excused.yaml"});
    add_unknown(files_in(folders.solution), files, folders, "file", findings);
    add_unknown(folders_in(folders.solution), {"near_misses", "variants"}, folders, "folder",
                findings);
  }
  return findings;
}

Diagnostics lint_stray(const fs::path& root, const course::Module& module) {
  return stray_among(files_of_module(root / "exercises" / module.id), root);
}

Diagnostics lint_unlisted(const fs::path& root, const course::Course& course) {
  std::set<std::string> listed;
  for (const course::Exercise* exercise : course.exercises()) {
    listed.insert(exercise->folder().generic_string());
  }
  Diagnostics findings;
  for (const char* top : {"exercises", "solutions"}) {
    std::error_code failure;
    for (fs::directory_iterator module(root / top, failure), end; !failure && module != end;
         module.increment(failure)) {
      std::error_code unreadable;
      for (fs::directory_iterator entry(module->path(), unreadable); !unreadable && entry != end;
           entry.increment(unreadable)) {
        const std::string folder = entry->path().lexically_relative(root / top).generic_string();
        if (entry->is_directory() && listed.count(folder) == 0) {
          findings.push_back(
              {fmt::format("{}/{}", top, folder), 0, 0, "is not listed in course.yaml", {}});
        }
      }
    }
  }
  std::sort(findings.begin(), findings.end(),
            [](const Diagnostic& left, const Diagnostic& right) { return left.file < right.file; });
  return findings;
}

}  // namespace warpschool::grader
