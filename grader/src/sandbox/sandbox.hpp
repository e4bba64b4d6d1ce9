// The box in which compilers and judges run: bubblewrap, with nothing in it but what the job needs.
//
// Inside: the system's programs and libraries read-only, what the caller lists (at the same paths
// as outside), a private /tmp, /proc and /dev of its own. No network, no other processes, no
// capabilities, no solutions.
#pragma once

#include "process/process.hpp"
#include "sandbox/delegated_cgroup.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::grader {

/// --sandbox require|auto|off
enum class SandboxMode : std::uint8_t {
  kRequire,  ///< refuse to run without
  kAuto,     ///< take it where it works
  kOff,
};

/// "require", "auto", "off", as --sandbox takes it.
const char* name_of(SandboxMode mode);

/// What one program may see beyond the system itself.
struct Box {
  std::vector<std::filesystem::path>
      read_only;                   ///< files or folders; what does not exist is left out
  std::filesystem::path writable;  ///< one folder, may be empty
  bool gpu = false;                ///< the devices of NVIDIA's driver
  std::uint64_t temporary_bytes = std::uint64_t{256} << 20;  ///< of /tmp, which is memory
};

class Sandbox {
 public:
  /// Tries a trivial command once. With kRequire and no sandbox, is_usable() is false and problem()
  /// says why.
  static Sandbox open(SandboxMode mode);

  /// Whether programs may be run at all.
  bool is_usable() const { return usable_; }
  /// Whether they are boxed in.
  bool is_active() const { return active_; }
  /// Why there is no sandbox; empty where there is one or none was wanted.
  const std::string& problem() const { return problem_; }

  /// Where jobs get cgroups of their own; its problem says why nowhere, if so.
  const DelegatedCgroup& cgroups() const { return cgroups_; }

  /// The same command inside the box; unchanged where the sandbox is off.
  Command enclose(Command command, const Box& box) const;

 private:
  void take_cgroups(DelegatedCgroup found);

  bool usable_ = true;
  bool active_ = false;
  std::string program_;
  std::string problem_;
  DelegatedCgroup cgroups_;
};

/// The environment of every program that the grader starts for a student: fixed, and whatever
/// `keep` names of ours.
std::vector<std::string> job_environment(const std::vector<std::string>& keep = {});

}  // namespace warpschool::grader
