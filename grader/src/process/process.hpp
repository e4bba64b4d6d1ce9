// Runs one program to its end, its limit or Ctrl-C, and leaves nothing of it behind.
//
// Every program gets a process group of its own; when the program is over, whatever the reason, the
// group is killed. A program that made itself a new group escapes that, which is why the sandbox
// adds a process namespace: there the end of the first process is the end of all.
#pragma once

#include "process/job_cgroup.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

/// What a program may use. 0: no limit of our own.
struct ProcessLimits {
  std::uint64_t wall_ms = 0;
  std::uint64_t cpu_seconds = 0;  ///< per process (RLIMIT_CPU)
  std::uint64_t file_bytes = 0;   ///< per file (RLIMIT_FSIZE)
  std::uint64_t data_bytes = 0;   ///< per process (RLIMIT_DATA); not for what starts CUDA
  std::uint64_t open_files = 0;
  std::uint64_t extra_processes = 0;  ///< beyond those that this user runs already (RLIMIT_NPROC)
};

struct Command {
  std::vector<std::string> argv;         ///< argv[0] is a path, or is looked up in PATH
  std::vector<std::string> environment;  ///< all of it, "NAME=value"
  std::filesystem::path folder;          ///< working directory
  ProcessLimits limits;
  std::size_t output_bytes =
      std::size_t{256} * 1024;         ///< what is kept of stdout and stderr together
  bool show_output = false;            ///< straight to our stderr instead of into Outcome::output
  int result_descriptor = -1;          ///< becomes descriptor 3 of the program
  std::filesystem::path cgroups = {};  ///< where it gets a cgroup of its own; empty: nowhere
  JobLimits job = {};                  ///< of that cgroup
  std::string input = {};  ///< what it reads on stdin: the way for what no command line may show
};

enum class Ending : std::uint8_t {
  kExited,      ///< `status` is the exit status
  kSignalled,   ///< `status` is the signal
  kTimedOut,    ///< killed at the wall limit
  kStopped,     ///< killed because of Ctrl-C
  kNotStarted,  ///< `error` says why
};

struct Outcome {
  Ending ending = Ending::kNotStarted;
  int status = 0;
  std::string output;  ///< stdout and stderr in the order they came
  bool output_cut = false;
  std::string error;
  std::uint64_t cpu_ms = 0;    ///< kTimedOut: processor time of the program and all its children
  bool asleep = false;         ///< kTimedOut: none of them ran, or waited for a processor or a disk
  bool out_of_memory = false;  ///< its cgroup was full, and the kernel ended a process of it

  bool succeeded() const { return ending == Ending::kExited && status == 0; }
};

/// Blocks until it is over. Thread-safe.
Outcome run(const Command& command);

/// "ended with status 2", "was killed by signal 11 (Segmentation fault)", ...
std::string describe(const Outcome& outcome);

/// The command as a person would type it, quoted where a shell needs it.
std::string shell_line(const std::vector<std::string>& argv);

/// A file in memory that only its descriptor reaches. Closed by the destructor.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name);  ///< throws std::system_error
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  void fill(const std::string& bytes) const;  ///< from the beginning; throws std::system_error
  std::string read(std::size_t limit) const;  ///< from the beginning

 private:
  int descriptor_;
};

}  // namespace warpschool::grader
