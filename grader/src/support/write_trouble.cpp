// Names what is wrong with a disk, and the remedy.
#include "support/write_trouble.hpp"

#include <cerrno>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace warpschool::grader {

std::string why_not_written(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "there is no room left on the disk, or in your quota. Nothing that was graded is "
             "lost: make room, and give the same command again";
    case EROFS:
      return "the disk is read-only. Mount it writable, or copy the folder to a disk that is, and "
             "give the same command there";
    case EACCES:
    case EPERM:
      return fmt::format(
          "user {} may not write there. Change the folder's rights, or take another one",
          ::geteuid());
    default:
      return error == 0 ? "the system does not say why" : std::generic_category().message(error);
  }
}

}  // namespace warpschool::grader
