// The part of lint that only reads.
#include "lint/lint.hpp"
#include "lint/outline.hpp"
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
  std::set<int> check_stub(const fs::path& file);
  void check_model_answer(const std::string& name);
  void check_near_misses(const std::set<int>& tasks);
  /// A near miss or variant may replace only what the stub leaves to fill in.
  void check_bodies(const fs::path& file, const std::set<int>& tasks);

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

/// A task that no check is about could be left out, and a check of no task has no region to point
/// to.
void TextLint::check_harness(const std::set<int>& tasks) {
  const fs::path file = folders_.exercise / "harness.cpp";
  const course::HarnessText harness = course::read_harness(need(file));
  std::set<int> checked;
  for (const course::WrittenCheck& check : harness.checks) {
    checked.insert(check.task);
    if (check.task > 0 && tasks.count(check.task) == 0) {
      find(file, check.line,
           fmt::format("\"{}\" is tagged [task {}], but the stub has no TODO({})", check.name,
                       check.task, check.task));
    }
  }
  for (const int task : tasks) {
    if (!harness.checks.empty() && checked.count(task) == 0) {
      find(file, 0,
           fmt::format("no TEST_CASE is tagged [task {}]: TODO({}) has no check", task, task));
    }
  }
}

std::set<int> TextLint::check_stub(const fs::path& file) {
  const std::string text = need(file);
  const auto outline = outline_of(text, name_of(file));
  if (!outline) {
    findings_.insert(findings_.end(), outline.diagnostics().begin(), outline.diagnostics().end());
    return {};
  }
  return {outline->tasks.begin(), outline->tasks.end()};
}

void TextLint::check_model_answer(const std::string& name) {
  const fs::path file = folders_.solution / name;
  const std::string text = need(file);
  std::error_code failure;
  if (text.empty() || !fs::is_regular_file(folders_.exercise / name, failure)) {
    return;
  }
  const auto answer = outline_of(text, name_of(file));
  const std::string stub_text = read_file(folders_.exercise / name);
  const auto stub = outline_of(stub_text, name);
  const Diagnostics sizes = lint_task_sizes(name_of(file), stub_text, text);
  findings_.insert(findings_.end(), sizes.begin(), sizes.end());
  if (!answer) {
    findings_.insert(findings_.end(), answer.diagnostics().begin(), answer.diagnostics().end());
  }
  if (!answer || !stub) {
    return;
  }
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

void TextLint::check_near_misses(const std::set<int>& tasks) {
  const std::vector<fs::path> near_misses = files_in(folders_.solution / "near_misses");
  for (const fs::path& file : near_misses) {
    if (!verdict_of_name(file.stem().string())) {
      find(file, 0, "does not begin with the verdict that it must get",
           "name it <verdict>_<what>.cu, for example wrong_off_by_one.cu");
    }
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
  if (near_misses.size() < kNearMisses) {
    find(folders_.solution / "near_misses", 0,
         fmt::format("holds {} near misses; {} are the least", near_misses.size(), kNearMisses),
         "each is a plausible mistake and the proof that the tests see it");
  }
}

void TextLint::check_bodies(const fs::path& file, const std::set<int>& tasks) {
  const auto outline = outline_of(need(file), name_of(file));
  if (!outline) {
    findings_.insert(findings_.end(), outline.diagnostics().begin(), outline.diagnostics().end());
    return;
  }
  for (std::size_t i = 0; i < outline->tasks.size(); ++i) {
    if (tasks.count(outline->tasks[i]) == 0) {
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
  std::set<int> tasks;
  for (const std::string& file : exercise_.files) {
    tasks.merge(check_stub(folders_.exercise / file));
  }
  if (tasks.empty()) {
    find(folders_.exercise / exercise_.files.front(), 0,
         "has no region \"// TODO(1): ...\" to fill in");
  } else if (*tasks.begin() != 1 || *tasks.rbegin() != static_cast<int>(tasks.size())) {
    find(folders_.exercise / exercise_.files.front(), 0, "its tasks are not numbered 1, 2, ...");
  }
  check_hints(tasks);
  check_reference();
  need(folders_.exercise / (exercise_.id + ".hpp"));
  check_harness(tasks);
  if (folders_.has_solutions) {
    for (const std::string& file : exercise_.files) {
      check_model_answer(file);
    }
    need(folders_.solution / "why.md");
    check_near_misses(tasks);
  }
  return findings_;
}

}  // namespace

ExerciseFolders folders_of(const fs::path& root, const course::Exercise& exercise) {
  std::error_code failure;
  return {root, root / "exercises" / exercise.folder(), root / "solutions" / exercise.folder(),
          fs::is_directory(root / "solutions", failure)};
}

std::optional<Verdict> verdict_of_name(const std::string& stem) {
  std::optional<Verdict> best;
  std::size_t longest = 0;
  for (const Verdict verdict : all_verdicts()) {
    const std::string word = to_string(verdict);
    if (stem.rfind(word + "_", 0) == 0 && word.size() > longest) {
      best = verdict;
      longest = word.size();
    }
  }
  return best;
}

std::optional<std::string> word_on_gpu(std::string_view text) {
  constexpr std::string_view kMark = "// On a GPU: ";
  while (text.substr(0, 2) == "//") {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.substr(0, kMark.size()) == kMark) {
      return std::string(line.substr(kMark.size()));
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return std::nullopt;
}

std::optional<Verdict> verdict_on_gpu(std::string_view text) {
  const std::optional<std::string> word = word_on_gpu(text);
  for (const Verdict verdict : all_verdicts()) {
    if (word == to_string(verdict)) {
      return verdict;
    }
  }
  return std::nullopt;
}

Diagnostics lint_texts(const ExerciseFolders& folders, const course::Exercise& exercise) {
  return TextLint(folders, exercise).run();
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
