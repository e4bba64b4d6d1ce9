// Keeps programs that change the same files apart.
#pragma once

#include <filesystem>
#include <string>

namespace warpschool::warp {

/// Held by one process at a time, until it ends in whatever way. Not recursive.
class FileLock {
 public:
  /// Waits for the lock; makes `file` and its folder. Where it cannot be made nothing is held: what
  /// is written there then says what is wrong.
  /// @param notice said on stderr if another process has to be waited for; empty: nothing
  explicit FileLock(const std::filesystem::path& file, const std::string& notice = {});
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace warpschool::warp
