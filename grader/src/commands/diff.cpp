// grader diff: what changed points, thresholds, dates or policies would change, before they do.
#include "commands/commands.hpp"
#include "commands/scoring.hpp"
#include "grading.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

std::string say(const ExerciseResult& result) {
  if (!result.has_points()) {
    return to_string(result.status);
  }
  return fmt::format("{:g}/{:g} {}{}{}", result.points.won, result.points.possible,
                     to_string(result.status), result.time.early ? " (early)" : "",
                     result.time.lost > 0 ? fmt::format(" ({:g} lost)", result.time.lost) : "");
}

std::string say(const StudentResult& student, const CourseInfo& course) {
  const double percent = percent_of(student.points);
  const std::string grade = grade_for(course, percent);
  return fmt::format("{:g} of {:g} ({:g} %{}){}", student.points.won, student.points.possible,
                     percent, grade.empty() ? "" : ", " + grade,
                     student.early.won > 0 ? fmt::format(" + {:g} early", student.early.won) : "");
}

struct Changes {
  std::size_t results = 0;
  std::size_t totals = 0;
  std::size_t grades = 0;
};

/// Both have the same students and exercises, in the same order: they are of one roster.
Changes print_changes(const ClassResult& before, const ClassResult& after) {
  Changes changes;
  for (std::size_t i = 0; i < before.students.size(); ++i) {
    const StudentResult& was = before.students[i];
    const StudentResult& is = after.students[i];
    for (std::size_t j = 0; j < was.exercises.size(); ++j) {
      const std::string old_words = say(was.exercises[j]), new_words = say(is.exercises[j]);
      if (old_words != new_words) {
        fmt::print("{:<16} {:<20} {} -> {}\n", was.id, was.exercises[j].exercise, old_words,
                   new_words);
        ++changes.results;
      }
    }
    const std::string old_total = say(was, before.course), new_total = say(is, after.course);
    if (old_total != new_total) {
      fmt::print("{:<16} {:<20} {} -> {}\n", was.id, "total", old_total, new_total);
      ++changes.totals;
      const std::string old_grade = grade_for(before.course, percent_of(was.points));
      changes.grades += old_grade != grade_for(after.course, percent_of(is.points)) ? 1U : 0U;
    }
  }
  return changes;
}

/// The files of the command line, else those that were applied last, as they are now.
ScoreOptions with_defaults(ScoreOptions options, const KeptRules& kept) {
  std::error_code failure;
  if (!options.course && fs::exists(kept.course_file, failure)) {
    options.course = kept.course_file;
  }
  if (!options.policy && fs::exists(kept.policy_file, failure)) {
    options.policy = kept.policy_file;
  }
  return options;
}

/// How many handed-in works of this exercise would be judged again.
std::size_t works_of(const ClassRoster& roster, const std::string& exercise) {
  return static_cast<std::size_t>(std::count_if(
      roster.entries.begin(), roster.entries.end(),
      [&](const RollEntry& entry) { return entry.key.exercise == exercise && !entry.missing; }));
}

}  // namespace

int diff_command(const RescoreOptions& options) {
  auto opened = open_class(options.out);
  if (!opened) {
    return kExitBadInput;
  }
  KeptRules changed = opened->kept;
  if (!apply_options(with_defaults(options.scoring, changed), changed)) {
    return kExitBadInput;
  }
  const auto old_rules = understood(opened->kept, opened->roster);
  const auto new_rules = understood(changed, opened->roster);
  if (!old_rules || !new_rules) {
    return kExitBadInput;
  }
  warn_of_strangers(new_rules->policy, changed.policy_file, opened->roster.students);
  const Changes changes = print_changes(scored_class(opened->roster, *old_rules, *opened->store),
                                        scored_class(opened->roster, *new_rules, *opened->store));
  const std::vector<std::string> again =
      changed_exercises(changed.course_file, new_rules->course, opened->roster);
  for (const std::string& exercise : again) {
    fmt::print(
        "{}: more has changed than points, thresholds and dates: grade would judge {} again\n",
        exercise, works_of(opened->roster, exercise));
  }
  fmt::print("{} results, {} totals and {} grades would change; nothing has been written\n",
             changes.results, changes.totals, changes.grades);
  if (changes.results + changes.totals > 0) {
    fmt::print("grader report with --course and --policy applies it\n");
  }
  return changes.results + changes.totals + again.size() > 0 ? kExitFindings : kExitDone;
}

}  // namespace warpschool::grader
