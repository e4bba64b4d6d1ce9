// Runs a child process and captures its standard error.
#include "simcc/process/child_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warpschool::simcc {
namespace {

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return text;
    }
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Start {
  int kept = -1;           ///< a descriptor that the child gets under the same number
  bool own_group = false;  ///< a process group of its own
  std::string temporary;   ///< folder for temporary files; empty: the usual one
};

/// For compilers, whose heaps grow to tens of megabytes at once: few large pages, and few calls for
/// them (GNU C Library manual, "Memory Allocation Tunables").
constexpr const char* kHeap = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=16777216";

bool is_clang(const std::string& program) {
  return program.find("clang", program.rfind('/') + 1) != std::string::npos;
}

std::vector<std::string> environment_with(const std::string& program,
                                          const std::string& temporary) {
  std::vector<std::string> entries;
  if (is_clang(program) && std::getenv("GLIBC_TUNABLES") == nullptr) {
    entries.emplace_back(kHeap);
  }
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (temporary.empty() || std::strncmp(*entry, "TMPDIR=", 7) != 0) {
      entries.emplace_back(*entry);
    }
  }
  if (!temporary.empty()) {
    entries.push_back("TMPDIR=" + temporary);
  }
  return entries;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// Says what went wrong; empty: nothing.
std::string start(const std::vector<std::string>& words, const Start& how, pid_t& child,
                  int& errors) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return std::string("simcc: no pipe: ") + std::strerror(errno) + "\n";
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  if (how.kept >= 0) {
    posix_spawn_file_actions_adddup2(&actions, how.kept, how.kept);  // no longer closed by exec
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  if (how.own_group) {
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  }
  std::vector<std::string> copies = words, entries = environment_with(words.front(), how.temporary);
  const std::vector<char*> arguments = pointers_to(copies), environment = pointers_to(entries);
  const int error = ::posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(),
                                   environment.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    child = -1;
    return "simcc: cannot run " + words.front() + ": " + std::strerror(error) + "\n";
  }
  errors = ends[0];
  return {};
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::strchr("-_./=+:,@%", c) != nullptr;
}

/// Ends the driver and what it has started, and waits for all of it: it may still make a file where
/// others are being removed.
void stop_group(pid_t leader) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // whose father ends becomes a child of this process
  ::kill(-leader, SIGTERM);            // clang removes what it has written so far
  while (::waitpid(-leader, nullptr, 0) > 0 || errno == EINTR) {
  }
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words, int kept,
                           const std::string& temporary) {
  Start how;
  how.kept = kept;
  how.own_group = true;
  how.temporary = temporary;
  trouble_ = start(words, how, child_, errors_);
}

ChildProcess::~ChildProcess() {
  if (child_ > 0) {
    stop_group(child_);
    ::close(errors_);
  }
}

ProcessOutcome ChildProcess::finish() {
  if (child_ <= 0) {
    return {127, trouble_};
  }
  ProcessOutcome outcome;
  outcome.errors = read_all(errors_);
  outcome.status = wait_for(child_);
  ::close(errors_);
  child_ = -1;
  return outcome;
}

ProcessOutcome run_process(const std::vector<std::string>& words) {
  int child = -1, errors = -1;
  if (std::string trouble = start(words, {}, child, errors); !trouble.empty()) {
    return {127, trouble};
  }
  ProcessOutcome outcome;
  outcome.errors = read_all(errors);
  outcome.status = wait_for(child);
  ::close(errors);
  return outcome;
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    line += line.empty() ? "" : " ";
    bool plain = !word.empty();
    for (const char c : word) {
      plain = plain && is_plain(c);
    }
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

std::string find_in_path(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    std::string candidate = rest.substr(0, colon) + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
    rest.erase(0, std::min(colon + 1, rest.size()));
  }
  return {};
}

}  // namespace warpschool::simcc
