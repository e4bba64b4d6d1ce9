// Tries what a confined worker can still reach of other processes.
#include "warpschool/harness/confine.hpp"

#include "protections.hpp"
#include "without_call.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <string>
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

#if WARPSCHOOL_HAS_SECCOMP
/// What confining says where the kernel refuses that call.
std::string trouble_without(const char* call) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string trouble = warpschool::tests::lose_call(call)
                                    ? trouble_of_confining({"/nonexistent", true})
                                    : std::string("the call is still there");
    ::_exit(::write(ends[1], trouble.data(), trouble.size()) < 0 ? 1 : 0);
  }
  ::close(ends[1]);
  std::array<char, 512> text{};
  const ssize_t got = ::read(ends[0], text.data(), text.size());
  ::close(ends[0]);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}
#endif

}  // namespace

TEST_CASE("a confined process opens no other's memory, whatever files it may have", "[harness]") {
  const pid_t other = ::fork();
  if (other == 0) {
    for (;;) {
      ::pause();
    }
  }
  CHECK(opens_memory_of(other, Confined::kNot));
  if (can_forbid_files()) {
    CHECK_FALSE(opens_memory_of(other, Confined::kWithDriver));
    CHECK_FALSE(opens_memory_of(other, Confined::kOnSimulator));
  }
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
}

TEST_CASE("confining works here, and in a process of its own", "[harness]") {
  CHECK(trouble_of_confining({"/nonexistent", false}).empty());
  CHECK(trouble_of_confining({"/nonexistent", true}).empty());
  CHECK(trouble_of_confining({"/nonexistent", true, true}).empty());
}

#if WARPSCHOOL_HAS_SECCOMP
TEST_CASE("a protection that the kernel offers and does not give is an error", "[harness]") {
  if (!missing_protections().empty()) {
    WARPSCHOOL_SKIP("this machine lacks " + missing_protections().front());
  }
  CHECK(trouble_without("landlock_restrict_self") ==
        "landlock_restrict_self: Operation not permitted");
  CHECK(trouble_without("landlock_add_rule") == "landlock_add_rule: Operation not permitted");
  CHECK_THAT(trouble_without("seccomp"), Catch::StartsWith("seccomp_load: "));
  CHECK(trouble_without("getppid").empty());
}
#endif
