// Waits for files to be saved, with inotify.
#include "watch.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <stdexcept>
#include <sys/inotify.h>
#include <unistd.h>

namespace warpschool::warp {
namespace {

/// Editors write a file, rename it and touch it again: one save.
constexpr int kQuietMs = 30;

bool is_readable(int descriptor, int timeout_ms, bool& interrupted) {
  pollfd waiting{descriptor, POLLIN, 0};
  const int ready = ::poll(&waiting, 1, timeout_ms);
  interrupted = ready < 0 && errno == EINTR;
  return ready > 0;
}

}  // namespace

Watch::Watch(const std::filesystem::path& folder, std::set<std::string> files)
    : files_(std::move(files)), descriptor_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)) {
  if (descriptor_ < 0 ||
      ::inotify_add_watch(descriptor_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO) < 0) {
    const std::string why = std::strerror(errno);
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
    throw std::runtime_error(folder.string() + " cannot be watched: " + why);
  }
}

Watch::~Watch() {
  ::close(descriptor_);
}

bool Watch::take_events() {
  alignas(inotify_event) std::array<char, 1U << 14> buffer{};
  bool is_ours = false;
  for (;;) {
    const ssize_t got = ::read(descriptor_, buffer.data(), buffer.size());
    if (got <= 0) {
      return is_ours;
    }
    for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* name = buffer.data() + at + sizeof event;
      is_ours = is_ours || (event.len > 0 && files_.count(name) > 0);
      at += sizeof event + event.len;
    }
  }
}

bool Watch::wait() {
  bool saved = false;
  for (;;) {
    bool interrupted = false;
    if (is_readable(descriptor_, saved ? kQuietMs : -1, interrupted)) {
      saved = take_events() || saved;
    } else if (interrupted || saved) {
      return saved;
    }
  }
}

}  // namespace warpschool::warp
