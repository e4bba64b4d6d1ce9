// One job: one student's files for one exercise, from bytes to a verdict.
//
//   snapshot -> compile in the box, per backend -> judge in the box, per backend and kind -> merge
//
// The judge's answer comes back through a file in memory that has no name, so that nothing in the
// box can reach it (the judge closes it in the processes that run student code). Whatever is not a
// complete answer is an internal error.
#pragma once

#include "intake/submissions.hpp"
#include "pipeline/manifest.hpp"
#include "result/class_result.hpp"
#include "sandbox/sandbox.hpp"
#include "warpschool/course/course.hpp"

#include <filesystem>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

namespace warpschool::grader {

/// What the reference of an exercise took on the simulator: the same for all jobs of a run.
struct ReferenceTimes {
  std::mutex guard;
  bool is_measured = false;
  std::string result;  ///< a judge's, JSON in a line; empty: each judge measures them by itself
};

/// What all jobs of a run share.
struct Workshop {
  const Manifest* manifest = nullptr;
  const Sandbox* sandbox = nullptr;
  std::filesystem::path scratch;  ///< job folders are made and removed here
  std::string salt;               ///< seeds follow from it and the exercise
  bool seed_by_files = false;     ///< and from the submitted files: nobody learns from another's
  unsigned jobs = 1;              ///< at a time: each simulator gets its share of the cores
  /// course.yaml with this exercise and no other, made when it is first asked for: each judge would
  /// spend more time on the rest of the course than on many a check. The whole file where an
  /// exercise cannot be cut out of it.
  std::filesystem::path course_of(const std::string& exercise) const;

  mutable std::mutex courses_guard;
  mutable std::map<std::string, std::filesystem::path> courses;  ///< that were made

  /// To be filled in by the first job of the exercise; the others wait for it.
  ReferenceTimes& reference_times(const std::string& exercise) const;
  mutable std::mutex references_guard;
  mutable std::map<std::string, ReferenceTimes> references;
  /// Timed runs hold it alone, other runs on a GPU together. The simulator's time is modelled and
  /// needs no lock.
  mutable std::shared_mutex gpu;
};

/// How a submission is judged by those who need less than a grade (lint).
struct JobManner {
  /// One kind after the other, timing last; nothing after the first check that does not pass.
  bool until_lost = false;
  std::string kind = {};           ///< only this one; empty: all
  std::string salt = {};           ///< where inputs shall be others than the workshop's salt gives
  bool timed_on_gpu = true;        ///< false: no timing check can decide; each holds the GPU alone
  std::uint64_t run_limit_ms = 0;  ///< of a question, where less than the exercise's; 0: that
  /// The exercise's reference, as it was built, in the submission's place. What is asked of
  /// students' files is not asked of it.
  bool is_reference = false;
  std::string
      known_module;  ///< JobReport::module of a job whose verdict is known: not judged again
};

struct JobReport {
  ExerciseResult result;
  std::string module;         ///< hash of what the first compiler made; equal code, equal hash
  bool known_module = false;  ///< it is JobManner::known_module: the result says nothing
  std::vector<std::string> devices;
  std::uint64_t wall_ms = 0;  ///< that compiling and judging took
  std::string log;            ///< for out/logs: what was run and what it said
  bool stopped = false;       ///< Ctrl-C: the result means nothing
  bool began = false;         ///< a tool has had the student's text: trouble may be its doing
  /// Checks that failed by the judge's own fault, where its answer did not count.
  std::vector<std::string> not_judged = {};
};

/// Grades one submission. Machine trouble is tried once more. Where it comes again, the compiler's
/// probe and the reference, judged in the submission's place, say whose it is: the machine's
/// (internal_error), or of this submission alone (suspicious, for a person to look at).
JobReport grade_submission(const Workshop& workshop, const course::Exercise& exercise,
                           const Submission& submission, const JobManner& manner = {});

/// Compiles an empty file with every backend, boxed. Empty where that works, else what went wrong.
std::string check_compilers(const Workshop& workshop);

/// The seed of an exercise's inputs. `files` is the hash of what was submitted, or empty: equal
/// work gets equal inputs, and so equal verdicts.
std::uint64_t seed_of(const std::string& salt, const std::string& exercise,
                      const std::string& files = {});

/// The status "missing", without any job.
ExerciseResult missing_result(const course::Exercise& exercise, const Submission& submission);

}  // namespace warpschool::grader
