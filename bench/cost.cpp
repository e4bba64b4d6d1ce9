// cost COMMAND... 3>RESULT: runs it and writes "CPU WALL STATUS" to file descriptor 3: seconds of
// processor time of the command and of all that it left running (a judge does not wait for its
// workers), and seconds until the command itself had ended.
#include <chrono>
#include <cstdio>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: cost COMMAND... 3>RESULT\n", stderr);
    return 2;
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  const auto start = std::chrono::steady_clock::now();
  const int command = ::fork();
  if (command == 0) {
    ::close(3);
    ::execvp(argv[1], argv + 1);
    ::_exit(127);
  }
  double wall = 0;
  int status = 0, ended = 0;
  for (int child = 0; (child = ::wait(&ended)) > 0;) {
    if (child == command) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      wall = passed.count();
      status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    }
  }
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  ::dprintf(3, "%.3f %.3f %d\n", seconds(used.ru_utime) + seconds(used.ru_stime), wall, status);
  return status;
}
