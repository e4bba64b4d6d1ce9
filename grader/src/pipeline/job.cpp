// Runs one job: builds one student's exercise and judges it, again where the machine failed.
#include "pipeline/job.hpp"

#include "course_files/course_subset.hpp"
#include "pipeline/job_attempt.hpp"
#include "support/files.hpp"
#include "support/sha256.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

JobReport attempt(const Workshop& workshop, const course::Exercise& exercise,
                  const Submission& submission, const JobManner& manner) {
  try {
    JobAttempt job(workshop, exercise, submission, manner);
    return manner.is_reference ? job.run_reference() : job.run();
  } catch (const std::exception& problem) {
    JobReport report;
    report.result.exercise = exercise.id;
    report.result.status = Verdict::kInternalError;
    report.result.notes.push_back(fmt::format("The grader failed: {}.", problem.what()));
    return report;
  }
}

/// What fails without the submission, too: the compiler's probe, or the reference in its place.
/// Empty: nothing.
std::string trouble_without(const Workshop& workshop, const course::Exercise& exercise,
                            const Submission& submission, const JobManner& manner,
                            const JobReport& report) {
  std::vector<std::string> not_judged = report.not_judged;
  for (const CheckResult& check : report.result.checks) {
    if (check.verdict == Verdict::kInternalError) {
      not_judged.push_back(check.name);
    }
  }
  try {
    if (std::string problem = check_compilers(workshop); !problem.empty()) {
      return problem;
    }
    const std::string trouble =
        JobAttempt(workshop, exercise, submission, manner).reference_trouble(not_judged);
    return trouble.empty()
               ? trouble
               : fmt::format("The reference solution fails in its place, too: {}", trouble);
  } catch (const std::exception& problem) {
    return fmt::format("The grader failed: {}.", problem.what());
  }
}

/// Twice the machine failed with this submission, and with the reference it did not.
void suspect(ExerciseResult& result, const course::Exercise& exercise) {
  result.status = Verdict::kSuspicious;
  result.points = {0, exercise.points.total()};
  for (CheckResult& check : result.checks) {
    if (check.verdict == Verdict::kInternalError) {
      check.verdict = Verdict::kSuspicious;
      check.points.won = 0;
    }
  }
  result.notes.emplace_back(
      "Grading this file failed twice, while the reference solution was graded in its place "
      "without trouble. A person has to look before this counts.");
}

}  // namespace

std::filesystem::path Workshop::course_of(const std::string& exercise) const {
  const std::lock_guard lock(courses_guard);
  const auto known = courses.find(exercise);
  if (known != courses.end()) {
    return known->second;
  }
  const std::filesystem::path& whole = manifest->course;
  const auto part = grader::course_of(read_file(whole), {exercise}, whole.string());
  std::filesystem::path file = whole;
  if (part) {
    file = std::filesystem::absolute(scratch) / "courses" / (exercise + ".yaml");
    std::filesystem::create_directories(file.parent_path());
    write_file(file, *part);
  }
  courses[exercise] = file;
  return file;
}

ReferenceTimes& Workshop::reference_times(const std::string& exercise) const {
  const std::lock_guard lock(references_guard);
  return references[exercise];
}

std::uint64_t seed_of(const std::string& salt, const std::string& exercise,
                      const std::string& files) {
  Sha256 hash;
  hash.update_field(salt);
  hash.update_field(exercise);
  if (!files.empty()) {
    hash.update_field(files);
  }
  constexpr std::size_t kDigits = 8;  // 32 bits: short enough to be typed again
  return std::stoull(hash.finish().substr(0, kDigits), nullptr, 16);
}

ExerciseResult missing_result(const course::Exercise& exercise, const Submission& submission) {
  ExerciseResult result;
  result.exercise = exercise.id;
  result.status = Verdict::kMissing;
  result.points = {0, exercise.points.total()};
  if (!submission.files.empty()) {
    result.file = submission.files.front().name;
    result.notes.push_back(fmt::format("{} is empty.", result.file));
  }
  return result;
}

JobReport grade_submission(const Workshop& workshop, const course::Exercise& exercise,
                           const Submission& submission, const JobManner& manner) {
  if (submission.is_missing() && !manner.is_reference) {
    JobReport report;
    report.result = missing_result(exercise, submission);
    return report;
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  JobReport report = attempt(workshop, exercise, submission, manner);
  if (report.result.status == Verdict::kInternalError && !report.stopped) {
    const std::string first_log = report.log;
    report = attempt(workshop, exercise, submission, manner);
    report.log = first_log + "\n== That was the machine's fault: once more\n" + report.log;
  }
  if (report.result.status == Verdict::kInternalError && report.began && !report.stopped) {
    const std::string trouble = trouble_without(workshop, exercise, submission, manner, report);
    if (trouble.empty()) {
      report.log += "\n== The reference was judged in its place without trouble\n";
      suspect(report.result, exercise);
    } else {
      report.log += fmt::format("\n== {}\n", trouble);
      report.result.notes.push_back(trouble);
    }
  }
  const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
  report.wall_ms = static_cast<std::uint64_t>(passed.count());
  return report;
}

}  // namespace warpschool::grader
