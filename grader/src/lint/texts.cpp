// The part of lint that only reads.
#include "course_files/outline.hpp"
#include "lint/line_ends.hpp"
#include "lint/lint.hpp"
#include "support/files.hpp"
#include "warpschool/course/harness_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr int kHintsPerTask = 3;
constexpr std::size_t kNearMisses = 3;

/// Collects findings about the files of one exercise.
class TextLint {
 public:
  TextLint(const ExerciseFolders& folders, const course::Exercise& exercise)
      : folders_(folders), exercise_(exercise) {}

  Diagnostics run();

 private:
  void find(const fs::path& file, int line, std::string message, std::string help = {}) {
    findings_.push_back(
        {name_of(file), line, line > 0 ? 1 : 0, std::move(message), std::move(help)});
  }
  std::string name_of(const fs::path& file) const {
    return file.lexically_relative(folders_.root).generic_string();
  }
  /// The file's text, or nothing and a finding.
  std::string need(const fs::path& file);

  void check_readme();
  void check_hints(const std::set<int>& tasks);
  void check_reference();
  void check_harness(const std::set<int>& tasks);
  void check_tests(const fs::path& file, const std::set<int>& tasks, std::set<int>& checked);
  /// Nothing if the stub's regions cannot be told, which is a finding; what follows from it is
  /// none.
  std::optional<std::set<int>> check_stub(const fs::path& file);
  std::optional<std::set<int>> check_stubs();
  void check_model_answer(const std::string& name);
  void check_near_misses(const std::optional<std::set<int>>& tasks);
  /// A near miss or variant may replace only what the stub leaves to fill in.
  void check_bodies(const fs::path& file, const std::optional<std::set<int>>& tasks);
  void check_near_miss_name(const fs::path& file);

  const ExerciseFolders& folders_;
  const course::Exercise& exercise_;
  Diagnostics findings_;
};

int line_of(const std::string& text, std::size_t at) {
  return static_cast<int>(
             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
         1;
}

std::string TextLint::need(const fs::path& file) {
  std::error_code failure;
  if (!fs::is_regular_file(file, failure)) {
    find(file, 0, "is missing");
    return {};
  }
  std::string text = read_file(file);
  if (is_blank(text)) {
    find(file, 0, "is empty");
  }
  const std::size_t placeholder = text.find("write me");
  if (placeholder != std::string::npos) {
    find(file, line_of(text, placeholder), "still says \"write me\"");
  }
  return text;
}

void TextLint::check_readme() {
  const fs::path file = folders_.exercise / "README.md";
  const std::string text = need(file);
  if (!text.empty()) {
    const Diagnostics more = lint_readme(name_of(file), text);
    findings_.insert(findings_.end(), more.begin(), more.end());
    const Diagnostics links = lint_page_names(folders_, exercise_, text);
    findings_.insert(findings_.end(), links.begin(), links.end());
  }
}

/// Numbered items "1." to "3." under "## Task n".
std::map<int, int> count_hints(const std::string& text) {
  std::map<int, int> hints;
  std::istringstream lines(text);
  int task = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("## Task ", 0) == 0) {
      task = std::atoi(line.c_str() + 8);
    } else if (task > 0 && line.rfind(fmt::format("{}. ", hints[task] + 1), 0) == 0) {
      ++hints[task];
    }
  }
  return hints;
}

void TextLint::check_hints(const std::set<int>& tasks) {
  const fs::path file = folders_.exercise / "hints.md";
  const std::string text = need(file);
  std::map<int, int> hints = count_hints(text);
  for (const int task : tasks) {
    if (!text.empty() && hints[task] != kHintsPerTask) {
      find(file, 0,
           fmt::format("task {} has {} hints instead of {}", task, hints[task], kHintsPerTask),
           fmt::format("under \"## Task {}\", numbered 1. to {}.", task, kHintsPerTask));
    }
  }
}

void TextLint::check_reference() {
  std::error_code failure;
  for (const char* name : {"reference.cu", "reference.cpp"}) {
    if (fs::is_regular_file(folders_.exercise / name, failure)) {
      need(folders_.exercise / name);
      return;
    }
  }
  find(folders_.exercise / "reference.cu", 0, "is missing");
}

void TextLint::check_tests(const fs::path& file, const std::set<int>& tasks,
                           std::set<int>& checked) {
  for (const course::WrittenCheck& check : course::read_harness(need(file)).checks) {
    checked.insert(check.task);
    if (check.task > 0 && tasks.count(check.task) == 0) {
      find(file, check.line,
           fmt::format("\"{}\" is tagged [task {}], but the stub has no TODO({})", check.name,
                       check.task, check.task));
    }
  }
}

/// A task that no check is about could be left out, and a check of no task has no region to point
/// to. A check for grading day is one, too.
void TextLint::check_harness(const std::set<int>& tasks) {
  const fs::path file = folders_.exercise / "harness.cpp";
  const fs::path hidden = folders_.exercise / course::kHiddenHarness;
  std::set<int> checked;
  check_tests(file, tasks, checked);
  std::error_code failure;
  if (fs::is_regular_file(hidden, failure)) {
    check_tests(hidden, tasks, checked);
  }
  for (const int task : tasks) {
    if (!checked.empty() && checked.count(task) == 0) {
      find(file, 0,
           fmt::format("no TEST_CASE is tagged [task {}]: TODO({}) has no check", task, task));
    }
  }
}

std::optional<std::set<int>> TextLint::check_stub(const fs::path& file) {
  const std::string text = need(file);
  const auto outline = outline_of(text, name_of(file));
  if (!outline) {
    findings_.insert(findings_.end(), outline.diagnostics().begin(), outline.diagnostics().end());
    return std::nullopt;
  }
  return std::set<int>(outline->tasks.begin(), outline->tasks.end());
}

/// The tasks of all stubs.
std::optional<std::set<int>> TextLint::check_stubs() {
  std::set<int> tasks;
  bool all_told = true;
  for (const std::string& file : exercise_.files) {
    const auto more = check_stub(folders_.exercise / file);
    all_told = all_told && more;
    for (const int task : more.value_or(std::set<int>())) {
      if (!tasks.insert(task).second) {
        find(folders_.exercise / file, 0,
             fmt::format("there is a TODO({}) in another file of the exercise, too", task),
             "tasks are numbered through all files");
      }
    }
  }
  if (!all_told) {
    return std::nullopt;
  }
  const fs::path first = folders_.exercise / exercise_.files.front();
  if (tasks.empty()) {
    find(first, 0, "has no region \"// TODO(1): ...\" to fill in");
  } else if (*tasks.begin() != 1 || *tasks.rbegin() != static_cast<int>(tasks.size())) {
    find(first, 0, "its tasks are not numbered 1, 2, ...");
  }
  return tasks;
}

void TextLint::check_model_answer(const std::string& name) {
  const fs::path file = folders_.solution / name;
  const std::string as_is = need(file);
  std::error_code failure;
  if (as_is.empty() || !fs::is_regular_file(folders_.exercise / name, failure)) {
    return;
  }
  const std::string stub_as_is = read_file(folders_.exercise / name);
  const Diagnostics ends =
      lint_line_ends(name_of(file), as_is, name_of(folders_.exercise / name), stub_as_is);
  findings_.insert(findings_.end(), ends.begin(), ends.end());
  const std::string text = with_plain_line_ends(as_is),
                    stub_text = with_plain_line_ends(stub_as_is);
  const auto answer = outline_of(text, name_of(file));
  const auto stub = outline_of(stub_text, name);
  if (!answer) {
    findings_.insert(findings_.end(), answer.diagnostics().begin(), answer.diagnostics().end());
  }
  if (!answer || !stub) {
    return;
  }
  const Diagnostics sizes = lint_task_sizes(name_of(file), stub_text, text);
  findings_.insert(findings_.end(), sizes.begin(), sizes.end());
  if (const int line = first_difference(answer->outside, stub->outside)) {
    std::istringstream lines(answer->outside);
    std::string differing;
    for (int i = 0; i < line; ++i) {
      differing.clear();
      std::getline(lines, differing);
    }
    find(file, 0, fmt::format("differs from the stub outside the TODO regions: \"{}\"", differing),
         "students fill regions in; everything else must be final in the stub");
  }
}

/// It must get a verdict that costs something.
void TextLint::check_near_miss_name(const fs::path& file) {
  const std::string name = file.filename().string();
  const std::optional<Verdict> verdict = verdict_of_name(file.stem().string());
  if (!verdict) {
    find(file, 0, "does not begin with the verdict that it must get",
         "name it <verdict>_<what>.cu, for example wrong_off_by_one.cu");
  } else if (verdict == Verdict::kPassed) {
    find(file, 0, "is named after the verdict passed, so it is no mistake",
         fmt::format("move a right answer to {}/{}, or name the verdict that it must get",
                     name_of(folders_.solution / "variants"), name));
  } else if (verdict == Verdict::kMissing || verdict == Verdict::kInternalError) {
    find(file, 0,
         fmt::format("is named after the verdict {}, which no code deserves", to_string(*verdict)),
         "name the verdict that it must get, for example wrong_off_by_one.cu");
  }
}

void TextLint::check_near_misses(const std::optional<std::set<int>>& tasks) {
  std::size_t near_misses = 0;
  for (const fs::path& file : files_in(folders_.solution / "near_misses")) {
    check_near_miss_name(file);
    near_misses += verdict_of_name(file.stem().string()) == Verdict::kPassed ? 0U : 1U;
    const std::string text = read_file(file);
    if (const auto word = word_on_gpu(text); word && !verdict_on_gpu(text)) {
      find(file, 0, fmt::format("says \"On a GPU: {}\", which is no verdict", *word),
           "name the verdict that it gets on a GPU, for example memory_fault");
    }
    check_bodies(file, tasks);
  }
  for (const fs::path& file : files_in(folders_.solution / "variants")) {
    check_bodies(file, tasks);
  }
  if (near_misses < kNearMisses) {
    find(folders_.solution / "near_misses", 0,
         fmt::format("holds {} near misses; {} are the least", near_misses, kNearMisses),
         "each is a plausible mistake and the proof that the tests see it");
  }
}

void TextLint::check_bodies(const fs::path& file, const std::optional<std::set<int>>& tasks) {
  const auto outline = outline_of(need(file), name_of(file));
  if (!outline) {
    findings_.insert(findings_.end(), outline.diagnostics().begin(), outline.diagnostics().end());
    return;
  }
  for (std::size_t i = 0; tasks && i < outline->tasks.size(); ++i) {
    if (tasks->count(outline->tasks[i]) == 0) {
      find(file, outline->task_lines[i],
           fmt::format("TODO({}) is no region of the stub", outline->tasks[i]));
    }
  }
}

Diagnostics TextLint::run() {
  std::error_code failure;
  if (!fs::is_directory(folders_.exercise, failure)) {
    find(folders_.exercise, 0, "is missing: course.yaml lists the exercise");
    return findings_;
  }
  check_readme();
  const std::optional<std::set<int>> tasks = check_stubs();
  check_hints(tasks.value_or(std::set<int>()));
  check_reference();
  need(folders_.exercise / (exercise_.id + ".hpp"));
  if (tasks) {
    check_harness(*tasks);
  } else {
    need(folders_.exercise / "harness.cpp");
  }
  if (folders_.has_solutions) {
    for (const std::string& file : exercise_.files) {
      check_model_answer(file);
    }
    need(folders_.solution / "why.md");
    check_near_misses(tasks);
  }
  const Diagnostics stray = lint_stray(folders_, exercise_);
  findings_.insert(findings_.end(), stray.begin(), stray.end());
  return findings_;
}

}  // namespace

ExerciseFolders folders_of(const fs::path& root, const course::Exercise& exercise) {
  std::error_code failure;
  return {root, root / "exercises" / exercise.folder(), root / "solutions" / exercise.folder(),
          fs::is_directory(root / "solutions", failure)};
}

Diagnostics lint_texts(const ExerciseFolders& folders, const course::Exercise& exercise) {
  return TextLint(folders, exercise).run();
}

}  // namespace warpschool::grader
