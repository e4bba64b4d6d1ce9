// The Unix calls that judge, zygote and worker use to talk to each other.
#include "ipc.hpp"

#include "warpschool/harness/wire.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

namespace warpschool::harness {
namespace {

constexpr std::size_t kMostFds = 8;

[[noreturn]] void throw_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void collect_fds(msghdr& header, std::vector<UniqueFd>* fds) {
  for (cmsghdr* part = CMSG_FIRSTHDR(&header); part != nullptr; part = CMSG_NXTHDR(&header, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) {
      continue;
    }
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(part) + i * sizeof(int), sizeof(int));
      UniqueFd owned(fd);
      if (fds != nullptr) {
        fds->push_back(std::move(owned));
      }
    }
  }
}

}  // namespace

void UniqueFd::reset() {
  if (fd_ >= 0) {
    ::close(fd_);
    fd_ = -1;
  }
}

std::pair<UniqueFd, UniqueFd> make_channel() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw_errno("socketpair");
  }
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

UniqueFd make_shared_memory(const char* name, std::size_t bytes) {
  UniqueFd fd(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd || ::ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0) {
    throw_errno("shared memory");
  }
  if (::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    throw_errno("sealing shared memory");
  }
  return fd;
}

Mapping::Mapping(int fd, std::size_t bytes, bool writable) : size_(bytes) {
  if (bytes == 0) {
    return;
  }
  const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  void* address = ::mmap(nullptr, bytes, protection, MAP_SHARED | MAP_NORESERVE, fd, 0);
  if (address == MAP_FAILED) {
    size_ = 0;
    throw_errno("mapping shared memory");
  }
  data_ = static_cast<std::byte*>(address);
}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  if (this != &other) {
    reset();
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
  }
  return *this;
}

void Mapping::reset() {
  if (data_ != nullptr) {
    ::munmap(data_, size_);
    data_ = nullptr;
    size_ = 0;
  }
}

namespace {

/// Without the pages at either end, which others may share.
void advise(const std::byte* begin, std::size_t bytes, int advice) {
  constexpr std::size_t kPage = 4096, kLeast = 16 * kPage;
  if (bytes < kLeast) {
    return;
  }
  const std::size_t left_out = (kPage - reinterpret_cast<std::uintptr_t>(begin) % kPage) % kPage;
  ::madvise(const_cast<std::byte*>(begin) + left_out, (bytes - left_out) / kPage * kPage, advice);
}

}  // namespace

#ifndef MADV_POPULATE_READ  // Linux 5.14
#  define MADV_POPULATE_READ 22
#  define MADV_POPULATE_WRITE 23
#endif

void fetch_pages(const std::byte* begin, std::size_t bytes) {
  advise(begin, bytes, MADV_POPULATE_READ);
}

void make_pages(std::byte* begin, std::size_t bytes) {
  advise(begin, bytes, MADV_POPULATE_WRITE);
}

void Writer::make_room(std::size_t count) {
  if (out_ != nullptr) {
    make_pages(out_ + size_, std::min(count, capacity_ - size_));
  }
}

bool send_message(int socket, const void* data, std::size_t size, const std::vector<int>& fds) {
  iovec part{const_cast<void*>(data), size};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostFds * sizeof(int))> control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (!fds.empty()) {
    const std::size_t bytes = std::min(fds.size(), kMostFds) * sizeof(int);
    header.msg_control = control.data();
    header.msg_controllen = CMSG_SPACE(bytes);
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(bytes);
    std::memcpy(CMSG_DATA(rights), fds.data(), bytes);
  }
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(socket, &header, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(size);
}

UniqueFd watch_process(int pid) {
  return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

bool wait_readable(int socket, Clock::time_point deadline, int pidfd) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    std::array<pollfd, 2> entries{pollfd{socket, POLLIN, 0}, pollfd{pidfd, POLLIN, 0}};
    const int ready = ::poll(entries.data(), entries.size(),
                             static_cast<int>(std::clamp<long long>(left, 0, 60'000)));
    if (ready > 0) {
      return true;
    }
    if (ready < 0 && errno != EINTR) {
      throw_errno("poll");
    }
    if (Clock::now() >= deadline) {
      return false;
    }
  }
}

Received receive_message(int socket, void* data, std::size_t size,
                         std::optional<Clock::time_point> deadline, std::vector<UniqueFd>* fds) {
  if (deadline && !wait_readable(socket, *deadline)) {
    return Received::kTimeout;
  }
  iovec part{data, size};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostFds * sizeof(int))> control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  ssize_t got = 0;
  do {
    got = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got > 0) {
    collect_fds(header, fds);
  }
  return got == static_cast<ssize_t>(size) ? Received::kMessage : Received::kClosed;
}

}  // namespace warpschool::harness
