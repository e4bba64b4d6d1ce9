// What a compiler or judge of a job may see and use.
#include "pipeline/job_attempt.hpp"
#include "pipeline/toolchain.hpp"
#include "warpschool/support/cores.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

constexpr std::uint64_t kLargestFile = 512u << 20;  ///< of any file that a job writes
/// The grader reads a module whole, and many at a time; those of a course have a megabyte.
constexpr std::uint64_t kLargestBuiltFile = 64u << 20;
constexpr std::uint64_t kLoadedBuilds = 3;  ///< a compilation may take so many times its limit
constexpr std::uint64_t kCompilersTemporaryBytes = std::uint64_t{1} << 30;

/// What a job sees. Jobs that run side by side share the cores, unless the user has said how many
/// threads a simulator takes.
std::vector<std::string> environment_of(const Workshop& workshop) {
  std::vector<std::string> environment = job_environment(kept_variables());
  if (std::getenv(kHostThreads) == nullptr) {
    const unsigned share = usable_cores() / std::max(1U, workshop.jobs);
    environment.push_back(
        fmt::format("{}={}", kHostThreads, std::clamp(share, 1U, kMostHostThreads)));
  }
  return environment;
}

}  // namespace

Command JobAttempt::boxed(std::vector<std::string> words, const Backend& backend,
                          bool building) const {
  Command command;
  command.argv = std::move(words);
  command.environment = environment_of(workshop_);
  command.folder = folder_.path();
  command.limits.file_bytes = kLargestFile;
  command.limits.open_files = 1024;
  command.limits.extra_processes = 1024;
  Box box;
  box.read_only = tool_paths(backend);
  const auto found = backend.exercises.find(exercise_.id);
  if (!building && found != backend.exercises.end()) {
    box.read_only.insert(box.read_only.end(), {found->second.judge, found->second.reference,
                                               workshop_.course_of(exercise_.id), folder_.path()});
  } else {
    box.writable = folder_.path();
    command.limits.file_bytes = kLargestBuiltFile;
    // Processor time is the limit: on a busy machine a clock says little about the source.
    command.limits.wall_ms = kLoadedBuilds * exercise_.limits.build_ms;
    command.limits.cpu_seconds = exercise_.limits.build_ms / 1000 + 1;
    box.temporary_bytes = kCompilersTemporaryBytes;
    command.limits.data_bytes = std::max<std::uint64_t>(exercise_.limits.memory_bytes, 2ull << 30);
    command.job.cpu_ms = command.limits.cpu_seconds * 1000;
  }
  // Of the whole job, where there are cgroups. A judge has the workers of student and reference.
  constexpr std::uint64_t kOwnBytes = std::uint64_t{2} << 30;
  command.job.memory_bytes = 2 * exercise_.limits.memory_bytes + kOwnBytes;
  command.job.processes = command.limits.extra_processes;
  box.gpu = backend.is_gpu();
  return workshop_.sandbox->enclose(std::move(command), box);
}

}  // namespace warpschool::grader
