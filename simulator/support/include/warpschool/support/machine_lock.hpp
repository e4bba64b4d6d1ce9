// A lock that all processes of this machine know by its name: whoever times work on a GPU wants it
// for itself.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/file.h>
#include <unistd.h>

namespace warpschool {

/// Held from its construction to its destruction; the constructor waits. Advice among those who ask
/// for it (flock(2)), not protection from others. A process that dies gives it up. Where no file
/// for it can be opened, a read-only machine say, it is no lock, and is_held() says so.
class MachineLock {
 public:
  enum class Kind {
    kShared,  ///< beside others that share it
    kAlone
  };

  MachineLock(const std::string& name, Kind kind,
              const std::filesystem::path& folder = usual_folder())
      : file_(open_file(folder / (name + ".lock"))) {
    const int operation = kind == Kind::kAlone ? LOCK_EX : LOCK_SH;
    while (file_ >= 0 && ::flock(file_, operation) != 0) {
      if (errno != EINTR) {
        ::close(file_);
        file_ = -1;
      }
    }
  }
  ~MachineLock() {
    if (file_ >= 0) {
      ::close(file_);
    }
  }
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;

  bool is_held() const { return file_ >= 0; }

  /// Where lock files lie (Filesystem Hierarchy Standard 3.0, section 5.9), or the folder for
  /// temporary files.
  static std::filesystem::path usual_folder() {
    const std::filesystem::path locks = "/run/lock";
    std::error_code error;
    return std::filesystem::is_directory(locks, error)
               ? locks
               : std::filesystem::temp_directory_path(error);
  }

 private:
  /// First without O_CREAT: in a folder of all users a kernel may refuse to "create" the file of
  /// another one (fs.protected_regular), though it may be opened.
  static int open_file(const std::filesystem::path& path) {
    constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;
    int file = ::open(path.c_str(), kFlags);
    if (file < 0 && errno == ENOENT) {
      file = ::open(path.c_str(), kFlags | O_CREAT, 0644);
    }
    if (file < 0 && errno == EACCES) {  // another user was faster
      file = ::open(path.c_str(), kFlags);
    }
    return file;
  }

  int file_;
};

/// The lock of the GPUs that this process sees: processes on different GPUs do not wait for each
/// other.
inline std::string name_of_gpu_lock(const char* visible_devices) {
  std::string name = "warpschool-gpu";
  for (const char* at = visible_devices; at != nullptr && *at != '\0'; ++at) {
    const bool plain =
        (*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
    name += at == visible_devices ? "-" : "";
    name += plain ? *at : '_';
  }
  return name;
}

/// That lock. Who times work holds it alone.
class GpuLock : public MachineLock {
 public:
  explicit GpuLock(Kind kind)
      : MachineLock(name_of_gpu_lock(std::getenv("CUDA_VISIBLE_DEVICES")), kind) {}
};

}  // namespace warpschool
