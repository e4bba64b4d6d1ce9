// Looks through the released exercises' folders for what must not, or need not, go out.
#include "release/before_release.hpp"

#include "course_files/exercise_files.hpp"
#include "course_files/outline.hpp"
#include "support/files.hpp"
#include "warpschool/course/tokens.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTellingWords = 8;  ///< fewer may stand in a stub by chance

/// The stray files of the released exercises and their modules.
std::vector<UsedFile> stray_files(const fs::path& root, const course::Course& course,
                                  const std::set<std::string>& exercises) {
  std::vector<UsedFile> stray;
  const auto add = [&](const std::vector<UsedFile>& files) {
    std::copy_if(files.begin(), files.end(), std::back_inserter(stray),
                 [](const UsedFile& file) { return is_stray(file.use); });
  };
  for (const course::Module& module : course.modules) {
    bool any = false;
    for (const course::Exercise& exercise : module.exercises) {
      if (exercises.count(exercise.id) > 0) {
        any = true;
        add(files_of_exercise(root / "exercises" / exercise.folder(), exercise));
      }
    }
    if (any) {
      add(files_of_module(root / "exercises" / module.id));
    }
  }
  return stray;
}

std::string name_below(const fs::path& root, const fs::path& file) {
  return file.lexically_relative(root).generic_string();
}

std::vector<std::string_view> words_of(const std::string& body) {
  std::vector<std::string_view> words;
  for (const course::Token& token : course::tokens_of(body)) {
    words.push_back(token.text);
  }
  return words;
}

bool holds(const std::string& body, const std::string& answer) {
  const std::vector<std::string_view> all = words_of(body);
  const std::vector<std::string_view> part = words_of(answer);
  if (part.size() < kTellingWords) {
    return !part.empty() && all == part;
  }
  return std::search(all.begin(), all.end(), part.begin(), part.end()) != all.end();
}

/// Every answer that may have been written into this stub: the model's and the variants.
std::vector<fs::path> answers_to(const fs::path& solution, const std::string& stub) {
  std::vector<fs::path> answers = files_in(solution / "variants");
  std::error_code failure;
  if (fs::is_regular_file(solution / stub, failure)) {
    answers.insert(answers.begin(), solution / stub);
  }
  return answers;
}

Diagnostics filled_stubs(const fs::path& root, const course::Exercise& exercise) {
  Diagnostics filled;
  for (const std::string& name : exercise.files) {
    const fs::path stub = root / "exercises" / exercise.folder() / name;
    for (const fs::path& answer : answers_to(root / "solutions" / exercise.folder(), name)) {
      const Diagnostics found = filled_regions(name_below(root, stub), read_file(stub),
                                               name_below(root, answer), read_file(answer));
      filled.insert(filled.end(), found.begin(), found.end());
      if (!found.empty()) {
        break;  // one answer is enough to tell
      }
    }
  }
  return filled;
}

}  // namespace

Diagnostics filled_regions(const std::string& name, const std::string& stub,
                           const std::string& from, const std::string& answer) {
  Diagnostics filled;
  const auto open = outline_of(stub, name);
  const auto done = outline_of(answer, from);
  for (std::size_t i = 0; open && done && i < open->tasks.size(); ++i) {
    const int task = open->tasks[i];
    const auto body = done->bodies.find(task);
    if (body != done->bodies.end() && holds(open->bodies.at(task), body->second)) {
      filled.push_back(
          {name, open->task_lines[i], 1,
           fmt::format("TODO({}) of the stub holds the answer of {}", task, from),
           fmt::format("empty the region again: git checkout -- {}, or by hand", name)});
    }
  }
  return filled;
}

Diagnostics problems_before_release(const fs::path& root, const course::Course& course,
                                    const std::set<std::string>& exercises) {
  Diagnostics problems;
  for (const UsedFile& file : stray_files(root, course, exercises)) {
    if (file.use == FileUse::kStrayCode) {
      problems.push_back(
          {name_below(root, file.path), 0, 0, "is code that nothing names, maybe an answer",
           "move it below solutions/, delete it, or, if students need it, name it in files of "
           "course.yaml or in an #include of the stub"});
    }
  }
  for (const course::Exercise* exercise : course.exercises()) {
    if (exercises.count(exercise->id) > 0) {
      const Diagnostics filled = filled_stubs(root, *exercise);
      problems.insert(problems.end(), filled.begin(), filled.end());
    }
  }
  return problems;
}

std::vector<std::string> left_out_of_release(const fs::path& root, const course::Course& course,
                                             const std::set<std::string>& exercises) {
  std::vector<std::string> names;
  for (const UsedFile& file : stray_files(root, course, exercises)) {
    if (file.use == FileUse::kStray) {
      names.push_back(name_below(root, file.path));
    }
  }
  return names;
}

}  // namespace warpschool::grader
