// The steps of one attempt: look at the files, compile, judge, merge.
#include "pipeline/job_attempt.hpp"

#include "pipeline/witness.hpp"
#include "support/files.hpp"
#include "warpschool/course/forbidden.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::grader {

void JobAttempt::end_with(Verdict status, const std::string& note) {
  report_.result.status = status;
  report_.result.checks.clear();
  report_.result.points = {0, status == Verdict::kInternalError ? 0 : exercise_.points.total()};
  report_.result.notes.push_back(note);
}

bool JobAttempt::has_text() {
  for (const SourceFile& file : submission_.files) {
    if (file.unreadable) {
      end_with(Verdict::kInternalError, fmt::format("{}: {}", file.name, file.problem));
      return false;
    }
    if (!file.problem.empty()) {
      end_with(Verdict::kBuildError, fmt::format("{}: {}", file.name, file.problem));
      report_.result.build_log = fmt::format("{}: {}\n", file.name, file.problem);
      return false;
    }
  }
  return true;
}

/// Of several files one may be forgotten: what is left would compile, but not load.
bool JobAttempt::has_all_files() {
  for (const std::string& name : exercise_.files) {
    const bool there = std::any_of(submission_.files.begin(), submission_.files.end(),
                                   [&](const SourceFile& file) { return file.name == name; });
    if (!there) {
      end_with(Verdict::kBuildError, fmt::format("{} was not handed in.", name));
      report_.result.build_log = fmt::format("{}: was not handed in\n", name);
      return false;
    }
  }
  return true;
}

bool JobAttempt::is_free_of_forbidden_words() {
  Diagnostics found;
  for (const SourceFile& file : submission_.files) {
    const Diagnostics of_file = course::forbidden_words(exercise_, file.name, file.bytes);
    found.insert(found.end(), of_file.begin(), of_file.end());
  }
  if (found.empty()) {
    return true;
  }
  end_with(Verdict::kBuildError, fmt::format("{}: {}", found.front().file, found.front().message));
  for (const Diagnostic& word : found) {
    report_.result.build_log += to_string(word) + "\n";
  }
  return false;
}

/// Both as a person would type them: judges are given the whole course.yaml.
void JobAttempt::log_commands(const Backend& backend) {
  std::vector<std::string> include;
  for (const std::filesystem::path& folder : backend.exercises.at(exercise_.id).include) {
    include.push_back(folder.string());
  }
  log(shell_line(compile_words(backend, include)));
  log(shell_line(
          judge_words(backend, "", std::string("./") + kModule, workshop_.manifest->course)) +
      " --seed " + seed());
}

std::string JobAttempt::reference_trouble(const std::vector<std::string>& of) {
  const auto is_its_own = [&](const CheckResult& check) {
    return check.verdict < Verdict::kWrong ||
           (check.verdict == Verdict::kWrong &&
            std::find(of.begin(), of.end(), check.name) != of.end());
  };
  for (const Backend& backend : workshop_.manifest->backends) {
    const auto built = backend.exercises.find(exercise_.id);
    if (built == backend.exercises.end()) {
      return fmt::format("there is none for {}", backend.name);
    }
    if (!judge_kind(backend, manner_.kind, built->second.reference.string())) {
      return report_.result.notes.empty() ? "it cannot be judged" : report_.result.notes.back();
    }
  }
  for (const Answer& answer : answers_) {
    for (const CheckResult& check : answer.checks) {
      if (is_its_own(check)) {
        const std::string said = check.message.substr(0, check.message.find('\n'));
        return fmt::format("\"{}\" ends with {}{}{}", check.name, to_string(check.verdict),
                           said.empty() ? "" : ": ", said);
      }
    }
  }
  return {};
}

bool JobAttempt::has_lost() const {
  return std::any_of(answers_.begin(), answers_.end(), [](const Answer& answer) {
    return std::any_of(answer.checks.begin(), answer.checks.end(), [](const CheckResult& check) {
      return check.verdict != Verdict::kPassed && check.verdict != Verdict::kSkipped;
    });
  });
}

bool JobAttempt::can_be_built() {
  ExerciseResult& result = report_.result;
  result.exercise = exercise_.id;
  result.file = submission_.files.front().name;
  if (!has_text()) {
    return false;
  }
  result.source = to_utf8(submission_.files.front().bytes);
  for (std::size_t i = 1; i < submission_.files.size(); ++i) {
    result.more_sources.push_back({submission_.files[i].name, to_utf8(submission_.files[i].bytes)});
  }
  return has_all_files() && is_free_of_forbidden_words() && has_tools();
}

bool JobAttempt::has_tools() {
  const Diagnostics missing = missing_tools(*workshop_.manifest, {exercise_.id});
  if (!missing.empty()) {
    end_with(Verdict::kInternalError, fmt::format("{}.", to_string(missing.front())));
  }
  return missing.empty();
}

bool JobAttempt::build_and_judge(const Backend& backend) {
  folder_.place_headers(backend.exercises.at(exercise_.id).include);
  if (!compile(backend)) {
    return false;
  }
  if (report_.module.empty()) {
    report_.module = module_hash();
    report_.known_module = report_.module == manner_.known_module;
  }
  return !report_.known_module && judge(backend);
}

JobReport JobAttempt::run_reference() {
  report_.result.exercise = exercise_.id;
  if (!has_tools()) {
    return std::move(report_);
  }
  // The simulator's verdict is exact; only where there is none another backend has to do.
  const std::vector<Backend>& all = workshop_.manifest->backends;
  const auto simulator =
      std::find_if(all.begin(), all.end(), [](const Backend& one) { return !one.is_gpu(); });
  const Backend& backend = simulator == all.end() ? all.front() : *simulator;
  const std::string reference = backend.exercises.at(exercise_.id).reference.string();
  if (!judge_kind(backend, manner_.kind, reference)) {
    return std::move(report_);
  }
  merge_answers(answers_, exercise_, report_.result);
  return std::move(report_);
}

JobReport JobAttempt::run() {
  if (!can_be_built()) {
    return std::move(report_);
  }
  folder_.place_sources(submission_);
  log("# To see the same again, in a folder with the student's files:");
  for (const Backend& backend : workshop_.manifest->backends) {
    log_commands(backend);
  }
  for (const Backend& backend : workshop_.manifest->backends) {
    if (!manner_.kind.empty() && !backend.judges(manner_.kind)) {
      continue;
    }
    if (!build_and_judge(backend)) {
      return std::move(report_);
    }
    if (manner_.until_lost && has_lost()) {
      break;
    }
  }
  if (modelled_times_) {
    doubt_measured_times(answers_, *modelled_times_, exercise_);
  }
  merge_answers(answers_, exercise_, report_.result);
  return std::move(report_);
}

}  // namespace warpschool::grader
