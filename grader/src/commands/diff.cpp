// grader diff and grader regrade: what changed points, thresholds, dates or policies would change,
// before they do.
#include "commands/commands.hpp"
#include "commands/notices.hpp"
#include "commands/scoring.hpp"
#include "result/grading.hpp"
#include "store/result_json.hpp"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
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

/// What would change.
struct Changes {
  struct Pair {
    const StudentResult* was;
    const StudentResult* is;
    std::size_t exercise;  ///< column; unused for totals
  };
  std::vector<Pair> results;
  std::vector<Pair> totals;
  std::size_t grades = 0;
  std::vector<std::string> again;  ///< exercises that grade would judge again
  std::vector<std::string> news;   ///< sentences on exercises that come or go

  bool none() const { return results.empty() && totals.empty() && again.empty() && news.empty(); }
};

/// Both have the same students and exercises, in the same order: they are of one roster.
Changes changes_between(const ClassResult& before, const ClassResult& after) {
  Changes changes;
  for (std::size_t i = 0; i < before.students.size(); ++i) {
    const StudentResult& was = before.students[i];
    const StudentResult& is = after.students[i];
    for (std::size_t j = 0; j < was.exercises.size(); ++j) {
      if (say(was.exercises[j]) != say(is.exercises[j])) {
        changes.results.push_back({&was, &is, j});
      }
    }
    if (say(was, before.course) != say(is, after.course)) {
      changes.totals.push_back({&was, &is, 0});
      const std::string old_grade = grade_for(before.course, percent_of(was.points));
      changes.grades += old_grade != grade_for(after.course, percent_of(is.points)) ? 1U : 0U;
    }
  }
  return changes;
}

Json json_of(const ExerciseResult& result) {
  return {{"status", to_string(result.status)},
          {"points", result.has_points() ? to_json(result.points) : Json(nullptr)},
          {"early", result.time.early},
          {"lost_for_lateness", number(result.time.lost)}};
}

Json json_of(const StudentResult& student, const CourseInfo& course) {
  const double percent = percent_of(student.points);
  return {{"points", to_json(student.points)},
          {"percent", number(percent)},
          {"grade", grade_for(course, percent)},
          {"early", to_json(student.early)}};
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

void print_changes_as_json(const Changes& changes, const ClassResult& before,
                           const ClassResult& after, const ClassRoster& roster) {
  Json results = Json::array(), totals = Json::array(), again = Json::array();
  for (const Changes::Pair& pair : changes.results) {
    results.push_back({{"student", pair.was->id},
                       {"exercise", pair.was->exercises[pair.exercise].exercise},
                       {"before", json_of(pair.was->exercises[pair.exercise])},
                       {"after", json_of(pair.is->exercises[pair.exercise])}});
  }
  for (const Changes::Pair& pair : changes.totals) {
    totals.push_back({{"student", pair.was->id},
                      {"before", json_of(*pair.was, before.course)},
                      {"after", json_of(*pair.is, after.course)}});
  }
  for (const std::string& exercise : changes.again) {
    again.push_back({{"exercise", exercise}, {"works", works_of(roster, exercise)}});
  }
  const Json json = {
      {"schema", 1},           {"results", results},        {"totals", totals},
      {"judged_again", again}, {"exercises", changes.news}, {"grades", changes.grades}};
  fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

void print_changes_as_lines(const Changes& changes, const ClassResult& before,
                            const ClassResult& after, const ClassRoster& roster) {
  auto result = changes.results.begin();
  auto total = changes.totals.begin();
  for (std::size_t i = 0; i < before.students.size(); ++i) {  // student by student
    for (; result != changes.results.end() && result->was == &before.students[i]; ++result) {
      const ExerciseResult& was = result->was->exercises[result->exercise];
      fmt::print("{:<16} {:<20} {} -> {}\n", result->was->id, was.exercise, say(was),
                 say(result->is->exercises[result->exercise]));
    }
    if (total != changes.totals.end() && total->was == &before.students[i]) {
      fmt::print("{:<16} {:<20} {} -> {}\n", total->was->id, "total",
                 say(*total->was, before.course), say(*total->is, after.course));
      ++total;
    }
  }
  for (const std::string& exercise : changes.again) {
    fmt::print(
        "{}: more has changed than points, thresholds and dates: grade would judge {} again\n",
        exercise, works_of(roster, exercise));
  }
}

void print_sum(const Changes& changes, bool apply) {
  for (const std::string& sentence : changes.news) {
    fmt::print("{}\n", sentence);
  }
  fmt::print("{} results, {} totals and {} grades {}\n", changes.results.size(),
             changes.totals.size(), changes.grades,
             apply ? "change" : "would change; nothing has been written");
  if (!apply && (!changes.results.empty() || !changes.totals.empty())) {
    fmt::print("grader regrade --apply with the same options applies it\n");
  }
}

/// With `apply` the changes are about to be made: what is doubtful is told when they are.
int show_changes(const OpenClass& opened, const RescoreOptions& options, bool apply) {
  KeptRules changed = opened.kept;
  if (!apply_options(with_defaults(options.scoring, changed), changed)) {
    return kExitBadInput;
  }
  const auto old_rules = understood(opened.kept, opened.roster);
  const auto new_rules = understood(changed, opened.roster);
  if (!old_rules || !new_rules) {
    return kExitBadInput;
  }
  const ClassResult before = scored_class(opened.roster, *old_rules, *opened.store);
  const ClassResult after = scored_class(opened.roster, *new_rules, *opened.store);
  Changes changes = changes_between(before, after);
  changes.again = changed_exercises(changed.course_file, new_rules->course, opened.roster);
  changes.news = course_news(new_rules->course, changed.course_file, opened.roster);
  if (options.output.json) {
    print_changes_as_json(changes, before, after, opened.roster);
  } else {
    print_changes_as_lines(changes, before, after, opened.roster);
    print_sum(changes, apply);
  }
  if (!apply) {
    complain_of_doubts(after, *new_rules, changed, *opened.store);
  }
  return changes.none() ? kExitDone : kExitFindings;
}

}  // namespace

int diff_command(const RescoreOptions& options) {
  const auto opened = open_class(options.out);
  return opened ? show_changes(*opened, options, false) : static_cast<int>(kExitBadInput);
}

int regrade_command(const RescoreOptions& options, bool apply) {
  if (!apply) {
    return diff_command(options);
  }
  int status = kExitDone;
  auto opened = open_class_to_write(options.out, status);
  if (!opened) {
    return status;
  }
  status = show_changes(*opened, options, apply);
  if (status > kExitFindings) {
    return status;
  }
  RescoreOptions applied = options;
  applied.scoring = with_defaults(options.scoring, opened->kept);
  applied.output = {options.output.json, false};
  return rescore(*opened, applied);
}

}  // namespace warpschool::grader
