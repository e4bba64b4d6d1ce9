// Who works in an output folder.
#pragma once

#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

namespace warpschool::grader {

/// One grader at a time in an output folder; the lock goes with the process.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder)
      : descriptor_(::open((folder / ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {}
  ~FolderLock() {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  bool is_held() const { return descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0; }

 private:
  int descriptor_;
};

}  // namespace warpschool::grader
