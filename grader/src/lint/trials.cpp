// The part of lint that grades: stub, model answer and near misses through the pipeline that
// students' work takes.
#include "course_files/outline.hpp"
#include "lint/lint.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// What says why it is not what it should be.
std::string reason_for(const ExerciseResult& result) {
  for (const CheckResult& check : result.checks) {
    if (check.verdict == result.status && result.status != Verdict::kPassed) {
      return fmt::format("\"{}\": {}", check.name, in_a_line(check.message));
    }
  }
  if (result.status == Verdict::kBuildError && !result.build_log.empty()) {
    return result.build_log.substr(0, result.build_log.find('\n'));
  }
  return result.notes.empty() ? "" : result.notes.back();
}

Diagnostic finding(const Trial& trial, std::string message, std::string help = {}) {
  return {trial.name, 0, 0, std::move(message), std::move(help)};
}

/// Every task that has checks must have one that did not pass, and nothing may be won.
Diagnostics judge_stub(const Trial& trial, const ExerciseResult& result) {
  Diagnostics findings;
  if (result.checks.empty()) {
    return {finding(
        trial, fmt::format("the stub must compile and run, but is {}", to_string(result.status)),
        reason_for(result))};
  }
  if (!result.build_log.empty()) {
    findings.push_back(finding(trial, "the stub compiles with warnings",
                               result.build_log.substr(0, result.build_log.find('\n'))));
  }
  std::map<int, bool> failed;
  for (const CheckResult& check : result.checks) {
    failed[check.task] = failed[check.task] || check.verdict != Verdict::kPassed;
    if (check.points.won > 0) {
      findings.push_back(finding(trial, fmt::format("the stub wins {:g} points for \"{}\"",
                                                    check.points.won, check.name)));
    }
  }
  for (const auto& [task, has_failed] : failed) {
    if (!has_failed) {
      findings.push_back(finding(trial, fmt::format("the stub passes task {}", task)));
    }
  }
  return findings;
}

/// Timing checks that are skipped because their rule says nothing for the backend.
Diagnostics rules_without_sizes(const course::Exercise& exercise, const ExerciseResult& result) {
  Diagnostics findings;
  for (const CheckResult& check : result.checks) {
    const course::TimingRule* rule = exercise.timing_rule(check.task);
    if (check.kind == to_string(course::Kind::kTiming) && check.verdict == Verdict::kSkipped &&
        rule != nullptr && rule->on(check.backend) == nullptr) {
      findings.push_back(
          {"course.yaml", rule->place.line, rule->place.column,
           fmt::format("the timing rule of exercise {} has no sizes for {}, so that its check "
                       "\"{}\" cannot be judged with this preset",
                       exercise.id, check.backend, check.name),
           fmt::format("add {}: {{n: ..., full_at: ...}}", check.backend)});
    }
  }
  return findings;
}

Diagnostics judge_right_answer(const Trial& trial, const ExerciseResult& result) {
  const char* what = trial.role == Trial::Role::kVariant ? "the variant" : "the model answer";
  const double total = trial.exercise->points.total();
  if (result.status != Verdict::kPassed) {
    return {finding(trial,
                    fmt::format("{} is {} with {:g} of {:g} points", what, to_string(result.status),
                                result.points.won, total),
                    reason_for(result))};
  }
  Diagnostics findings;
  if (result.points.won != result.points.possible) {
    findings.push_back(finding(trial, fmt::format("{} gets {:g} of {:g} points", what,
                                                  result.points.won, result.points.possible)));
  }
  const Diagnostics untimed = rules_without_sizes(*trial.exercise, result);
  if (trial.role == Trial::Role::kModelAnswer) {  // told once
    findings.insert(findings.end(), untimed.begin(), untimed.end());
  }
  if (result.points.possible != total && untimed.empty()) {
    findings.push_back(
        finding(trial,
                fmt::format("the checks add up to {:g} points, course.yaml says {:g}",
                            result.points.possible, total),
                "every kind with points needs a TEST_CASE of that kind"));
  }
  return findings;
}

/// The exercise's files as they stand in a folder; none if one is missing.
std::vector<SourceFile> sources_in(const fs::path& folder, const course::Exercise& exercise) {
  std::vector<SourceFile> sources;
  for (const std::string& name : exercise.files) {
    std::error_code failure;
    if (!fs::is_regular_file(folder / name, failure)) {
      return {};
    }
    sources.push_back({name, read_file(folder / name), {}});
  }
  return sources;
}

/// The model answer with a near miss or variant in its place: see trials_of().
std::vector<SourceFile> instead_of(std::vector<SourceFile> answer, const fs::path& file) {
  const std::string text = read_file(file);
  const auto outline = outline_of(text, file.filename().string());
  if (!outline || answer.empty()) {
    return {};
  }
  if (outline->bodies.empty()) {
    answer.front().bytes = text;
  }
  for (SourceFile& source : answer) {
    source.bytes = outline->bodies.empty() ? source.bytes : splice(source.bytes, outline->bodies);
  }
  return answer;
}

}  // namespace

std::vector<Trial> trials_of(const ExerciseFolders& folders, const course::Exercise& exercise) {
  std::vector<Trial> trials;
  const auto add = [&](Trial::Role role, std::vector<SourceFile> files, const fs::path& file,
                       Verdict expected) {
    if (!files.empty()) {
      trials.push_back({&exercise, role, submission_of(std::move(files)),
                        file.lexically_relative(folders.root).generic_string(), expected});
      // What is worse than slow shows without a clock.
      trials.back().manner.timed_on_gpu =
          role != Trial::Role::kNearMiss || expected >= Verdict::kSlow;
    }
  };
  const std::string& main_file = exercise.files.front();
  const std::vector<SourceFile> answer = sources_in(folders.solution, exercise);
  add(Trial::Role::kStub, sources_in(folders.exercise, exercise), folders.exercise / main_file,
      Verdict::kWrong);
  // Before what is compared with it: a wrong one may be why others fail.
  if (auto reference = reference_trial(folders, exercise)) {
    trials.push_back(std::move(*reference));
  }
  add(Trial::Role::kModelAnswer, answer, folders.solution / main_file, Verdict::kPassed);
  for (const fs::path& file : files_in(folders.solution / "variants")) {
    add(Trial::Role::kVariant, instead_of(answer, file), file, Verdict::kPassed);
  }
  for (const fs::path& file : files_in(folders.solution / "near_misses")) {
    if (const auto verdict = verdict_of_name(file.stem().string())) {
      add(Trial::Role::kNearMiss, instead_of(answer, file), file, *verdict);
      if (!trials.empty()) {
        trials.back().expected_on_gpu = verdict_on_gpu(read_file(file));
      }
    }
  }
  return trials;
}

Diagnostics judge_trial(const Trial& trial, const ExerciseResult& result) {
  if (result.status == Verdict::kInternalError) {
    return {finding(trial, "could not be graded", reason_for(result))};
  }
  switch (trial.role) {
    case Trial::Role::kStub:
      return judge_stub(trial, result);
    case Trial::Role::kModelAnswer:
    case Trial::Role::kVariant:
      return judge_right_answer(trial, result);
    case Trial::Role::kReference:
    case Trial::Role::kNearMiss:
    case Trial::Role::kAttack:
    case Trial::Role::kMutant:
      break;
  }
  if (result.status == trial.expected) {
    return {};
  }
  return {finding(
      trial,
      fmt::format("is {} instead of {}", to_string(result.status), to_string(trial.expected)),
      reason_for(result))};
}

}  // namespace warpschool::grader
