// Runs one program until it ends, reaches a limit or Ctrl-C is pressed.
#include "process/process.hpp"

#include "process/child_start.hpp"
#include "process/keeper.hpp"
#include "process/process_tree.hpp"
#include "process/stop.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warpschool::grader {
namespace {

using Clock = std::chrono::steady_clock;

/// A descriptor that is closed when it goes.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  void reset(int fd = -1) {
    if (fd_ >= 0) {
      ::close(fd_);
    }
    fd_ = fd;
  }

 private:
  int fd_;
};

/// Keeps what fits and throws the rest away, so that a flood of output neither fills memory nor
/// blocks the writer. False at the end of the stream.
bool take_output(int fd, std::size_t limit, Outcome& outcome) {
  std::array<char, 65536> buffer{};
  const ssize_t got = ::read(fd, buffer.data(), buffer.size());
  if (got <= 0) {
    return got < 0 && (errno == EAGAIN || errno == EINTR);
  }
  const std::size_t room = limit - std::min(limit, outcome.output.size());
  const std::size_t kept = std::min(room, static_cast<std::size_t>(got));
  outcome.output.append(buffer.data(), kept);
  outcome.output_cut = outcome.output_cut || kept < static_cast<std::size_t>(got);
  return true;
}

/// What lies in the pipe at the end: at most a pipe full, whoever goes on writing.
void take_rest(int pipe, std::size_t limit, Outcome& outcome) {
  constexpr int kReadsInAPipe = 16;
  for (int i = 0; i < kReadsInAPipe; ++i) {
    pollfd rest{pipe, POLLIN, 0};
    if (::poll(&rest, 1, 0) <= 0 || !take_output(pipe, limit, outcome)) {
      return;
    }
  }
}

int milliseconds_left(Clock::time_point deadline) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left + 1, 0, 3'600'000));
}

bool has_ended(pid_t pid) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

/// What the job used, where it has a cgroup; else what is left of its processes tells.
void note_use(pid_t pid, const std::optional<JobCgroup>& group, Outcome& outcome) {
  const TreeUse use = use_of_tree(pid);
  outcome.cpu_ms = group ? group->cpu_ms() : use.cpu_ms;
  outcome.asleep = use.asleep;
}

/// Waits for the end of the child, the deadline or Ctrl-C; the pipe is emptied meanwhile. `child`
/// is the child's pidfd, or -1 where the kernel has none (then we look every few milliseconds).
void wait_for_end(pid_t pid, int child, int pipe, const Command& command,
                  const std::optional<JobCgroup>& group, Outcome& outcome) {
  constexpr int kLookAgainMs = 5;
  const int look_at_time_ms = group ? 200 : 2'000;  // all of /proc is read without a group
  const std::uint64_t cpu_limit = command.job.cpu_ms;
  auto next_look = Clock::now();
  const auto is_spent = [&] {
    if (cpu_limit == 0 || Clock::now() < next_look) {
      return false;
    }
    next_look = Clock::now() + std::chrono::milliseconds(look_at_time_ms);
    return (group ? group->cpu_ms() : use_of_tree(pid).cpu_ms) >= cpu_limit;
  };
  const auto deadline = Clock::now() + std::chrono::milliseconds(command.limits.wall_ms);
  bool open = true;
  while (true) {
    std::array<pollfd, 3> waiting{
        {{child, POLLIN, 0}, {stop_descriptor(), POLLIN, 0}, {open ? pipe : -1, POLLIN, 0}}};
    int timeout = command.limits.wall_ms == 0 ? -1 : milliseconds_left(deadline);
    if (cpu_limit != 0) {
      timeout = timeout < 0 ? look_at_time_ms : std::min(timeout, look_at_time_ms);
    }
    if (child < 0) {
      timeout = kLookAgainMs;
    }
    const int ready = ::poll(waiting.data(), waiting.size(), timeout);
    if (ready < 0 && errno != EINTR) {
      return;
    }
    if (ready > 0 && waiting[2].revents != 0) {
      open = take_output(pipe, command.output_bytes, outcome);
    }
    if (child < 0 ? has_ended(pid) : (ready > 0 && waiting[0].revents != 0)) {
      return;
    }
    if (stop_requested()) {
      outcome.ending = Ending::kStopped;
      return;
    }
    const bool is_late = command.limits.wall_ms != 0 && Clock::now() >= deadline;
    if (is_late || is_spent()) {
      outcome.ending = Ending::kTimedOut;
      note_use(pid, group, outcome);
      return;
    }
  }
}

void reap(pid_t pid, int keeper, Outcome& outcome) {
  ::kill(-pid, SIGKILL);
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  tell_keeper_of_end(keeper, pid);  // as long as the number is taken
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (outcome.ending == Ending::kTimedOut || outcome.ending == Ending::kStopped) {
    return;
  }
  outcome.ending = WIFEXITED(status) ? Ending::kExited : Ending::kSignalled;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
}

/// What the child is to become; its ends of pipes are still to be named.
ChildPlan plan_for(const Command& command) {
  ChildPlan plan;
  plan.argv = pointers_to(command.argv);
  plan.environment = pointers_to(command.environment);
  plan.program = find_program(command);
  plan.limits = resource_limits(command.limits);
  plan.result = command.result_descriptor;
  plan.parent = ::getpid();
  plan.keeper = keeper_of_this_process();
  return plan;
}

/// From a program that has started to the last byte that it wrote.
void see_to_end(pid_t pid, int keeper, int pipe, const Command& command,
                const std::optional<JobCgroup>& group, Outcome& outcome) {
  outcome.ending = Ending::kExited;
  const Descriptor child(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  wait_for_end(pid, child.get(), pipe, command, group, outcome);
  if (group) {
    group->end();  // before the group of processes: nobody of it escapes
    outcome.out_of_memory = group->killed_for_memory() > 0;
  }
  reap(pid, keeper, outcome);
  take_rest(pipe, command.output_bytes, outcome);
}

Outcome not_started(const std::string& what, int code) {
  Outcome outcome;
  outcome.error = fmt::format("{}: {}", what, std::strerror(code));
  return outcome;
}

struct Pipe {
  Descriptor read, write;

  /// False: errno says why.
  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      return false;
    }
    read.reset(ends[0]);
    write.reset(ends[1]);
    return true;
  }
};

}  // namespace

Outcome run(const Command& command) {
  Pipe output, failure;
  if (!output.open() || !failure.open()) {
    return not_started("pipe", errno);
  }
  ::fcntl(output.read.get(), F_SETFL, O_NONBLOCK);

  const std::string folder = command.folder.empty() ? "." : command.folder.string();
  ChildPlan plan = plan_for(command);
  plan.folder = folder.c_str();
  plan.output = command.show_output ? STDERR_FILENO : output.write.get();
  std::optional<MemoryFile> input;
  if (!command.input.empty()) {
    input.emplace("input").fill(command.input);
    plan.input = input->descriptor();
  }
  plan.failure = failure.write.get();
  const std::optional<JobCgroup> group = JobCgroup::make(command.cgroups, command.job);
  plan.cgroup = group ? group->entrance() : -1;

  const pid_t pid = ::fork();
  if (pid == 0) {
    become_program(plan);
  }
  if (pid < 0) {
    return not_started("fork", errno);
  }
  ::setpgid(pid, pid);  // here as well: whoever comes first
  output.write.reset();
  failure.write.reset();

  Outcome outcome;
  int code = 0;
  if (::read(failure.read.get(), &code, sizeof code) == static_cast<ssize_t>(sizeof code)) {
    reap(pid, plan.keeper, outcome);
    return not_started(plan.program, code);
  }
  see_to_end(pid, plan.keeper, output.read.get(), command, group, outcome);
  return outcome;
}

std::string describe(const Outcome& outcome) {
  switch (outcome.ending) {
    case Ending::kExited:
      return fmt::format("ended with status {}", outcome.status);
    case Ending::kSignalled:
      return fmt::format("was killed by signal {} ({})", outcome.status,
                         ::strsignal(outcome.status));
    case Ending::kTimedOut:
      return "was killed at its time limit";
    case Ending::kStopped:
      return "was interrupted";
    case Ending::kNotStarted:
      return "could not be started: " + outcome.error;
  }
  return {};
}

std::string shell_line(const std::vector<std::string>& argv) {
  std::string line;
  for (const std::string& word : argv) {
    line += line.empty() ? "" : " ";
    const bool plain = !word.empty() && word.find_first_not_of(
                                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_-+=./:,@%") == std::string::npos;
    if (plain) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) {
      line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    line += '\'';
  }
  return line;
}
}  // namespace warpschool::grader
