// What a run has to judge. Equal files (same exercise, same bytes, same rules and environment) are
// one piece of work, whoever handed them in: one is judged, the others share the verdict.
#pragma once

#include "store/store.hpp"

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace warpschool::grader {

/// Submissions with the same files. The first is the one to judge.
using EqualSubmissions = std::vector<ResultKey>;

/// Shared by the threads of a run.
class WorkQueue {
 public:
  /// Works come in the order of their first submissions.
  explicit WorkQueue(const std::vector<ResultKey>& submissions);

  /// The next one to judge; nothing: there is none at the moment.
  std::optional<EqualSubmissions> next();
  /// Of a work whose verdict does not hold for all: the first of these is to be judged for itself.
  void give_back(EqualSubmissions rest);

  /// How many were in it at first.
  std::size_t submissions() const { return submissions_; }
  std::size_t works() const { return works_; }

 private:
  std::mutex mutex_;
  std::deque<EqualSubmissions> waiting_;
  std::size_t submissions_;
  std::size_t works_;
};

}  // namespace warpschool::grader
