// The little of Unix that judge, zygote and worker speak to each other with: message sockets that
// carry descriptors, and memory that both sides see.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace warpschool::harness {

/// Owns one descriptor.
class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  ~UniqueFd() { reset(); }
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    if (this != &other) {
      reset();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  UniqueFd(const UniqueFd&) = delete;
  UniqueFd& operator=(const UniqueFd&) = delete;

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  void reset();

 private:
  int fd_ = -1;
};

/// A pair of connected sockets that keep message boundaries; closed on exec.
std::pair<UniqueFd, UniqueFd> make_channel();

/// Anonymous shared memory of a fixed size that nobody can shrink or grow afterwards.
UniqueFd make_shared_memory(const char* name, std::size_t bytes);

/// A mapping of shared memory, or empty.
class Mapping {
 public:
  Mapping() = default;
  Mapping(int fd, std::size_t bytes, bool writable);
  ~Mapping() { reset(); }
  Mapping(Mapping&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  void reset();

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Has the kernel give pages that are about to be read (or written) at once: a fault for each costs
/// more than the copying. Without effect on few bytes and older kernels.
void fetch_pages(const std::byte* begin, std::size_t bytes);
void make_pages(std::byte* begin, std::size_t bytes);

/// Sends one message with descriptors. False if the other end is gone.
bool send_message(int socket, const void* data, std::size_t size, const std::vector<int>& fds = {});

enum class Received { kMessage, kClosed, kTimeout };
using Clock = std::chrono::steady_clock;

/// Waits for one message of exactly `size` bytes; anything else counts as closed. Descriptors are
/// appended to `fds` if it is given.
Received receive_message(int socket, void* data, std::size_t size,
                         std::optional<Clock::time_point> deadline = {},
                         std::vector<UniqueFd>* fds = nullptr);

/// Waits until the socket has something to read or is closed, or the process behind `pidfd` (if not
/// -1) has ended. False at the deadline.
bool wait_readable(int socket, Clock::time_point deadline, int pidfd = -1);

/// A descriptor that becomes readable when the process ends; empty where the kernel has none.
UniqueFd watch_process(int pid);

}  // namespace warpschool::harness
