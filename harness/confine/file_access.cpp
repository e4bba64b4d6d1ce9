// Keeps files from a worker: Landlock (Linux 5.13 and later).
#include "protections.hpp"

#include <cerrno>
#include <cstdint>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>)
#  include <linux/landlock.h>
#  define WARPSCHOOL_HAS_LANDLOCK 1
#else
#  define WARPSCHOOL_HAS_LANDLOCK 0
#endif

namespace warpschool::harness {

#if WARPSCHOOL_HAS_LANDLOCK

namespace {

constexpr std::uint64_t kRead =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kReadFile = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE;
/// Every access that the first version of Landlock (Linux 5.13) knows.
constexpr std::uint64_t kAll = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

/// A ruleset in the making: whatever it does not allow is forbidden. Every call throws NotConfined
/// where it fails.
class Ruleset {
 public:
  Ruleset() {
    landlock_ruleset_attr attributes{};
    attributes.handled_access_fs = kAll;
    file_ =
        static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
    if (file_ < 0) {
      fail_to_confine("landlock_create_ruleset", errno);
    }
  }
  ~Ruleset() { ::close(file_); }
  Ruleset(const Ruleset&) = delete;
  Ruleset& operator=(const Ruleset&) = delete;

  /// What is not there needs no rule.
  void allow(const std::string& path, std::uint64_t access) {
    const int place = ::open(path.c_str(), O_PATH | O_CLOEXEC);
    if (place < 0) {
      return;
    }
    struct stat status {};
    ::fstat(place, &status);
    landlock_path_beneath_attr rule{};
    rule.allowed_access =
        S_ISDIR(status.st_mode) ? access : access & (kReadFile | LANDLOCK_ACCESS_FS_WRITE_FILE);
    rule.parent_fd = place;
    const long result =
        ::syscall(SYS_landlock_add_rule, file_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    const int error = errno;
    ::close(place);
    if (result != 0) {
      fail_to_confine("landlock_add_rule", error);
    }
  }

  void apply() {
    if (::syscall(SYS_landlock_restrict_self, file_, 0) != 0) {
      fail_to_confine("landlock_restrict_self", errno);
    }
  }

 private:
  int file_ = -1;
};

/// Where the runtime lies that is loaded, and its device with it.
std::string folder_of_device() {
  Dl_info runtime{};
  void* const library = ::dlsym(RTLD_DEFAULT, "warpschool_device_exec");
  if (library == nullptr || ::dladdr(library, &runtime) == 0) {
    return {};
  }
  const std::string path = runtime.dli_fname;
  return path.substr(0, path.find_last_of('/'));
}

void allow_what_submissions_need(Ruleset& rules, const std::string& module) {
  for (const char* folder : {"/usr", "/lib", "/lib32", "/lib64", "/etc", "/proc", "/sys"}) {
    rules.allow(folder, kRead);
  }
  for (const char* folder : {"/tmp", "/dev/shm"}) {
    rules.allow(folder, kAll);
  }
  rules.allow("/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  for (const char* device : {"/dev/zero", "/dev/random", "/dev/urandom"}) {
    rules.allow(device, LANDLOCK_ACCESS_FS_READ_FILE);
  }
  rules.allow(module, kReadFile);
  if (const std::string folder = folder_of_device(); !folder.empty()) {
    rules.allow(folder, kReadFile);
  }
}

}  // namespace

bool can_forbid_files() {
  constexpr unsigned kVersion = 1;  // LANDLOCK_CREATE_RULESET_VERSION
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersion) > 0;
}

void forbid_files(const Confinement& confinement) {
  Ruleset rules;
  if (confinement.simulated) {
    allow_what_submissions_need(rules, confinement.module);
  } else {
    rules.allow("/", kAll);
  }
  rules.apply();
}

#else

bool can_forbid_files() {
  return false;
}
void forbid_files(const Confinement& /*confinement*/) {}

#endif

}  // namespace warpschool::harness
