// The reference in the place of a submission: what answers and times are compared with must be
// right itself.
#include "lint/lint.hpp"
#include "support/lines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// Whether this says it: figures, and not only as the head of what follows.
bool is_telling(std::string_view line) {
  return line.find_first_of("0123456789") != std::string_view::npos && !line.ends_with(':');
}

Diagnostic needless_excuse(const ExerciseFolders& folders, const course::Excuse& excuse,
                           bool is_check) {
  const fs::path file = folders.solution / "excused.yaml";
  return {file.lexically_relative(folders.root).generic_string(), excuse.place.line,
          excuse.place.column,
          is_check ? fmt::format("the reference passes \"{}\": nothing needs this excuse",
                                 excuse.reference)
                   : fmt::format("no check of correctness is called \"{}\"", excuse.reference),
          "take it out, or mend the name"};
}

}  // namespace

std::string in_a_line(const std::string& message) {
  constexpr int kMostLines = 3;
  std::string joined;
  int lines = 0;
  for (std::string_view line : lines_in(message)) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
      continue;
    }
    const bool is_sentence = joined.ends_with(':') || joined.ends_with('.');
    joined.append(joined.empty() ? "" : is_sentence ? " " : " / ").append(line.substr(first));
    if (++lines == kMostLines || (lines > 1 && is_telling(line))) {
      break;
    }
  }
  return joined;
}

std::optional<Trial> reference_trial(const ExerciseFolders& folders,
                                     const course::Exercise& exercise) {
  const bool is_judged = folders.has_solutions && exercise.points.correctness > 0;
  for (const char* name : {"reference.cu", "reference.cpp"}) {
    std::error_code failure;
    if (is_judged && fs::is_regular_file(folders.exercise / name, failure)) {
      Trial trial;
      trial.exercise = &exercise;
      trial.role = Trial::Role::kReference;
      trial.name = (folders.exercise / name).lexically_relative(folders.root).generic_string();
      trial.manner.is_reference = true;
      trial.manner.kind = to_string(course::Kind::kCorrectness);
      return trial;
    }
  }
  return std::nullopt;
}

Diagnostics judge_reference(const ExerciseFolders& folders,
                            const std::vector<course::Excuse>& excuses, const Trial& trial,
                            const ExerciseResult& result) {
  if (result.checks.empty()) {
    return {{trial.name, 0, 0, fmt::format("the reference is {}", to_string(result.status)),
             result.notes.empty() ? "" : result.notes.back()}};
  }
  Diagnostics findings;
  std::vector<course::Excuse> open;
  std::copy_if(excuses.begin(), excuses.end(), std::back_inserter(open),
               [](const course::Excuse& excuse) { return !excuse.reference.empty(); });
  for (const CheckResult& check : result.checks) {
    if (check.kind != trial.manner.kind) {
      continue;
    }
    const auto excuse = std::find_if(open.begin(), open.end(), [&](const course::Excuse& one) {
      return one.reference == check.name;
    });
    const bool passes = check.verdict == Verdict::kPassed || check.verdict == Verdict::kSkipped;
    if (excuse != open.end()) {
      if (passes && excuse->place.line > 0) {
        findings.push_back(needless_excuse(folders, *excuse, true));
      }
      open.erase(excuse);
    } else if (!passes) {
      findings.push_back(
          {trial.name, 0, 0,
           fmt::format("the reference is {}: \"{}\": {}", to_string(check.verdict), check.name,
                       in_a_line(check.message)),
           fmt::format("mend it or the check; where the check asks for what a plain reference need "
                       "not have, excused.yaml says why: - {{reference: \"{}\", why: ...}}",
                       check.name)});
    }
  }
  for (const course::Excuse& excuse : open) {
    if (excuse.place.line > 0) {  // others are for all exercises: none has to need them
      findings.push_back(needless_excuse(folders, excuse, false));
    }
  }
  return findings;
}

}  // namespace warpschool::grader
