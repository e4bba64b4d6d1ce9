// Turns a forked child into the program that it is for.
#include "process/child_start.hpp"

#include "process/keeper.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <optional>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace warpschool::grader {
namespace {

/// Threads count as processes for RLIMIT_NPROC, so the limit is set above what runs already.
rlim_t count_tasks_of_this_user() {
  rlim_t tasks = 0;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", failure)) {
    const std::string name = entry.path().filename().string();
    struct stat status {};
    if (name.find_first_not_of("0123456789") != std::string::npos ||
        ::stat(entry.path().c_str(), &status) != 0 || status.st_uid != ::getuid()) {
      continue;
    }
    std::error_code gone;
    for (std::filesystem::directory_iterator task(entry.path() / "task", gone), end;
         !gone && task != end; task.increment(gone)) {
      ++tasks;
    }
  }
  return tasks;
}

/// Counted anew every two seconds: looking through all of /proc for every program that is started
/// takes longer than starting it where many processes run, and what is added to the number leaves
/// room for what begins meanwhile.
rlim_t tasks_of_this_user() {
  using Clock = std::chrono::steady_clock;
  static std::mutex lock;
  static std::optional<Clock::time_point> counted_at;
  static rlim_t tasks = 0;
  const std::lock_guard<std::mutex> hold(lock);
  const Clock::time_point now = Clock::now();
  if (!counted_at || now - *counted_at > std::chrono::seconds(2)) {
    tasks = count_tasks_of_this_user();
    counted_at = now;
  }
  return tasks;
}

void set_limit(int resource, rlim_t value) {
  struct rlimit now {};
  ::getrlimit(static_cast<__rlimit_resource>(resource), &now);
  const rlim_t hard = std::min(now.rlim_max, value);
  const struct rlimit wanted { hard, hard };
  ::setrlimit(static_cast<__rlimit_resource>(resource), &wanted);
}

[[noreturn]] void fail_child(int failure) {
  const int code = errno;
  const ssize_t ignored = ::write(failure, &code, sizeof code);
  static_cast<void>(ignored);
  ::_exit(127);
}
}  // namespace

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (const std::string& word : words) {
    result.push_back(const_cast<char*>(word.c_str()));  // execve's signature is older than const
  }
  result.push_back(nullptr);
  return result;
}
std::string find_program(const Command& command) {
  const std::string& name = command.argv.front();
  if (name.find('/') != std::string::npos) {
    return name;
  }
  std::string path = "/usr/bin:/bin";
  for (const std::string& entry : command.environment) {
    if (entry.rfind("PATH=", 0) == 0) {
      path = entry.substr(5);
    }
  }
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    std::string candidate = path.substr(at, end - at) + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
    at = end + 1;
  }
  return name;
}
std::vector<std::pair<int, rlim_t>> resource_limits(const ProcessLimits& limits) {
  std::vector<std::pair<int, rlim_t>> result{{RLIMIT_CORE, 0}};
  const auto add = [&](int resource, std::uint64_t value) {
    if (value != 0) {
      result.emplace_back(resource, value);
    }
  };
  add(RLIMIT_CPU, limits.cpu_seconds);
  add(RLIMIT_FSIZE, limits.file_bytes);
  add(RLIMIT_DATA, limits.data_bytes);
  add(RLIMIT_NOFILE, limits.open_files);
  if (limits.extra_processes != 0) {
    add(RLIMIT_NPROC, tasks_of_this_user() + limits.extra_processes);
  }
  return result;
}
[[noreturn]] void become_program(const ChildPlan& plan) {
  ::setpgid(0, 0);
  tell_keeper_of_start(plan.keeper, ::getpid());
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a killed grader leaves nothing running
  if (::getppid() != plan.parent) {
    ::_exit(127);
  }
  if (plan.cgroup >= 0 && ::write(plan.cgroup, "0", 1) != 1) {
    fail_child(plan.failure);
  }
  // Out of the way of 0 to 3 first: any of the parent's descriptors may sit there.
  const int failure = ::fcntl(plan.failure, F_DUPFD_CLOEXEC, 10);
  const int output = ::fcntl(plan.output, F_DUPFD, 10);
  const int result = plan.result < 0 ? -1 : ::fcntl(plan.result, F_DUPFD, 10);
  const int null =
      plan.input < 0 ? ::open("/dev/null", O_RDONLY) : ::fcntl(plan.input, F_DUPFD, 10);
  if (failure < 0 || output < 0 || null < 0 || ::dup2(null, 0) < 0 || ::dup2(output, 1) < 0 ||
      ::dup2(output, 2) < 0 || (plan.result >= 0 && ::dup2(result, 3) < 0)) {
    fail_child(plan.failure);
  }
  const unsigned first_unused = plan.result < 0 ? 3 : 4;
  ::syscall(SYS_close_range, first_unused, static_cast<unsigned>(failure) - 1, 0);
  ::syscall(SYS_close_range, static_cast<unsigned>(failure) + 1, ~0U, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  if (::chdir(plan.folder) != 0) {
    fail_child(failure);
  }
  for (const auto& [resource, value] : plan.limits) {
    set_limit(resource, value);
  }
  ::execve(plan.program.c_str(), plan.argv.data(), plan.environment.data());
  fail_child(failure);
}
}  // namespace warpschool::grader
