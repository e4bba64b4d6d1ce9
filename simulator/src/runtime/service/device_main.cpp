// warpschool-device: a simulated device as a process of its own.
//
// It is started for one worker, by the process that starts workers, with three descriptors: the
// judge's socket, the lanes that the worker's runtime talks through, and the memory that worker and
// device share. It ends with whoever started it.
#include "runtime/base/observer.hpp"
#include "runtime/base/settings.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/service/call_marks.hpp"
#include "runtime/service/remote_program.hpp"
#include "runtime/service/sealed_values.hpp"
#include "warpschool/sim/extension.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <malloc.h>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace warpschool::sim::runtime::service {
namespace {

constexpr int kControl = 3, kLanesFile = 4, kShared = 5;

/// The judge's orders, and what it gets (warpschool/sim/device_process.h).
struct Order {
  std::uint32_t what = 0;
  std::uint32_t value = 0;
  std::uint64_t bytes = 0;  ///< of the inputs, whose file comes with it
};
enum class What : std::uint32_t { kQuestion = 1, kReport };
/// With it come the text, how many outputs there are and how large each is, in one file, and all
/// outputs in another.
struct Reply {
  std::uint64_t bytes = 0;         ///< of the text
  std::uint64_t output_bytes = 0;  ///< of all outputs
};

wire::Lanes* g_lanes = nullptr;

[[noreturn]] void fail(const char* why) {
  std::fprintf(stderr, "warpschool-device: %s\n", why);
  ::_exit(EXIT_FAILURE);
}

/// Each lane's thread waits for its first call, and makes sure then that another one waits.
void serve_lane(unsigned number) {
  wire::Lane& lane = g_lanes->lanes[number];
  bool is_first = true;
  for (;;) {
    std::vector<std::byte> message;
    wire::receive(lane, wire::Side::kDevice, message, is_first);
    if (is_first && number + 1 < wire::kLanes) {
      std::thread(serve_lane, number + 1).detach();
    }
    is_first = false;
    answer_call(lane, message);
  }
}

/// As warpschool_device_question has `checks`.
void begin(std::uint32_t checks) {
  {
    Runtime& runtime = Runtime::instance();
    const std::unique_lock<std::mutex> lock = runtime.lock();
    DeviceOptions& options = runtime.options();
    set_option(options, "races", checks == 1);
    set_option(options, "uninitialised", checks == 1);
    set_option(options, "barriers", true);
    set_option(options, "counters", true);
    runtime.timeline().set_uneven(checks == 2);
  }
  begin_question();
}

/// The runtime's report with what is known of the calls.
std::string report() {
  const std::string calls = calls_json();
  std::string text = warpschool_sim_take_report();
  note_report_taken();
  const std::size_t end = text.find_last_of('}');
  if (end == std::string::npos) {
    return text;
  }
  return text.substr(0, end) + ",\"calls\":" + calls + "}";
}

void write_all(int file, const void* data, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t some = ::write(file, static_cast<const std::byte*>(data) + done, bytes - done);
    if (some <= 0) {
      fail("there is no memory for the report");
    }
    done += static_cast<std::size_t>(some);
  }
}

/// The report and what was given, in two files: text and sizes, and the outputs (none where nothing
/// was given).
void send_report(const std::string& text, Outputs outputs) {
  const int file = ::memfd_create("report", MFD_CLOEXEC);
  write_all(file, text.data(), text.size());
  const std::uint64_t count = outputs.bytes.size();
  write_all(file, &count, sizeof count);
  write_all(file, outputs.bytes.data(), count * sizeof(std::uint64_t));
  Reply reply{text.size(), outputs.all_bytes};
  const std::array<int, 2> files{file, outputs.file};
  const std::size_t sent = outputs.file >= 0 ? 2 : 1;
  iovec part{&reply, sizeof reply};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof files)> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = CMSG_SPACE(sent * sizeof(int));
  cmsghdr* head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sent * sizeof(int));
  std::memcpy(CMSG_DATA(head), files.data(), sent * sizeof(int));
  if (outputs.file >= 0) {
    ::fcntl(outputs.file, F_ADD_SEALS, F_SEAL_SHRINK);  // the judge maps it
  }
  ::sendmsg(kControl, &message, MSG_NOSIGNAL);
  for (std::size_t i = 0; i < sent; ++i) {
    ::close(files.at(i));
  }
}

/// An order, and the file that comes with it (-1: none).
ssize_t receive(Order& order, int& file) {
  iovec part{&order, sizeof order};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  const ssize_t got = ::recvmsg(kControl, &message, MSG_CMSG_CLOEXEC);
  const cmsghdr* const head = got > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
  file = -1;
  if (head != nullptr && head->cmsg_type == SCM_RIGHTS) {
    std::memcpy(&file, CMSG_DATA(head), sizeof file);
  }
  return got;
}

[[noreturn]] void serve_judge() {
  for (;;) {
    Order order;
    int file = -1;
    const ssize_t got = receive(order, file);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got != sizeof order) {
      ::_exit(EXIT_SUCCESS);  // the judge is gone
    }
    if (order.what == static_cast<std::uint32_t>(What::kQuestion)) {
      if (!begin_sealed_values(file, order.bytes)) {
        fail("the inputs cannot be mapped");
      }
      begin(order.value);
    } else if (order.what == static_cast<std::uint32_t>(What::kReport)) {
      send_report(report(), take_outputs());
    }
    if (order.what == static_cast<std::uint32_t>(What::kQuestion)) {
      const Reply reply;
      ::send(kControl, &reply, sizeof reply, MSG_NOSIGNAL);
    }
  }
}

/// What a launch needs is made anew for each, some hundred kilobytes: given back to the system in
/// between, its pages would have to be cleared and mapped again. One heap serves all lanes, which
/// seldom work at the same time; each of their own would begin with fresh pages.
void keep_freed_memory() {
  constexpr int kMostOfAPiece = 32 << 20, kMostKept = 64 << 20, kStep = 1 << 20;
  ::mallopt(M_ARENA_MAX, 1);
  ::mallopt(M_MMAP_THRESHOLD, kMostOfAPiece);
  ::mallopt(M_TRIM_THRESHOLD, kMostKept);
  ::mallopt(M_TOP_PAD, kStep);
}

void run() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  struct stat lanes {
  }, shared{};
  if (::fstat(kLanesFile, &lanes) != 0 || ::fstat(kShared, &shared) != 0 ||
      static_cast<std::size_t>(lanes.st_size) < sizeof(wire::Lanes)) {
    fail("this program is started by judges, not by people");
  }
  void* const memory =
      ::mmap(nullptr, sizeof(wire::Lanes), PROT_READ | PROT_WRITE, MAP_SHARED, kLanesFile, 0);
  if (memory == MAP_FAILED) {
    fail("the lanes cannot be mapped");
  }
  g_lanes = static_cast<wire::Lanes*>(memory);
  set_program(new RemoteProgram(kShared, static_cast<std::size_t>(shared.st_size)));
  std::thread(serve_lane, 0).detach();
  serve_judge();
}

}  // namespace
}  // namespace warpschool::sim::runtime::service

int main() {
  try {
    warpschool::sim::runtime::service::keep_freed_memory();
    warpschool::sim::runtime::service::run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "warpschool-device: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
