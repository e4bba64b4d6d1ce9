// Makes, reads and removes the cgroup of one job through the files of cgroup v2.
#include "process/job_cgroup.hpp"

#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// False where the file is not there (its controller is not handed on) or does not take it.
bool write_value(const fs::path& file, const std::string& value) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return false;
  }
  const ssize_t written = ::write(descriptor, value.data(), value.size());
  ::close(descriptor);
  return written == static_cast<ssize_t>(value.size());
}

void limit(const fs::path& file, std::uint64_t value) {
  if (value != 0) {
    write_value(file, std::to_string(value));
  }
}

}  // namespace

std::uint64_t figure_in(const fs::path& file, const std::string& key) {
  std::ifstream lines(file);
  std::string word;
  std::uint64_t number = 0;
  while (lines >> word >> number) {
    if (word == key) {
      return number;
    }
  }
  return 0;
}

std::optional<JobCgroup> JobCgroup::make(const fs::path& parent, const JobLimits& limits) {
  static std::atomic<unsigned> made{0};
  const fs::path path = parent / fmt::format("job-{}-{}", ::getpid(), made++);
  std::error_code failure;
  if (parent.empty() || !fs::create_directory(path, failure)) {
    return std::nullopt;
  }
  limit(path / "memory.max", limits.memory_bytes);
  if (limits.memory_bytes != 0) {
    write_value(path / "memory.swap.max", "0");
  }
  limit(path / "pids.max", limits.processes);
  const int entrance = ::open((path / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC);
  if (entrance < 0) {
    fs::remove(path, failure);
    return std::nullopt;
  }
  return JobCgroup(path, entrance);
}

JobCgroup::JobCgroup(JobCgroup&& other) noexcept
    : path_(std::exchange(other.path_, {})), entrance_(std::exchange(other.entrance_, -1)) {}

JobCgroup::~JobCgroup() {
  if (entrance_ < 0) {
    return;
  }
  end();
  ::close(entrance_);
  std::error_code busy;
  fs::remove(path_, busy);
}

std::uint64_t JobCgroup::cpu_ms() const {
  return figure_in(path_ / "cpu.stat", "usage_usec") / 1000;
}

std::uint64_t JobCgroup::killed_for_memory() const {
  return figure_in(path_ / "memory.events", "oom_kill");
}

void JobCgroup::end() const {
  constexpr int kTries = 200;
  constexpr auto kPause = std::chrono::milliseconds(10);
  write_value(path_ / "cgroup.kill", "1");
  for (int i = 0; i < kTries && figure_in(path_ / "cgroup.events", "populated") != 0; ++i) {
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace warpschool::grader
