// Locks an output folder against a second grader.
#include "commands/folder_lock.hpp"

#include "support/locks.hpp"
#include "support/write_trouble.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdexcept>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace warpschool::grader {

FolderLock::FolderLock(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / ".lock";
  descriptor_ = ::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  if (descriptor_ < 0) {
    problem_ = fmt::format("cannot write into {}: {}", folder.string(), why_not_written(errno));
  } else if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const std::string who = lock_holder({file});
    problem_ = fmt::format("another grader works in {}: {}; wait until it is done, or stop it",
                           folder.string(), who.empty() ? "the system does not tell which" : who);
  }
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

void make_out_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    throw std::runtime_error(fmt::format("cannot make the folder {}: {}", folder.string(),
                                         why_not_written(failure.value())));
  }
}

}  // namespace warpschool::grader
