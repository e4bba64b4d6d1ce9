// The folder a job works in: the student's files and the exercise's public headers, nothing else.
#pragma once

#include "intake/submissions.hpp"
#include "pipeline/manifest.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::grader {

/// Made under `scratch` with a name of its own; removed with everything in it when it goes.
class JobFolder {
 public:
  explicit JobFolder(const std::filesystem::path& scratch);
  ~JobFolder();
  JobFolder(const JobFolder&) = delete;
  JobFolder& operator=(const JobFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Writes the student's files.
  void place_sources(const Submission& submission) const;
  /// Copies the headers (*.h, *.hpp, *.cuh) of these folders to include/: harness and reference
  /// stay outside.
  void place_headers(const std::vector<std::filesystem::path>& folders) const;
  /// Takes this folder's path out of a tool's output: students see their own file names, and equal
  /// work gives equal bytes.
  std::string without_paths(std::string text) const;

 private:
  std::filesystem::path path_;
};

}  // namespace warpschool::grader
