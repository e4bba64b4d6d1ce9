// The jobs of one `grade`: judges what the store does not know yet, each content once.
#pragma once

#include "commands/commands.hpp"
#include "commands/progress_line.hpp"
#include "pipeline/job.hpp"
#include "store/class_roster.hpp"
#include "store/kept_rules.hpp"
#include "store/store.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace warpschool::grader {

/// Everything that the jobs of a run need, once the command line has been understood.
struct ClassRun {
  const GradeOptions& options;
  const course::Course& course;
  const ClassFolder& folder;
  Store& store;
  Workshop& workshop;
  const KeptRules& kept;
  /// Called with each result that has come into the store. From the first one on the class is what
  /// this run makes of it; a run that judges nothing leaves it as it was.
  std::function<void()> has_result;
};

/// What a run did.
struct RunCounts {
  std::size_t judged = 0;           ///< jobs that ran
  std::size_t shared = 0;           ///< submissions that share the verdict of equal files
  std::size_t internal_errors = 0;  ///< of the jobs that ran
};

/// What has to be graded: chosen, handed in, and not in the store. What the machine had a part in
/// is tried again: internal errors, and times that it could not tell.
std::vector<ResultKey> missing_in_store(const ClassRun& run, const ClassRoster& roster);

/// A submission whose files were judged already, whoever handed them in.
struct KnownWork {
  ResultKey key;
  JudgedWork judged;
};

/// Takes those out of `jobs` whose files have a stored verdict that holds for everybody.
std::vector<KnownWork> take_known(const ClassRun& run, std::vector<ResultKey>& jobs);

/// Gives them that verdict.
void share(const ClassRun& run, const std::vector<KnownWork>& known);

/// Judges the rest on `threads` threads. The first exception (a full disk, say) ends the run and is
/// thrown again.
RunCounts judge_all(const ClassRun& run, const std::vector<ResultKey>& jobs, unsigned threads,
                    Show show);

}  // namespace warpschool::grader
