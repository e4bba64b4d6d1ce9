// Jobs in cgroups of version 2. cgroup_test.sh mounts them where the machine has none in use, and
// names the folder in WARPSCHOOL_CGROUP.
#include "process/process.hpp"
#include "sandbox/sandbox.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <signal.h>
#include <thread>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

const DelegatedCgroup& cgroups() {
  static const DelegatedCgroup found = find_delegated_cgroup();
  return found;
}

Command shell(const std::string& script) {
  Command command;
  command.argv = {"/bin/sh", "-c", script};
  command.environment = job_environment();
  command.folder = "/";
  command.limits.wall_ms = 30'000;
  command.cgroups = cgroups().path;
  return command;
}

bool has_groups_left() {
  for (const auto& entry : fs::directory_iterator(cgroups().path)) {
    if (entry.is_directory() && entry.path().filename().string().rfind("job-", 0) == 0) {
      return true;
    }
  }
  return false;
}

/// Not one that has ended and whose new parent has not asked for its status yet.
bool is_running(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string number, name, state;
  return file >> number >> name >> state && state != "Z";
}

}  // namespace

TEST_CASE("the folder is found", "[cgroup][time]") {
  INFO(cgroups().problem);
  REQUIRE_FALSE(cgroups().path.empty());
}

TEST_CASE("a job is a member of a group of its own, which goes with it", "[cgroup][time]") {
  const Outcome outcome = run(shell("grep 0:: /proc/self/cgroup"));
  CHECK(outcome.succeeded());
  CHECK(outcome.output.find("/job-") != std::string::npos);
  CHECK_FALSE(has_groups_left());
}

TEST_CASE("processor time is counted over all processes of a job", "[cgroup][time]") {
  // Each of the four alone would need four times as long for the limit.
  Command busy = shell("for i in 1 2 3 4; do (while :; do :; done) & done; wait");
  busy.job.cpu_ms = 600;
  const Outcome outcome = run(busy);
  CHECK(outcome.ending == Ending::kTimedOut);
  CHECK(outcome.cpu_ms >= 600);
  CHECK(outcome.cpu_ms < 20'000);
  Command brief = shell("true");
  brief.job.cpu_ms = 5'000;
  CHECK(run(brief).succeeded());
}

TEST_CASE("a process that left its session and its parent ends with the job", "[cgroup][time]") {
  const Outcome outcome = run(shell("setsid sh -c 'sleep 1000 & echo $!' "));
  REQUIRE(outcome.succeeded());
  const auto pid = static_cast<pid_t>(std::stol(outcome.output));
  bool runs = true;
  for (int i = 0; i < 100 && runs; ++i) {
    runs = is_running(pid);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK_FALSE(runs);
  CHECK_FALSE(has_groups_left());
}

TEST_CASE("a folder that is no cgroup is refused with a reason", "[cgroup][time]") {
  const DelegatedCgroup none = prepare_cgroup("/tmp", false);
  CHECK(none.path.empty());
  CHECK(none.problem == "/tmp is no cgroup v2 that may be written");
}

TEST_CASE("memory is counted over all processes of a job, shared memory too", "[cgroup][memory]") {
  REQUIRE(cgroups().memory);
  Command greedy =
      shell("for i in 1 2 3 4; do head -c 30000000 /dev/zero | tail -c 30000000 & done; wait");
  greedy.job.memory_bytes = std::uint64_t{64} << 20;
  CHECK(run(greedy).out_of_memory);
  Command shared =
      shell("f=$(mktemp -p /dev/shm); head -c 100000000 /dev/zero >$f; s=$?; rm $f; exit $s");
  shared.job.memory_bytes = std::uint64_t{64} << 20;
  CHECK_FALSE(run(shared).succeeded());
  greedy.job.memory_bytes = std::uint64_t{512} << 20;
  CHECK_FALSE(run(greedy).out_of_memory);
}

TEST_CASE("processes are counted for the job, whoever else runs", "[cgroup][processes]") {
  REQUIRE(cgroups().processes);
  Command many = shell("for i in 1 2 3 4 5 6 7 8 9; do sleep 5 & done; echo all");
  many.job.processes = 4;
  CHECK(run(many).output.find("all") == std::string::npos);
  many.job.processes = 64;
  CHECK(run(many).output.find("all") != std::string::npos);
}

}  // namespace warpschool::grader
