// One attempt at one job, step by step. Members are what the steps hand on to each other; each step
// has a file of its own.
#pragma once

#include "pipeline/job.hpp"
#include "pipeline/job_folder.hpp"
#include "pipeline/judge_answer.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

inline constexpr const char* kModule = "student.so";

class JobAttempt {
 public:
  JobAttempt(const Workshop& workshop, const course::Exercise& exercise,
             const Submission& submission, const JobManner& manner)
      : workshop_(workshop),
        exercise_(exercise),
        submission_(submission),
        manner_(manner),
        folder_(workshop.scratch) {}

  JobReport run();
  /// What is wrong with the exercise's reference in the submission's place, or with the machine
  /// that judges it; empty: nothing. A right reference may be slow, ask for too much, and be wrong
  /// where a check asks for more than what it is compared with.
  /// @param of the checks that could not be judged with the submission: there it must be right.
  std::string reference_trouble(const std::vector<std::string>& of);
  /// The verdict on the exercise's reference itself: JobManner::is_reference.
  JobReport run_reference();

 private:
  // job_attempt.cpp: the order of the steps
  bool has_text();
  bool has_all_files();
  bool is_free_of_forbidden_words();
  /// Fills in what was handed in. False: the report says why nothing can be built of it.
  bool can_be_built();
  bool has_tools();
  /// False: the report is complete.
  bool build_and_judge(const Backend& backend);
  void log_commands(const Backend& backend);
  bool has_lost() const;
  void end_with(Verdict status, const std::string& note);
  void log(const std::string& text) { report_.log += text + "\n"; }

  // job_box.cpp
  Command boxed(std::vector<std::string> words, const Backend& backend, bool building) const;

  // job_compile.cpp
  std::vector<std::string> compile_words(const Backend& backend,
                                         const std::vector<std::string>& include) const;
  bool compile(const Backend& backend);
  bool fail_to_compile(const Outcome& outcome);
  std::string module_hash() const;

  // job_judge.cpp
  /// @param course course.yaml, or a part of it that has the exercise.
  std::vector<std::string> judge_words(const Backend& backend, const std::string& kind,
                                       const std::string& module,
                                       const std::filesystem::path& course) const;
  std::string seed() const;
  Outcome run_judge(const Backend& backend, const std::string& kind, const Command& command) const;
  bool judge(const Backend& backend);
  bool times_count_elsewhere(const Backend& backend) const;
  bool judge_kind(const Backend& backend, const std::string& kind, const std::string& module);
  Command judging(std::vector<std::string> words, const Backend& backend,
                  const MemoryFile& answer) const;
  std::string reference_times(const Backend& backend, const std::string& module) const;
  std::string measure_reference(const Backend& backend, const std::string& reference) const;
  bool take_answer(const Backend& backend, const Outcome& outcome, const std::string& text);

  const Workshop& workshop_;
  const course::Exercise& exercise_;
  const Submission& submission_;
  const JobManner& manner_;
  JobFolder folder_;
  JobReport report_;
  std::vector<Answer> answers_;
  std::optional<Answer> modelled_times_;  ///< where a GPU's times count
};

}  // namespace warpschool::grader
