// Looks up the cgroup of this process and prepares it for children with limits.
#include "sandbox/delegated_cgroup.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <sys/statfs.h>
#include <sys/xattr.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHow =
    "start the grader by `systemd-run --user --scope -p Delegate=yes`, or name a cgroup v2 of "
    "yours in WARPSCHOOL_CGROUP";

bool write_value(const fs::path& file, const std::string& value) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  const bool written = descriptor >= 0 && ::write(descriptor, value.data(), value.size()) ==
                                              static_cast<ssize_t>(value.size());
  if (descriptor >= 0) {
    ::close(descriptor);
  }
  return written;
}

std::vector<std::string> words_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

bool has(const std::vector<std::string>& words, const char* word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_cgroup2(const fs::path& folder) {
  constexpr long kCgroup2 = 0x63677270;  // CGROUP2_SUPER_MAGIC of linux/magic.h
  struct statfs status {};
  return ::statfs(folder.c_str(), &status) == 0 && status.f_type == kCgroup2;
}

/// Where version 2 is mounted: alone, or beside version 1.
fs::path mount_point() {
  for (const char* candidate : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
    if (is_cgroup2(candidate)) {
      return candidate;
    }
  }
  return {};
}

/// "0::/user.slice/..." of /proc/self/cgroup.
std::string own_path() {
  std::ifstream lines("/proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("0::", 0) == 0) {
      return line.substr(3);
    }
  }
  return {};
}

/// systemd marks what others may divide; root could write anywhere, and must not.
bool is_marked_as_delegated(const fs::path& folder) {
  for (const char* name : {"user.delegate", "trusted.delegate"}) {
    char value = 0;
    if (::getxattr(folder.c_str(), name, &value, 1) == 1 && value == '1') {
      return true;
    }
  }
  return false;
}

/// All members of a group go to a child of it.
bool move_members(const fs::path& path) {
  const fs::path child = path / "grader";
  std::error_code failure;
  fs::create_directory(child, failure);
  for (const std::string& pid : words_of(path / "cgroup.procs")) {
    if (!write_value(child / "cgroup.procs", pid) && fs::exists("/proc/" + pid, failure)) {
      return false;
    }
  }
  return true;
}

}  // namespace

DelegatedCgroup prepare_cgroup(const fs::path& path, bool moves) {
  DelegatedCgroup found;
  if (!is_cgroup2(path) || ::access(path.c_str(), W_OK) != 0) {
    found.problem = fmt::format("{} is no cgroup v2 that may be written", path.string());
    return found;
  }
  if (moves && !move_members(path)) {
    found.problem = fmt::format("the processes in {} cannot be moved", path.string());
    return found;
  }
  const std::vector<std::string> offered = words_of(path / "cgroup.controllers");
  for (const char* controller : {"memory", "pids", "cpu"}) {
    if (has(offered, controller)) {
      write_value(path / "cgroup.subtree_control", fmt::format("+{}", controller));
    }
  }
  const std::vector<std::string> handed_on = words_of(path / "cgroup.subtree_control");
  found.path = path;
  found.memory = has(handed_on, "memory");
  found.processes = has(handed_on, "pids");
  if (!found.memory || !found.processes) {
    found.problem = fmt::format("{} hands on no controller of {}", path.string(),
                                found.memory      ? "processes"
                                : found.processes ? "memory"
                                                  : "memory and processes");
  }
  return found;
}

DelegatedCgroup find_delegated_cgroup() {
  if (const char* const named = std::getenv("WARPSCHOOL_CGROUP"); named != nullptr) {
    return prepare_cgroup(named, false);
  }
  DelegatedCgroup none;
  const fs::path root = mount_point();
  const std::string own = own_path();
  if (root.empty() || own.empty()) {
    none.problem = "this machine has no cgroups of version 2";
    return none;
  }
  const fs::path path = root / fs::path(own).relative_path();
  if (!is_marked_as_delegated(path)) {
    none.problem = fmt::format("the cgroup of this process is not delegated: {}", kHow);
    return none;
  }
  return prepare_cgroup(path, true);
}

}  // namespace warpschool::grader
