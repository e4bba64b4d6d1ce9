// Follows what names a file: course.yaml, an #include, a link in a page.
#include "course_files/exercise_files.hpp"

#include "course_files/links.hpp"
#include "support/files.hpp"
#include "support/lines.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// The name in `#include "name"`, or nothing.
std::string included_in(std::string_view line) {
  const std::size_t word = line.find_first_not_of(" \t");
  const std::size_t open = line.find('"');
  const bool is_include = word != std::string_view::npos && line[word] == '#' &&
                          line.find("include") < open && open != std::string_view::npos;
  return is_include ? std::string(line.substr(open + 1, line.find('"', open + 1) - open - 1))
                    : std::string();
}

/// Gives the files of one folder their uses; who names a file first has it.
class FolderUses {
 public:
  explicit FolderUses(const fs::path& folder) {
    for (const fs::path& file : files_in(folder)) {
      files_[file.filename().string()] = {file,
                                          is_code(file) ? FileUse::kStrayCode : FileUse::kStray};
    }
  }

  /// The file's own use, not that of what it names.
  void set(const std::string& name, FileUse use) {
    if (const auto entry = files_.find(name); entry != files_.end()) {
      entry->second.use = use;
    }
  }

  /// What this file includes or links and nothing has named before.
  void follow(const std::string& name) {
    const auto entry = files_.find(name);
    if (entry == files_.end()) {
      return;
    }
    const std::string text = read_file(entry->second.path);
    if (is_code(entry->second.path)) {
      for_each_line(text,
                    [&](std::string_view line) { claim(included_in(line), entry->second.use); });
    } else if (name.ends_with(".md")) {
      for (const LocalLink& link : local_links(text)) {
        claim(link.target, entry->second.use);
      }
    }
  }

  /// A file that nothing has named before, and what it names.
  void claim(const std::string& name, FileUse use) {
    const auto entry = files_.find(name);
    if (entry != files_.end() && is_stray(entry->second.use)) {
      entry->second.use = use;
      follow(name);
    }
  }

  std::vector<UsedFile> all() const {
    std::vector<UsedFile> files;
    files.reserve(files_.size());
    for (const auto& [name, file] : files_) {
      files.push_back(file);
    }
    return files;
  }

 private:
  std::map<std::string, UsedFile> files_;  ///< by name
};

}  // namespace

bool is_stray(FileUse use) {
  return use == FileUse::kStray || use == FileUse::kStrayCode;
}

bool is_code(const fs::path& file) {
  constexpr std::array kEndings{".cu",  ".cuh", ".cpp", ".cc",  ".cxx", ".c",
                                ".hpp", ".hh",  ".h",   ".inl", ".ipp", ".ptx"};
  const std::string ending = file.extension().string();
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](const char* known) { return ending == known; });
}

std::vector<UsedFile> files_of_exercise(const fs::path& folder, const course::Exercise& exercise) {
  FolderUses uses(folder);
  // First, so that a link to the reference gives nobody the reference.
  constexpr std::array kSources{"reference.cu", "reference.cpp", "harness.cpp"};
  for (const char* name : kSources) {
    uses.set(name, FileUse::kSources);
  }
  uses.set(course::kHiddenHarness, FileUse::kHidden);
  for (const std::string& name : exercise.files) {
    uses.claim(name, FileUse::kStudents);
  }
  for (const std::string& name :
       {exercise.id + ".hpp", std::string("README.md"), std::string("hints.md")}) {
    uses.claim(name, FileUse::kStudents);
  }
  for (const char* name : kSources) {
    uses.follow(name);
  }
  uses.follow(course::kHiddenHarness);
  return uses.all();
}

std::vector<UsedFile> files_of_module(const fs::path& folder) {
  FolderUses uses(folder);
  uses.claim("README.md", FileUse::kStudents);
  return uses.all();
}

}  // namespace warpschool::grader
