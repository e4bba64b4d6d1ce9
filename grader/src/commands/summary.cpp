// Prints the last lines of a grade or a report.
#include "commands/summary.hpp"

#include "store/result_json.hpp"
#include "support/moment.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <map>

namespace warpschool::grader {
namespace {

using Counts = std::map<Verdict, std::size_t>;

Counts statuses_of(const ClassResult& result) {
  Counts counts;
  for (const StudentResult& student : result.students) {
    for (const ExerciseResult& exercise : student.exercises) {
      ++counts[exercise.status];
    }
  }
  return counts;
}

void print_json(const ClassResult& result, const Done& done, const std::filesystem::path& report) {
  Json statuses = Json::object();
  for (const auto& [verdict, count] : statuses_of(result)) {
    statuses[to_string(verdict)] = count;
  }
  Json lost = Json::array();
  for (const LostResult& one : done.lost) {
    lost.push_back({{"student", one.student}, {"exercise", one.exercise}});
  }
  Json changed = Json::array();
  for (const ChangedScore& one : done.changed) {
    changed.push_back({{"student", one.student},
                       {"exercise", one.exercise},
                       {"before", one.before},
                       {"now", one.now}});
  }
  const Json json = {{"schema", 1},
                     {"students", result.students.size()},
                     {"exercises", result.exercises.size()},
                     {"statuses", statuses},
                     {"judged", done.counts.judged},
                     {"shared", done.counts.shared},
                     {"internal_errors", done.counts.internal_errors},
                     {"to_be_measured_again", noisy_results(result)},
                     {"scored_anew", done.rescored},
                     {"changed_marks", changed},
                     {"not_in_submissions", lost},
                     {"unmatched", result.unmatched.size()},
                     {"report", report.string()}};
  fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

void print_sentences(const ClassResult& result, const Done& done) {
  const Counts counts = statuses_of(result);
  fmt::print("{}, {}:", count_of(result.students.size(), "student", "students"),
             count_of(result.exercises.size(), "exercise", "exercises"));
  for (const auto& [verdict, count] : counts) {
    fmt::print(" {} {}{}", count, to_string(verdict),
               verdict == counts.rbegin()->first ? "\n" : ",");
  }
  if (counts.empty()) {
    fmt::print(" nothing to grade\n");
  }
  if (done.counts.shared > 0) {
    fmt::print("{} judged; {} more with the same files as another submission share its verdict\n",
               done.counts.judged, done.counts.shared);
  }
  if (done.rescored > 0) {
    fmt::print(
        "{} scored anew from the store: points, thresholds or dates have changed, and nothing had "
        "to run\n",
        count_of(done.rescored, "result was", "results were"));
  }
  if (!done.changed.empty()) {
    fmt::print("{} changed since the class was scored last: {} (grader audit says why)\n",
               count_of(done.changed.size(), "mark has", "marks have"), listed(done.changed));
  }
  if (!result.unmatched.empty()) {
    fmt::print("{} matched nobody or nothing; the report lists them\n",
               count_of(result.unmatched.size(), "file", "files"));
  }
}

}  // namespace

void print_summary(const ClassResult& result, const Done& done, const std::filesystem::path& out,
                   const OutputOptions& output) {
  const std::filesystem::path report = out / "index.html";
  if (output.json) {
    print_json(result, done, report);
  } else if (!output.quiet) {
    print_sentences(result, done);
    fmt::print("{}\n", report.string());
  }
}

}  // namespace warpschool::grader
