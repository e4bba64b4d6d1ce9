// Grades trials in parallel.
#pragma once

#include "lint/lint.hpp"

#include <filesystem>
#include <vector>

namespace warpschool::grader {

/// Where jobs work; gone with the object.
class ScratchSpace {
 public:
  ScratchSpace();
  ~ScratchSpace();
  ScratchSpace(const ScratchSpace&) = delete;
  ScratchSpace& operator=(const ScratchSpace&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// One report a trial, in their order; what Ctrl-C left undone is empty. Shows its progress on
/// stderr.
std::vector<JobReport> run_trials(const std::vector<Trial>& trials, const Workshop& workshop);

}  // namespace warpschool::grader
