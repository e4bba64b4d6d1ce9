// Runs one program until it ends, reaches a limit or Ctrl-C is pressed.
#include "process.hpp"

#include "keeper.hpp"
#include "process_tree.hpp"
#include "stop.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

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

/// All that the child needs, made before the fork: between fork and exec it may not allocate.
struct ChildPlan {
  std::vector<char*> argv;
  std::vector<char*> environment;
  std::string program;
  const char* folder = nullptr;
  std::vector<std::pair<int, rlim_t>> limits;
  int input = -1;
  int output = -1;
  int result = -1;
  int failure = -1;  ///< where errno goes if the program does not start
  int cgroup = -1;   ///< the entrance of its cgroup
  int keeper = -1;
  pid_t parent = 0;
};

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  result.reserve(words.size() + 1);
  for (const std::string& word : words) {
    result.push_back(const_cast<char*>(word.c_str()));  // execve's signature is older than const
  }
  result.push_back(nullptr);
  return result;
}

/// Like execvpe: a bare name is looked up in the PATH of the given environment.
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

/// Threads count as processes for RLIMIT_NPROC, so the limit is set above what runs already.
rlim_t tasks_of_this_user() {
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

/// Runs in the forked child: async-signal-safe calls only.
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

Outcome not_started(const std::string& what, int code) {
  Outcome outcome;
  outcome.error = fmt::format("{}: {}", what, std::strerror(code));
  return outcome;
}

}  // namespace

Outcome run(const Command& command) {
  std::array<int, 2> output{}, failure{};
  if (::pipe2(output.data(), O_CLOEXEC) != 0) {
    return not_started("pipe", errno);
  }
  Descriptor read_end(output[0]), write_end(output[1]);
  if (::pipe2(failure.data(), O_CLOEXEC) != 0) {
    return not_started("pipe", errno);
  }
  Descriptor failed(failure[0]), fail(failure[1]);
  ::fcntl(read_end.get(), F_SETFL, O_NONBLOCK);

  ChildPlan plan;
  plan.argv = pointers(command.argv);
  plan.environment = pointers(command.environment);
  plan.program = find_program(command);
  const std::string folder = command.folder.empty() ? "." : command.folder.string();
  plan.folder = folder.c_str();
  plan.limits = resource_limits(command.limits);
  plan.output = command.show_output ? STDERR_FILENO : write_end.get();
  plan.result = command.result_descriptor;
  std::optional<MemoryFile> input;
  if (!command.input.empty()) {
    input.emplace("input").fill(command.input);
    plan.input = input->descriptor();
  }
  plan.failure = fail.get();
  plan.parent = ::getpid();
  const std::optional<JobCgroup> group = JobCgroup::make(command.cgroups, command.job);
  plan.cgroup = group ? group->entrance() : -1;
  plan.keeper = keeper_of_this_process();

  const pid_t pid = ::fork();
  if (pid == 0) {
    become_program(plan);
  }
  if (pid < 0) {
    return not_started("fork", errno);
  }
  ::setpgid(pid, pid);  // here as well: whoever comes first
  write_end.reset();
  fail.reset();

  Outcome outcome;
  int code = 0;
  if (::read(failed.get(), &code, sizeof code) == static_cast<ssize_t>(sizeof code)) {
    reap(pid, plan.keeper, outcome);
    return not_started(plan.program, code);
  }
  outcome.ending = Ending::kExited;
  const Descriptor child(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  wait_for_end(pid, child.get(), read_end.get(), command, group, outcome);
  if (group) {
    group->end();  // before the group of processes: nobody of it escapes
    outcome.out_of_memory = group->killed_for_memory() > 0;
  }
  reap(pid, plan.keeper, outcome);
  // What lies in the pipe still belongs to it: at most a pipe full, whoever goes on writing.
  constexpr int kReadsInAPipe = 16;
  for (int i = 0; i < kReadsInAPipe; ++i) {
    pollfd rest{read_end.get(), POLLIN, 0};
    if (::poll(&rest, 1, 0) <= 0 || !take_output(read_end.get(), command.output_bytes, outcome)) {
      break;
    }
  }
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

MemoryFile::MemoryFile(const char* name) : descriptor_(::memfd_create(name, MFD_CLOEXEC)) {
  if (descriptor_ < 0) {
    throw std::system_error(errno, std::generic_category(), "memfd_create");
  }
}

MemoryFile::~MemoryFile() {
  ::close(descriptor_);
}

void MemoryFile::fill(const std::string& bytes) const {
  if (::pwrite(descriptor_, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::system_error(errno, std::generic_category(), "writing to memory");
  }
}

std::string MemoryFile::read(std::size_t limit) const {
  std::string bytes;
  std::array<char, 65536> buffer{};
  while (bytes.size() < limit) {
    const ssize_t got =
        ::pread(descriptor_, buffer.data(), std::min(buffer.size(), limit - bytes.size()),
                static_cast<off_t>(bytes.size()));
    if (got <= 0) {
      break;
    }
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return bytes;
}

}  // namespace warpschool::grader
