// Opens a graded class, scores it and writes it out.
#include "commands/scoring.hpp"

#include "commands/notices.hpp"
#include "commands/summary.hpp"
#include "pipeline/fingerprint.hpp"
#include "report/report.hpp"
#include "store/export.hpp"
#include "support/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

bool apply_policy(const std::string& policy, KeptRules& kept) {
  if (policy == "none") {
    kept.policy.clear();
    kept.policy_file.clear();
    return true;
  }
  std::error_code failure;
  if (!fs::is_regular_file(policy, failure)) {
    complain(
        fmt::format("{} is no file with a policy (docs/formats.md has an example; --policy "
                    "none goes without)",
                    policy));
    return false;
  }
  kept.policy = read_file(policy);
  kept.policy_file = fs::absolute(policy).lexically_normal().string();
  return true;
}

bool apply_course(const fs::path& file, KeptRules& kept) {
  if (!load_course(file)) {
    return false;
  }
  kept.course = read_file(file);
  kept.course_file = fs::absolute(file).lexically_normal().string();
  return true;
}

bool apply_as_of(const std::string& text, KeptRules& kept) {
  const auto as_of = course::parse_time(text);
  if (!as_of) {
    complain(fmt::format("--as-of {} is no date, time and offset: write 2027-03-01T23:59:00+01:00",
                         text));
    return false;
  }
  kept.as_of = *as_of;
  kept.as_of_chosen = true;
  return true;
}

/// Complains where it does not.
bool holds_store(const fs::path& out) {
  const bool is_there = is_class_folder(out);
  if (!is_there) {
    complain(fmt::format("{} holds no grades.sqlite: it is not the output folder of a grade",
                         out.string()));
  }
  return is_there;
}

}  // namespace

bool is_class_folder(const fs::path& out) {
  std::error_code failure;
  return fs::exists(out / "grades.sqlite", failure);
}

std::optional<OpenClass> open_class(const fs::path& out) {
  if (!holds_store(out)) {
    return std::nullopt;
  }
  OpenClass opened;
  opened.store = std::make_unique<Store>(out / "grades.sqlite");
  const auto roster = opened.store->fact("roster");
  if (!roster) {
    complain("nothing has been graded there yet");
    return std::nullopt;
  }
  opened.roster = roll_from(*roster);
  opened.kept = kept_rules(*opened.store);
  return opened;
}

std::optional<OpenClass> open_class_to_write(const fs::path& out, int& status) {
  status = kExitBadInput;
  if (!holds_store(out)) {
    return std::nullopt;
  }
  auto lock = std::make_unique<FolderLock>(out);
  if (!lock->is_held()) {
    complain(lock->problem());
    status = kExitCannotRun;
    return std::nullopt;
  }
  auto opened = open_class(out);
  if (opened) {
    opened->lock = std::move(lock);
  }
  return opened;
}

std::vector<std::string> known_students(const OpenClass& opened) {
  const std::vector<std::string>& now = opened.roster.students;
  std::set<std::string> students(now.begin(), now.end());
  for (const Attempt& attempt : opened.store->attempts("")) {
    students.insert(attempt.key.student);
  }
  for (const ScoreEntry& entry : opened.store->scores()) {
    students.insert(entry.student);
  }
  for (const Remark& remark : opened.store->remarks()) {
    students.insert(remark.student);
  }
  return {students.begin(), students.end()};
}

bool apply_options(const ScoreOptions& options, KeptRules& kept) {
  const bool course = !options.course || apply_course(*options.course, kept);
  const bool policy = !options.policy || apply_policy(*options.policy, kept);
  const bool as_of = !options.as_of || apply_as_of(*options.as_of, kept);
  return course && policy && as_of;
}

std::optional<ScoreRules> understood(const KeptRules& kept, const ClassRoster& roster) {
  Result<ScoreRules> rules = rules_from(kept, roster);
  if (!rules) {
    complain(rules.diagnostics());
    return std::nullopt;
  }
  return std::move(*rules);
}

ClassResult scored_class(const ClassRoster& roster, const ScoreRules& rules, Store& store) {
  ClassResult result = collect(roster, store);
  score_class(result, rules, store.remarks());
  return result;
}

void write_outputs(const ClassResult& result, const fs::path& out) {
  write_exports(result, out);
  write_report(result, out);
}

void complain_of_doubts(const ClassResult& result, const ScoreRules& rules, const KeptRules& kept,
                        Store& store) {
  for (const std::string& sentence : doubts(result, rules, kept, store.remarks())) {
    complain(sentence);
  }
}

int render(OpenClass& opened, const fs::path& out, const OutputOptions& output) {
  const auto rules = understood(opened.kept, opened.roster);
  if (!rules) {
    return kExitBadInput;
  }
  const ClassResult result = scored_class(opened.roster, *rules, *opened.store);
  const auto changed = changed_scores(result, opened.store->scores());
  const std::size_t rescored = record_scores(*opened.store, result);
  write_outputs(result, out);
  const auto lost = lost_results(result, opened.store->attempts(""));
  print_summary(result, {rescored, lost, {}, changed}, out, output);
  complain_of_doubts(result, *rules, opened.kept, *opened.store);
  return kExitDone;
}

std::vector<std::string> changed_exercises(const fs::path& course_file,
                                           const course::Course& course,
                                           const ClassRoster& roster) {
  Manifest manifest;
  manifest.source_dir = course_file.parent_path();
  std::map<std::string, std::set<std::string>> stored;  // several, where a run was narrowed
  for (const RollEntry& entry : roster.entries) {
    stored[entry.key.exercise].insert(entry.key.rules);
  }
  std::vector<std::string> changed;
  std::error_code failure;
  if (course_file.empty() || !fs::is_directory(manifest.source_dir / "exercises", failure)) {
    return changed;
  }
  for (const course::Exercise* exercise : course.exercises()) {
    const auto known = stored.find(exercise->id);
    if (known != stored.end() && known->second != std::set{rules_hash(manifest, *exercise)}) {
      changed.push_back(exercise->id);
    }
  }
  return changed;
}

int rescore(OpenClass& opened, const RescoreOptions& options) {
  const ScoreOptions& scoring = options.scoring;
  if (!scoring.course && !scoring.policy && !scoring.as_of) {
    return render(opened, options.out, options.output);
  }
  if (!apply_options(scoring, opened.kept)) {
    return kExitBadInput;
  }
  const auto rules = understood(opened.kept, opened.roster);
  if (!rules) {
    return kExitBadInput;
  }
  if (scoring.course) {
    const auto changed = changed_exercises(opened.kept.course_file, rules->course, opened.roster);
    if (!changed.empty()) {
      const bool all = changed.size() == opened.roster.exercises.size();
      complain(
          fmt::format("of {} more has changed than points, thresholds and dates: grade judges "
                      "them again, until then the old verdicts count",
                      all ? "all exercises" : fmt::format("{}", fmt::join(changed, ", "))));
    }
    for (const std::string& sentence :
         course_news(rules->course, opened.kept.course_file, opened.roster)) {
      complain(sentence);
    }
  }
  keep_rules(*opened.store, opened.kept);
  return render(opened, options.out, options.output);
}

}  // namespace warpschool::grader
