// grader report: the class again, from the store alone, by other points or dates if asked.
#include "commands/commands.hpp"
#include "commands/folder_lock.hpp"
#include "commands/notices.hpp"
#include "commands/scoring.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpschool::grader {

int report_command(const RescoreOptions& options) {
  auto opened = open_class(options.out);
  if (!opened) {
    return kExitBadInput;
  }
  const ScoreOptions& scoring = options.scoring;
  if (!scoring.course && !scoring.policy && !scoring.as_of) {
    return render(*opened, options.out, options.output);
  }
  const FolderLock lock(options.out);
  if (!lock.is_held()) {
    complain(lock.problem());
    return kExitCannotRun;
  }
  if (!apply_options(scoring, opened->kept)) {
    return kExitBadInput;
  }
  const auto rules = understood(opened->kept, opened->roster);
  if (!rules) {
    return kExitBadInput;
  }
  if (scoring.course) {
    const auto changed = changed_exercises(opened->kept.course_file, rules->course, opened->roster);
    if (!changed.empty()) {
      const bool all = changed.size() == opened->roster.exercises.size();
      complain(
          fmt::format("of {} more has changed than points, thresholds and dates: grade judges "
                      "them again, until then the old verdicts count",
                      all ? "all exercises" : fmt::format("{}", fmt::join(changed, ", "))));
    }
  }
  if (scoring.course) {
    for (const std::string& sentence :
         course_news(rules->course, opened->kept.course_file, opened->roster)) {
      complain(sentence);
    }
  }
  keep_rules(*opened->store, opened->kept);
  return render(*opened, options.out, options.output);
}

}  // namespace warpschool::grader
