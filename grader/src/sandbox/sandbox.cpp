// Builds the bubblewrap command for compilers and judges.
#include "sandbox/sandbox.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSharedBytes = std::uint64_t{64} << 20;  ///< of /dev/shm, which is memory

void append(std::vector<std::string>& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
}

/// /bin is a link to usr/bin on merged systems and a folder on others.
void add_system(std::vector<std::string>& words) {
  append(words, {"--ro-bind", "/usr", "/usr"});
  for (const char* folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    std::error_code failure;
    if (fs::is_symlink(folder, failure)) {
      append(words, {"--symlink", fs::read_symlink(folder, failure).string(), folder});
    } else if (fs::is_directory(folder, failure)) {
      append(words, {"--ro-bind", folder, folder});
    }
  }
  // Which compiler `c++` is, and where libraries lie: not who has an account here.
  for (const char* file :
       {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"}) {
    append(words, {"--ro-bind-try", file, file});
  }
}

/// NVIDIA's nodes must come after --dev and as --dev-bind; the driver reads /sys/module/nvidia*.
void add_gpu(std::vector<std::string>& words) {
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator("/dev", failure)) {
    if (entry.path().filename().string().rfind("nvidia", 0) == 0) {
      append(words, {"--dev-bind-try", entry.path().string(), entry.path().string()});
    }
  }
  append(words, {"--ro-bind-try", "/sys", "/sys"});
  append(words, {"--ro-bind-try", "/run/nvidia-persistenced", "/run/nvidia-persistenced"});
}

std::vector<std::string> box_words(const std::string& program, const Box& box,
                                   const fs::path& folder) {
  std::vector<std::string> words{program};
  append(words, {"--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"});
  add_system(words);
  // The owner of /proc/sys is root, whom a box does not stop: without rights, but with a name.
  append(words, {"--proc", "/proc", "--ro-bind-try", "/proc/sys", "/proc/sys", "--ro-bind-try",
                 "/proc/sysrq-trigger", "/proc/sysrq-trigger"});
  append(words, {"--dev", "/dev", "--size", std::to_string(kSharedBytes), "--tmpfs", "/dev/shm",
                 "--size", std::to_string(box.temporary_bytes), "--tmpfs", "/tmp"});
  if (box.gpu) {
    add_gpu(words);
  }
  append(words, {"--remount-ro", "/dev"});
  for (const fs::path& path : box.read_only) {
    // What lies under /usr is there already, and often through a link (/usr/local/cuda), on which
    // nothing can be mounted.
    if (path.lexically_normal().string().rfind("/usr/", 0) == 0) {
      continue;
    }
    append(words, {"--ro-bind-try", path.string(), path.string()});
  }
  if (!box.writable.empty()) {
    append(words, {"--bind", box.writable.string(), box.writable.string()});
  }
  append(words, {"--remount-ro", "/"});
  append(words, {"--chdir", folder.empty() ? "/tmp" : folder.string(), "--"});
  return words;
}

std::string find_bubblewrap() {
  for (const char* candidate : {"/usr/bin/bwrap", "/usr/local/bin/bwrap"}) {
    if (::access(candidate, X_OK) == 0) {
      return candidate;
    }
  }
  return {};
}

}  // namespace

const char* name_of(SandboxMode mode) {
  switch (mode) {
    case SandboxMode::kRequire:
      return "require";
    case SandboxMode::kAuto:
      return "auto";
    case SandboxMode::kOff:
      return "off";
  }
  return "";
}

Sandbox Sandbox::open(SandboxMode mode) {
  Sandbox sandbox;
  if (mode == SandboxMode::kOff) {
    return sandbox;
  }
  sandbox.program_ = find_bubblewrap();
  if (sandbox.program_.empty()) {
    sandbox.problem_ = "bubblewrap is not installed (package bubblewrap)";
  } else {
    Command probe;
    probe.argv = box_words(sandbox.program_, {}, {});
    probe.argv.emplace_back("/usr/bin/true");
    probe.environment = job_environment();
    probe.limits.wall_ms = 10'000;
    const Outcome outcome = run(probe);
    sandbox.active_ = outcome.succeeded();
    if (!sandbox.active_) {
      const std::string said = outcome.output.substr(0, outcome.output.find('\n'));
      sandbox.problem_ =
          fmt::format("bubblewrap {}{}{}", describe(outcome), said.empty() ? "" : ": ", said);
    }
  }
  sandbox.usable_ = sandbox.active_ || mode == SandboxMode::kAuto;
  if (sandbox.active_) {
    sandbox.take_cgroups(find_delegated_cgroup());
  }
  return sandbox;
}

/// Jobs must be able to enter: from the group that this process is in not every other can be
/// reached.
void Sandbox::take_cgroups(DelegatedCgroup found) {
  Command probe;
  probe.argv = {"/usr/bin/true"};
  probe.limits.wall_ms = 10'000;
  probe.cgroups = found.path;
  if (!found.path.empty() && !run(probe).succeeded()) {
    found.problem = fmt::format("no process may be put into {}", found.path.string());
    found.path.clear();
  }
  cgroups_ = std::move(found);
}

Command Sandbox::enclose(Command command, const Box& box) const {
  if (!active_) {
    return command;
  }
  std::vector<std::string> words = box_words(program_, box, command.folder);
  words.insert(words.end(), command.argv.begin(), command.argv.end());
  command.argv = std::move(words);
  command.folder = "/";  // bubblewrap changes into the folder itself, inside
  command.cgroups = cgroups_.path;
  return command;
}

std::vector<std::string> job_environment(const std::vector<std::string>& keep) {
  std::vector<std::string> environment{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/tmp",
                                       "TMPDIR=/tmp", "LANG=C.UTF-8", "LC_ALL=C.UTF-8"};
  for (const std::string& name : keep) {
    if (const char* value = std::getenv(name.c_str())) {
      environment.push_back(name + "=" + value);
    }
  }
  return environment;
}

}  // namespace warpschool::grader
