// cost [--limit SECONDS] [--memory] COMMAND... 3>RESULT: runs it and writes one line to file
// descriptor 3,
//
//   CPU WALL STATUS [ALL_MIB OWN_MIB]
//
// seconds of processor time of the command and of all that it left running (a judge does not wait
// for its workers), seconds until the command itself had ended, and its exit status. --limit sends
// it SIGINT when the time is up. --memory looks twice a second at how much memory is in use: the
// most that the command and all below it had at a time, and the most of the command itself; pages
// that several processes share count once.
#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

struct Wanted {
  double limit_s = 0;  ///< 0: none
  bool memory = false;
  char** command = nullptr;
};

struct Peak {
  long all_kib = 0, own_kib = 0;
};

bool read_wanted(int argc, char** argv, Wanted& wanted) {
  int at = 1;
  for (; at < argc && std::strncmp(argv[at], "--", 2) == 0; ++at) {
    if (std::strcmp(argv[at], "--memory") == 0) {
      wanted.memory = true;
    } else if (std::strcmp(argv[at], "--limit") == 0 && at + 1 < argc) {
      wanted.limit_s = std::atof(argv[++at]);
    } else {
      return false;
    }
  }
  wanted.command = argv + at;
  return at < argc;
}

/// The parent, behind the name, which may hold blanks and brackets; 0 if the process is gone.
int parent_of(int pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(in, text);
  const std::size_t close = text.rfind(')');
  int parent = 0;
  char state = 0;
  if (close != std::string::npos) {
    std::sscanf(text.c_str() + close + 1, " %c %d", &state, &parent);
  }
  return parent;
}

/// Its share of the pages that it has.
long kib_of(int pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/smaps_rollup");
  long kib = 0;
  for (std::string line; std::getline(in, line);) {
    if (std::sscanf(line.c_str(), "Pss: %ld", &kib) == 1) {
      break;
    }
  }
  return kib;
}

void look(int top, Peak& peak) {
  std::map<int, int> parents;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
      const int pid = std::atoi(name.c_str());
      parents[pid] = parent_of(pid);
    }
  }
  const int self = ::getpid();  // orphans become children of this process
  long all = 0;
  for (const auto& [pid, parent] : parents) {
    int at = parent;
    while (at > 1 && at != self) {
      const auto found = parents.find(at);
      at = found == parents.end() ? 0 : found->second;
    }
    all += at == self ? kib_of(pid) : 0;
  }
  peak.all_kib = std::max(peak.all_kib, all);
  peak.own_kib = std::max(peak.own_kib, kib_of(top));
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Ended {
  double wall_s = 0;
  int status = 0;
};

/// Takes in children that have ended: the command, and orphans, which would else stay in /proc,
/// where they cost everybody who looks through it. True once the command is among them, or nobody
/// is left.
bool take_in(int command, bool may_wait, Clock::time_point start, Ended& result) {
  int ended = 0;
  int child = 0;
  while ((child = ::waitpid(-1, &ended, may_wait ? 0 : WNOHANG)) > 0) {
    if (child == command) {
      result.wall_s = seconds_since(start);
      result.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
      return true;
    }
  }
  return child < 0;
}

/// Until the command has ended.
void look_after(const Wanted& wanted, int command, Clock::time_point start, Peak& peak,
                Ended& result) {
  bool is_asked_to_end = false;
  while (!take_in(command, false, start, result)) {
    if (wanted.memory) {
      look(command, peak);
    }
    if (wanted.limit_s > 0 && !is_asked_to_end && seconds_since(start) > wanted.limit_s) {
      is_asked_to_end = true;
      ::kill(command, SIGINT);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(wanted.memory ? 500 : 50));
  }
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

int main(int argc, char** argv) {
  Wanted wanted;
  if (!read_wanted(argc, argv, wanted)) {
    std::fputs("usage: cost [--limit SECONDS] [--memory] COMMAND... 3>RESULT\n", stderr);
    return 2;
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  const auto start = Clock::now();
  const int command = ::fork();
  if (command == 0) {
    ::close(3);
    ::execvp(wanted.command[0], wanted.command);
    ::_exit(127);
  }
  Peak peak;
  Ended result;
  if (wanted.memory || wanted.limit_s > 0) {
    look_after(wanted, command, start, peak, result);
  } else {
    take_in(command, true, start, result);
  }
  while (::wait(nullptr) > 0) {  // what it left running
  }
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  ::dprintf(3, "%.3f %.3f %d", seconds(used.ru_utime) + seconds(used.ru_stime), result.wall_s,
            result.status);
  if (wanted.memory) {
    ::dprintf(3, " %ld %ld", peak.all_kib / 1024, peak.own_kib / 1024);
  }
  ::dprintf(3, "\n");
  return result.status;
}
