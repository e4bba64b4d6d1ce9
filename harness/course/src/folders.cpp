// Holds entries of course.yaml against what lies in exercises/: folders, files, checks, metrics.
#include "folders.hpp"

#include "suggest.hpp"
#include "units.hpp"
#include "warpschool/course/harness_text.hpp"
#include "warpschool/harness/metrics.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>

namespace warpschool::course {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

bool is_file(const fs::path& file) {
  std::error_code failure;
  return fs::is_regular_file(file, failure);
}

std::string tag_of(int task, Kind kind) {
  return (task > 0 ? "[task " + std::to_string(task) + "]" : std::string()) + "[" +
         to_string(kind) + "]";
}

/// Checks one exercise.
class FolderCheck {
 public:
  /// @param is_released reference and tests are there as programs only.
  FolderCheck(const Exercise& exercise, const fs::path& root, bool is_released,
              Complaints& complaints)
      : exercise_(exercise),
        is_released_(is_released),
        shown_("exercises/" + exercise.folder().generic_string()),
        folder_(root / "exercises" / exercise.folder()),
        complaints_(complaints) {}

  void run();

 private:
  void check_files();
  void check_reference();
  void check_harness();
  void check_kinds(const HarnessText& harness);
  void check_hidden(HarnessText& harness);
  void check_rules(const HarnessText& harness);
  void check_rule(const HarnessText& harness, Kind kind, int task, Place place);
  void check_ruled(const WrittenCheck& check);
  void check_metric(const HarnessText& harness, const CounterRule& rule);
  std::string name() const { return "exercise " + in_quotes(exercise_.id); }

  const Exercise& exercise_;
  bool is_released_;
  std::string shown_;
  fs::path folder_;
  Complaints& complaints_;
};

void FolderCheck::run() {
  std::error_code failure;
  if (!fs::is_directory(folder_, failure)) {
    complaints_.add(exercise_.place, name() + " has no folder " + shown_,
                    "grader new makes one; or take the entry out");
    return;
  }
  check_files();
  if (!is_released_) {
    check_reference();
    check_harness();
  }
}

void FolderCheck::check_files() {
  for (const std::string& file : exercise_.files) {
    if (is_file(folder_ / file)) {
      continue;
    }
    std::vector<std::string> present;
    std::error_code failure;
    for (fs::directory_iterator entry(folder_, failure), end; !failure && entry != end;
         entry.increment(failure)) {
      present.push_back(entry->path().filename().string());
    }
    std::sort(present.begin(), present.end());
    const std::string near = nearest(file, present);
    complaints_.add(exercise_.files_place, shown_ + " has no " + in_quotes(file),
                    near.empty() ? "every file of a submission begins as a stub"
                                 : "did you mean '" + near + "'?");
  }
}

void FolderCheck::check_reference() {
  if (!is_file(folder_ / "reference.cu") && !is_file(folder_ / "reference.cpp")) {
    complaints_.add(exercise_.place, shown_ + " has no reference.cu",
                    "the solution that times are compared with");
  }
}

void FolderCheck::check_harness() {
  const fs::path file = folder_ / "harness.cpp";
  if (!is_file(file)) {
    complaints_.add(exercise_.place, shown_ + " has no harness.cpp", "the tests of the exercise");
    return;
  }
  HarnessText harness = read_harness(text_of(file));
  complaints_.add(check_tags(harness, shown_ + "/harness.cpp"));
  check_kinds(harness);
  check_hidden(harness);
  check_rules(harness);
}

/// Checks for grading day and their points must both be there, or neither. Adds the checks to
/// `harness`: rules may be about them alone.
void FolderCheck::check_hidden(HarnessText& harness) {
  const std::string shown = shown_ + "/" + kHiddenHarness;
  if (!is_file(folder_ / kHiddenHarness)) {
    if (exercise_.hidden_points.total() > 0) {
      complaints_.add(exercise_.hidden_place,
                      name() + " has hidden points, but there is no " + shown,
                      "write the checks for grading day there, or take 'hidden' away");
    }
    return;
  }
  HarnessText hidden = read_harness(text_of(folder_ / kHiddenHarness));
  complaints_.add(check_tags(hidden, shown));
  for (const Kind kind : {Kind::kCorrectness, Kind::kTiming, Kind::kCounters}) {
    if ((exercise_.hidden_points.of(kind) > 0) != hidden.has(kind)) {
      complaints_.add(exercise_.hidden_place,
                      name() +
                          (hidden.has(kind)
                               ? " has no hidden points for the TEST_CASEs in " + shown + " tagged "
                               : " hides points for " + std::string(to_string(kind)) +
                                     ", but no TEST_CASE in " + shown + " is tagged ") +
                          tag_of(0, kind),
                      "write hidden: {" + std::string(to_string(kind)) +
                          ": ...} for TEST_CASEs that are there, and only for them");
    }
  }
  for (WrittenCheck& check : hidden.checks) {
    check.file = kHiddenHarness;
    const auto same = [&](const WrittenCheck& other) { return other.name == check.name; };
    if (std::any_of(harness.checks.begin(), harness.checks.end(), same)) {
      complaints_.add({Diagnostic{shown, check.line, check.column,
                                  "TEST_CASE \"" + check.name + "\" is in harness.cpp, too",
                                  "give it a name of its own"}});
    }
  }
  harness.checks.insert(harness.checks.end(), hidden.checks.begin(), hidden.checks.end());
  harness.words.insert(hidden.words.begin(), hidden.words.end());
}

void FolderCheck::check_kinds(const HarnessText& harness) {
  for (const Kind kind : {Kind::kCorrectness, Kind::kTiming, Kind::kCounters}) {
    const bool has_points = exercise_.points.of(kind) > exercise_.hidden_points.of(kind);
    if (!has_points && exercise_.hidden_points.of(kind) > 0 && harness.has(kind)) {
      complaints_.add(exercise_.hidden_place,
                      name() + " hides all points for " + to_string(kind) +
                          ", but its harness.cpp has a TEST_CASE tagged " + tag_of(0, kind),
                      "leave points for it, or move it to " + std::string(kHiddenHarness));
    }
    if (has_points && !harness.has(kind)) {
      complaints_.add(exercise_.points_place,
                      name() + " gives points for " + to_string(kind) +
                          ", but its harness.cpp has no TEST_CASE tagged " + tag_of(0, kind),
                      "write one or take the points away");
    }
  }
}

/// A rule that no check is about would be dropped in silence, and a wrong answer would pass.
void FolderCheck::check_rule(const HarnessText& harness, Kind kind, int task, Place place) {
  if (task == 0 || harness.has(kind, task)) {
    return;
  }
  std::set<int> tasks;
  for (const WrittenCheck& check : harness.checks) {
    if (check.kind == kind) {
      tasks.insert(check.task);
    }
  }
  std::string list;
  for (const int other : tasks) {
    list += (list.empty() ? "" : ", ") + std::to_string(other);
  }
  complaints_.add(place,
                  "this rule is for task " + std::to_string(task) + " of " + name() +
                      ", but its harness.cpp has no TEST_CASE tagged " + tag_of(task, kind),
                  list.empty() ? "write one" : "there are some for task " + list);
}

void FolderCheck::check_rules(const HarnessText& harness) {
  for (const TimingRule& rule : exercise_.timing) {
    check_rule(harness, Kind::kTiming, rule.task, rule.place);
  }
  for (const CounterRule& rule : exercise_.counters) {
    check_rule(harness, Kind::kCounters, rule.task, rule.place);
    check_metric(harness, rule);
  }
  for (const WrittenCheck& check : harness.checks) {
    check_ruled(check);
  }
}

/// A metric of ours, a counter of the simulator, or a figure that the harness itself books.
void FolderCheck::check_metric(const HarnessText& harness, const CounterRule& rule) {
  std::vector<std::string> known = harness::counter_names();
  for (const harness::Metric& metric : harness::metrics()) {
    known.emplace_back(metric.name);
  }
  const auto is = [&](const std::string& name) { return name == rule.name; };
  if (rule.name.empty() || std::any_of(known.begin(), known.end(), is) ||
      harness.words.count(rule.name) > 0) {
    return;
  }
  const std::string near = nearest(rule.name, known);
  complaints_.add(rule.name_place,
                  "there is no metric " + in_quotes(rule.name) + ", and the harness.cpp of " +
                      name() + " books no figure of that name",
                  near.empty()
                      ? "docs/HARNESS.md lists them; .with(\"" + rule.name + "\", ...) books one"
                      : "did you mean '" + near + "'?");
}

/// A timing or counters check without a rule could not be judged.
void FolderCheck::check_ruled(const WrittenCheck& check) {
  if (!check.kind || *check.kind == Kind::kCorrectness) {
    return;
  }
  const auto fits = [&](const auto& rule) {
    return rule.task == 0 || check.task == 0 || rule.task == check.task;
  };
  const bool ruled = *check.kind == Kind::kTiming
                         ? std::any_of(exercise_.timing.begin(), exercise_.timing.end(), fits)
                         : std::any_of(exercise_.counters.begin(), exercise_.counters.end(), fits);
  if (!ruled) {
    complaints_.add({Diagnostic{shown_ + "/" + check.file, check.line, check.column,
                                "TEST_CASE \"" + check.name + "\" is tagged " +
                                    tag_of(check.task, *check.kind) +
                                    ", but course.yaml has no such rule for " + name(),
                                "add one under '" + std::string(to_string(*check.kind)) + "'"}});
  }
}

}  // namespace

void check_folders(const Course& course, const fs::path& root, Complaints& complaints) {
  std::error_code failure;
  if (!fs::is_directory(root / "exercises", failure)) {
    return;
  }
  const bool is_released = is_file(root / kReleaseMark);
  for (const Exercise* exercise : course.exercises()) {
    if (is_lower_case_name(exercise->id) && is_plain_file_name(exercise->module)) {
      FolderCheck(*exercise, root, is_released, complaints).run();
    }
  }
}

}  // namespace warpschool::course
