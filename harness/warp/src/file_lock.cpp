// A lock by flock, which the kernel gives back whenever its holder ends.
#include "file_lock.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace warpschool::warp {

FileLock::FileLock(const std::filesystem::path& file, const std::string& notice) {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) {
    return;
  }
  if (!notice.empty()) {
    std::fputs((notice + "\n").c_str(), stderr);
  }
  while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

}  // namespace warpschool::warp
