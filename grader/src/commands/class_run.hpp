// The jobs of one `grade`: judges what the store does not know yet, each content once.
#pragma once

#include "commands/commands.hpp"
#include "commands/progress_line.hpp"
#include "pipeline/class_roster.hpp"
#include "pipeline/job.hpp"
#include "store/store.hpp"

#include <cstddef>
#include <vector>

namespace warpschool::grader {

/// Everything that the jobs of a run need, once the command line has been understood.
struct ClassRun {
  const GradeOptions& options;
  const course::Course& course;
  const ClassFolder& folder;
  Store& store;
  Workshop& workshop;
};

/// What a run did.
struct RunCounts {
  std::size_t judged = 0;           ///< jobs that ran
  std::size_t shared = 0;           ///< submissions that share the verdict of equal files
  std::size_t internal_errors = 0;  ///< of the jobs that ran
};

/// What has to be graded: chosen, handed in, and not in the store (internal errors are tried
/// again).
std::vector<ResultKey> missing_in_store(const ClassRun& run, const ClassRoster& roster);

/// Gives those of `jobs` the stored verdict of the same files that have one, whoever handed them
/// in; they are removed from `jobs`. Returns how many.
std::size_t share_known(const ClassRun& run, std::vector<ResultKey>& jobs);

/// Judges the rest on `threads` threads. The first exception (a full disk, say) ends the run and is
/// thrown again.
RunCounts judge_all(const ClassRun& run, const std::vector<ResultKey>& jobs, unsigned threads,
                    Show show);

}  // namespace warpschool::grader
