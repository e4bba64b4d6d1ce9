// Starts a program, waits for it and keeps what it says.
#include "child_program.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace warpschool::warp {
namespace {

constexpr int kLongMs = 1500;  ///< from here on people want to know what they wait for
constexpr int kNotStarted = 127;
constexpr int kSignalBase = 128;

/// In the child. Only calls that are allowed behind a fork.
[[noreturn]] void become(const Program& program, char* const* argv, int output) {
  if (output >= 0) {
    ::dup2(output, STDOUT_FILENO);
    ::dup2(program.drop_errors ? ::open("/dev/null", O_WRONLY) : output, STDERR_FILENO);
  }
  if (program.folder.empty() || ::chdir(program.folder.c_str()) == 0) {
    ::execvp(argv[0], argv);
  }
  ::_exit(kNotStarted);
}

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) {
    pointers.push_back(const_cast<char*>(word.c_str()));  // execvp changes nothing
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// Says `notice` where nothing else is to be seen.
void say(const std::string& notice) {
  if (!notice.empty() && ::isatty(STDERR_FILENO) != 0) {
    std::fputs((notice + "\n").c_str(), stderr);
  }
}

std::string read_all(int from, const std::string& notice) {
  std::string text;
  std::array<char, 1U << 16> buffer{};
  pollfd waiting{from, POLLIN, 0};
  if (::poll(&waiting, 1, kLongMs) == 0) {
    say(notice);
  }
  for (;;) {
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return text;
    }
  }
}

int status_of(int child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

void put_environment(const std::vector<std::string>& environment) {
  for (const std::string& entry : environment) {
    const std::size_t equals = entry.find('=');
    ::setenv(entry.substr(0, equals).c_str(), entry.substr(equals + 1).c_str(), 1);
  }
}

}  // namespace

Outcome run(const Program& program) {
  std::array<int, 2> pipe{-1, -1};
  if (program.capture && ::pipe2(pipe.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("there is no pipe left");
  }
  const std::vector<char*> argv = pointers_to(program.argv);
  std::fflush(stdout);
  const int child = ::fork();
  if (child < 0) {
    throw std::runtime_error("no process can be started");
  }
  if (child == 0) {
    put_environment(program.environment);  // we have one thread
    become(program, argv.data(), pipe[1]);
  }
  Outcome outcome;
  if (program.capture) {
    ::close(pipe[1]);
    outcome.output = read_all(pipe[0], program.notice);
    ::close(pipe[0]);
  }
  outcome.status = status_of(child);
  return outcome;
}

}  // namespace warpschool::warp
