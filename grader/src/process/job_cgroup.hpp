// A cgroup (version 2) for one program and everything that it starts: memory, processes and
// processor time of all of them together, and an end for all at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace warpschool::grader {

/// What a program and its children may use together. 0: no limit.
struct JobLimits {
  std::uint64_t memory_bytes = 0;  ///< with shared memory and files of a tmpfs; no swap
  std::uint64_t processes = 0;     ///< threads count
  std::uint64_t cpu_ms = 0;
};

class JobCgroup {
 public:
  /// A new group in `parent`; nothing where none can be made. A limit whose controller `parent`
  /// does not hand on is left out: the limits of single processes hold as well.
  static std::optional<JobCgroup> make(const std::filesystem::path& parent,
                                       const JobLimits& limits);
  JobCgroup(JobCgroup&& other) noexcept;
  JobCgroup& operator=(JobCgroup&&) = delete;
  /// Ends whatever is left in it, and removes it.
  ~JobCgroup();

  const std::filesystem::path& path() const { return path_; }
  /// Whoever writes "0" here becomes a member; only reads and writes, no allocation.
  int entrance() const { return entrance_; }
  /// Processor time of all that are or were members.
  std::uint64_t cpu_ms() const;
  /// Members that the kernel ended for want of memory.
  std::uint64_t killed_for_memory() const;
  /// Ends all members and waits until they are gone.
  void end() const;

 private:
  JobCgroup(std::filesystem::path path, int entrance)
      : path_(std::move(path)), entrance_(entrance) {}

  std::filesystem::path path_;
  int entrance_;
};

/// The number behind `key` in a file of lines "key number"; 0 if there is none.
std::uint64_t figure_in(const std::filesystem::path& file, const std::string& key);

}  // namespace warpschool::grader
