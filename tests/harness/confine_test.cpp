// Tries what a confined worker can still reach of other processes.
#include "confine.hpp"

#include <csignal>
#include <fcntl.h>
#include <string>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <warpschool/harness/catch.hpp>

using namespace warpschool::harness;

namespace {

enum class Confined { kNot, kWithDriver, kOnSimulator };

/// Whether a process of the same user opens the memory of `other`.
bool opens_memory_of(pid_t other, Confined how) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (how != Confined::kNot) {
      confine({"/nonexistent", how == Confined::kOnSimulator});
    }
    const std::string path = "/proc/" + std::to_string(other) + "/mem";
    ::_exit(::open(path.c_str(), O_RDWR | O_CLOEXEC) >= 0 ? 1 : 0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status) == 1;
}

bool has_landlock() {
  constexpr unsigned kVersion = 1;
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersion) > 0;
}

}  // namespace

TEST_CASE("a confined process opens no other's memory, whatever files it may have", "[harness]") {
  const pid_t other = ::fork();
  if (other == 0) {
    for (;;) {
      ::pause();
    }
  }
  CHECK(opens_memory_of(other, Confined::kNot));
  if (has_landlock()) {
    CHECK_FALSE(opens_memory_of(other, Confined::kWithDriver));
    CHECK_FALSE(opens_memory_of(other, Confined::kOnSimulator));
  }
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
}
