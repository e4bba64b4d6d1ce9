// What judge and worker call (warpschool/sim/device_process.h): starting a device, talking to it.
#include "runtime/stub/connection.hpp"
#include "runtime/wire/turns.hpp"
#include "warpschool/sim/device_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace warpschool::sim::runtime::stub {
namespace {

struct Order {
  std::uint32_t what = 0;
  std::uint32_t value = 0;
};
constexpr std::uint32_t kQuestion = 1, kReport = 2;
struct Reply {
  std::uint64_t bytes = 0;
};

std::string path_of_device() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&path_of_device), &info) == 0 ||
      info.dli_fname == nullptr) {
    return {};
  }
  const std::string library = info.dli_fname;
  return library.substr(0, library.find_last_of('/') + 1) + "warpschool-device";
}

bool wait_for(int control, int patience_ms) {
  pollfd wanted{control, POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&wanted, 1, patience_ms);
  } while (ready < 0 && errno == EINTR);
  return ready == 1;
}

/// A message with at most one descriptor; -1: there is none.
bool receive(int control, Reply& reply, int& file) {
  iovec part{&reply, sizeof reply};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  file = -1;
  const ssize_t got = ::recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  const cmsghdr* head = got > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (head != nullptr && head->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&file, CMSG_DATA(head), sizeof file);
  }
  return got == sizeof reply;
}

bool order(int control, std::uint32_t what, std::uint32_t value, int patience_ms, Reply& reply,
           int& file) {
  const Order given{what, value};
  return ::send(control, &given, sizeof given, MSG_NOSIGNAL) == sizeof given &&
         wait_for(control, patience_ms) && receive(control, reply, file);
}

std::string read_all(int file, std::uint64_t bytes) {
  std::string text(bytes, '\0');
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t some =
        ::pread(file, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (some <= 0) {
      return {};
    }
    done += static_cast<std::size_t>(some);
  }
  return text;
}

}  // namespace

extern "C" {

size_t warpschool_device_lane_bytes(void) {
  return sizeof(wire::Lanes);
}

void warpschool_device_exec(int control, int lanes, int shared, int output) {
  constexpr int kFirst = 3, kAside = 20;
  const std::string path = path_of_device();
  const std::array<int, 3> given{control, lanes, shared};
  std::array<int, 3> aside{};
  for (std::size_t i = 0; i < given.size(); ++i) {
    aside.at(i) = ::fcntl(given.at(i), F_DUPFD, kAside);
  }
  const int output_copy = ::fcntl(output, F_DUPFD, kAside);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(output_copy, STDOUT_FILENO);
  ::dup2(output_copy, STDERR_FILENO);
  for (std::size_t i = 0; i < aside.size(); ++i) {
    ::dup2(aside.at(i), kFirst + static_cast<int>(i));
  }
  ::close_range(kFirst + 3, ~0U, 0);
  ::setenv("WARPSCHOOL_SIM_REPORT", "json", 1);
  // Its libraries and memory lie low then, where no program has any: what a program shares has to
  // lie at one address in both.
  ::personality(ADDR_COMPAT_LAYOUT);
  ::execl(path.c_str(), "warpschool-device", static_cast<char*>(nullptr));
  ::_exit(127);
}

int warpschool_device_connect(int lanes, int shared) {
  return connect(lanes, shared) ? 0 : -1;
}

int warpschool_device_mark(int mark) {
  Outgoing call(wire::Special::kMark, __builtin_return_address(0));
  call.arguments().put(static_cast<std::uint32_t>(mark));
  const cudaError_t error = call.send();
  return error == cudaSuccess ? call.results().get<cudaError_t>() : error;
}

int warpschool_device_question(int control, int correctness, int patience_ms) {
  Reply reply;
  int file = -1;
  return order(control, kQuestion, correctness != 0 ? 1 : 0, patience_ms, reply, file) ? 0 : -1;
}

const char* warpschool_device_report(int control, int patience_ms) {
  static std::string report;
  Reply reply;
  int file = -1;
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  const bool came = order(control, kReport, 0, patience_ms, reply, file) && file >= 0 &&
                    reply.bytes <= kMostBytes;
  report = came ? read_all(file, reply.bytes) : std::string();
  if (file >= 0) {
    ::close(file);
  }
  return came ? report.c_str() : nullptr;
}

/* Of extension.h: the report is the judge's to take, and options are the judge's to set. */
const char* warpschool_sim_take_report(void) {
  return "";
}

const char* warpschool_sim_identity(void) {
  static thread_local std::string identity;
  Outgoing call(wire::Special::kIdentity);
  identity = call.send() == cudaSuccess ? call.results().text() : std::string("{}");
  return identity.c_str();
}

int warpschool_sim_set_option(const char*, int) {
  return -1;
}

}  // extern "C"

}  // namespace warpschool::sim::runtime::stub
