// Who works in an output folder.
#pragma once

#include <filesystem>
#include <string>

namespace warpschool::grader {

/// One grader at a time in an output folder; the lock goes with the process.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  bool is_held() const { return problem_.empty(); }
  /// Who else works there, or why the folder cannot be written, and what to do.
  const std::string& problem() const { return problem_; }

 private:
  int descriptor_;
  std::string problem_;
};

/// Makes the folder. Throws std::runtime_error that says why that cannot be, and what to do.
void make_out_folder(const std::filesystem::path& folder);

}  // namespace warpschool::grader
