// Confines a process: no new privileges, then files, then system calls.
#include "warpschool/harness/confine.hpp"

#include "protections.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warpschool::harness {
namespace {

/// Never returns: what a child has to say goes through `pipe`.
[[noreturn]] void confine_and_tell(const Confinement& confinement, int pipe) {
  std::string trouble;
  try {
    confine(confinement);
  } catch (const std::exception& error) {
    trouble = error.what();
  }
  const bool is_told =
      ::write(pipe, trouble.data(), trouble.size()) == static_cast<ssize_t>(trouble.size());
  ::_exit(is_told ? 0 : 1);
}

std::string read_all(int pipe) {
  std::string text;
  std::array<char, 512> chunk{};
  for (;;) {
    const ssize_t got = ::read(pipe, chunk.data(), chunk.size());
    if (got > 0) {
      text.append(chunk.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return text;
    }
  }
}

}  // namespace

void fail_to_confine(const char* what, int error) {
  throw NotConfined(std::string(what) + ": " + std::strerror(error));
}

void confine(const Confinement& confinement) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    fail_to_confine("prctl(PR_SET_NO_NEW_PRIVS)", errno);
  }
  if (can_forbid_files()) {
    forbid_files(confinement);
  }
  if (can_forbid_calls()) {
    forbid_calls(confinement);
  }
}

std::string trouble_of_confining(const Confinement& confinement) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) {
    return std::string("pipe: ") + std::strerror(errno);
  }
  const pid_t child = ::fork();
  if (child == 0) {
    confine_and_tell(confinement, ends[1]);
  }
  ::close(ends[1]);
  std::string trouble =
      child < 0 ? std::string("fork: ") + std::strerror(errno) : read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  if (child > 0 && ::waitpid(child, &status, 0) == child && status != 0 && trouble.empty()) {
    trouble = "the process that tried it died";
  }
  return trouble;
}

std::vector<std::string> missing_protections() {
  std::vector<std::string> missing;
  if (!can_forbid_calls()) {
    missing.emplace_back(WARPSCHOOL_HAS_SECCOMP != 0
                             ? "system calls, because this kernel has no seccomp filters"
                             : "system calls, because it was built without libseccomp (package "
                               "libseccomp-dev)");
  }
  if (!can_forbid_files()) {
    missing.emplace_back("files, because this kernel has no Landlock, or it is not turned on");
  }
  return missing;
}

}  // namespace warpschool::harness
