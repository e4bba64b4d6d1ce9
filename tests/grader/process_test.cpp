// Tries child processes: output, limits, signals, and what a killed grader leaves behind.
#include "process/process.hpp"

#include "sandbox/sandbox.hpp"
#include "test_folder.hpp"
#include "warpschool/support/cores.hpp"

#include <chrono>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

Command shell(const std::string& script) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.environment = job_environment();
  command.folder = "/";
  command.limits.wall_ms = 20'000;
  return command;
}

bool is_running(pid_t pid) {
  return ::kill(pid, 0) == 0;
}

/// The kernel needs a moment to bury a killed process.
bool is_gone_soon(pid_t pid) {
  for (int i = 0; i < 100 && is_running(pid); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return !is_running(pid);
}

TEST_CASE("a killed grader leaves nothing of its programs behind", "[grader]") {
  const ScratchFolder scratch;
  const std::filesystem::path file = scratch.path() / "pid";
  const pid_t grader = ::fork();
  REQUIRE(grader >= 0);
  if (grader == 0) {
    // The sleeper has no order to die with anybody, as bubblewrap's inner process in its first
    // moments.
    run(shell("sleep 60 & echo $! >" + file.string() + ".new; mv " + file.string() + ".new " +
              file.string() + "; wait"));
    ::_exit(0);
  }
  for (int i = 0; i < 500 && !std::filesystem::exists(file); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ::kill(grader, SIGKILL);
  ::waitpid(grader, nullptr, 0);
  REQUIRE(std::filesystem::exists(file));
  CHECK(is_gone_soon(static_cast<pid_t>(std::stol(read_file(file)))));
}

TEST_CASE("a program reads on stdin what no command line shows", "[grader]") {
  Command command = shell("read -r secret; echo got $secret; read -r more || echo no more");
  command.input = "4711\n";
  CHECK(run(command).output == "got 4711\nno more\n");
}

TEST_CASE("at a time limit it is known who worked and who slept", "[grader]") {
  Command busy = shell("(while :; do :; done) & wait");
  busy.limits.wall_ms = 700;
  const Outcome worked = run(busy);
  REQUIRE(worked.ending == Ending::kTimedOut);
  CHECK(worked.cpu_ms > 20);
  CHECK_FALSE(worked.asleep);

  Command idle = shell("sleep 60");
  idle.limits.wall_ms = 300;
  const Outcome slept = run(idle);
  REQUIRE(slept.ending == Ending::kTimedOut);
  CHECK(slept.asleep);
  CHECK(slept.cpu_ms < 300);
}

TEST_CASE("a program's exit status and both its outputs come back in order", "[grader]") {
  const Outcome outcome = run(shell("echo one; echo two >&2; echo three; exit 7"));
  CHECK(outcome.ending == Ending::kExited);
  CHECK(outcome.status == 7);
  CHECK(outcome.output == "one\ntwo\nthree\n");
  CHECK(describe(outcome) == "ended with status 7");
}

TEST_CASE("a program that dies of a signal says which", "[grader]") {
  const Outcome outcome = run(shell("kill -SEGV $$"));
  CHECK(outcome.ending == Ending::kSignalled);
  CHECK(outcome.status == SIGSEGV);
}

TEST_CASE("a program that is not there is not started", "[grader]") {
  Command command = shell("");
  command.argv = {"/no/such/program"};
  const Outcome outcome = run(command);
  CHECK(outcome.ending == Ending::kNotStarted);
  CHECK(outcome.error == "/no/such/program: No such file or directory");
}

TEST_CASE("at the wall limit the program and its children are killed", "[grader]") {
  Command command = shell("sleep 300 & echo $!; wait");
  command.limits.wall_ms = 200;
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = run(command);
  CHECK(outcome.ending == Ending::kTimedOut);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
  CHECK(is_gone_soon(std::stoi(outcome.output)));
}

TEST_CASE("children that outlive their program are killed and do not hold up the answer",
          "[grader]") {
  const Outcome outcome = run(shell("sleep 300 & echo $!"));
  CHECK(outcome.succeeded());
  CHECK(is_gone_soon(std::stoi(outcome.output)));
}

TEST_CASE("a flood of output is cut and does not block the program", "[grader]") {
  Command command = shell("head -c 5000000 /dev/zero; exit 3");
  command.output_bytes = 1000;
  const Outcome outcome = run(command);
  CHECK(outcome.status == 3);
  CHECK(outcome.output.size() == 1000);
  CHECK(outcome.output_cut);
}

TEST_CASE("a program sees the environment it is given, no input and no descriptors of ours",
          "[grader]") {
  const Outcome outcome = run(shell("env | sort; cat; ls /proc/self/fd | wc -l"));
  CHECK(outcome.output.find("HOME=/tmp\n") != std::string::npos);
  CHECK(outcome.output.find("USER=") == std::string::npos);
  CHECK(outcome.output.substr(outcome.output.size() - 2) ==
        "4\n");  // 0, 1, 2 and the listing itself
}

TEST_CASE("a file larger than its limit ends the program", "[grader]") {
  const ScratchFolder folder;
  Command command = shell("head -c 100000 /dev/zero > large");
  command.folder = folder.path();
  command.limits.file_bytes = 10'000;
  CHECK_FALSE(run(command).succeeded());
  CHECK(std::filesystem::file_size(folder.path() / "large") == 10'000);
}

TEST_CASE("what a program writes to descriptor 3 is read back from memory", "[grader]") {
  const MemoryFile file("test");
  Command command = shell("echo the answer >&3");
  command.result_descriptor = file.descriptor();
  CHECK(run(command).succeeded());
  CHECK(file.read(100) == "the answer\n");
  CHECK(file.read(3) == "the");
}

TEST_CASE("a shell line quotes what a shell would split", "[grader]") {
  CHECK(shell_line({"cp", "a b", "it's", "--x=1", ""}) == R"(cp 'a b' 'it'\''s' --x=1 '')");
}

TEST_CASE("in the sandbox there is no network, no home, no other process and no writing outside",
          "[grader]") {
  const Sandbox sandbox = Sandbox::open(SandboxMode::kAuto);
  if (!sandbox.is_active()) {
    WARPSCHOOL_SKIP("no sandbox here: " + sandbox.problem());
  }
  const ScratchFolder outside;
  outside.add("job/seen.txt", "seen");
  outside.add("secret.txt", "secret");
  const std::filesystem::path job = outside.path() / "job";
  Command command = shell(
      fmt::format("cat seen.txt; echo > made; ls {0} | tr '\\n' ' '; ls /home /root 2>/dev/null; "
                  "cat {0}/secret.txt 2>/dev/null; ls /sys/class/net 2>/dev/null; "
                  "grep -c : /proc/net/dev; ls -d /proc/[0-9]* | wc -l; "
                  "touch /usr/made /etc/made 2>/dev/null && echo wrote",
                  outside.path().string()));
  command.folder = job;
  const Outcome outcome = run(sandbox.enclose(command, {{}, job, false}));
  INFO(outcome.output);
  CHECK(outcome.output.rfind("seenjob 1\n", 0) == 0);
  CHECK(outcome.output.find("secret\n") == std::string::npos);
  CHECK(outcome.output.find("wrote") == std::string::npos);
  CHECK(std::filesystem::exists(job / "made"));
}

TEST_CASE("the end of the sandbox is the end of everything in it", "[grader]") {
  const Sandbox sandbox = Sandbox::open(SandboxMode::kAuto);
  if (!sandbox.is_active()) {
    WARPSCHOOL_SKIP("no sandbox here: " + sandbox.problem());
  }
  // The name tells this sleep from any other on the machine.
  const ScratchFolder folder;
  Command command = shell(
      "cp /bin/sleep ./warpschool-escapee; setsid ./warpschool-escapee 300 & "
      "until cat /proc/[0-9]*/comm 2>/dev/null | grep -q '^warpschool-esca'; do :; done");
  command.folder = folder.path();
  CHECK(run(sandbox.enclose(command, {{}, folder.path(), false})).succeeded());
  const Outcome look =
      run(shell("sleep 0.2; cat /proc/[0-9]*/comm 2>/dev/null | grep -c '^warpschool-esca'"));
  CHECK(look.output == "0\n");
}

TEST_CASE("only processors that a process may use are counted", "[grader]") {
  cpu_set_t before, one;
  REQUIRE(::sched_getaffinity(0, sizeof before, &before) == 0);
  CHECK(usable_cores() == static_cast<unsigned>(CPU_COUNT(&before)));
  std::size_t first = 0;
  while (!CPU_ISSET(first, &before)) {
    ++first;
  }
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(usable_cores() == 1);
  ::sched_setaffinity(0, sizeof before, &before);
}

}  // namespace
}  // namespace warpschool::grader
