// What judge and worker call (warpschool/sim/device_process.h): starting a device, talking to it.
#include "runtime/stub/connection.hpp"
#include "runtime/wire/turns.hpp"
#include "warpschool/sim/device_process.h"

#include <algorithm>
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
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace warpschool::sim::runtime::stub {
namespace {

struct Order {
  std::uint32_t what = 0;
  std::uint32_t value = 0;
  std::uint64_t bytes = 0;
};
constexpr std::uint32_t kQuestion = 1, kReport = 2;
struct Reply {
  std::uint64_t bytes = 0;
  std::uint64_t output_bytes = 0;
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

/// What comes with a reply; -1: it does not.
struct Files {
  int report = -1, outputs = -1;
};

/// A message with at most two descriptors.
bool receive(int control, Reply& reply, Files& files) {
  iovec part{&reply, sizeof reply};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Files))> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  files = {};
  const ssize_t got = ::recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  const cmsghdr* head = got > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (head != nullptr && head->cmsg_type == SCM_RIGHTS && head->cmsg_len >= CMSG_LEN(0)) {
    std::memcpy(&files, CMSG_DATA(head),
                std::min(sizeof files, static_cast<std::size_t>(head->cmsg_len - CMSG_LEN(0))));
  }
  return got == sizeof reply;
}

/// @param inputs a file that goes along; -1: none
bool send_order(int control, const Order& given, int inputs) {
  iovec part{const_cast<Order*>(&given), sizeof given};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (inputs >= 0) {
    message.msg_control = room.data();
    message.msg_controllen = room.size();
    cmsghdr* const head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(head), &inputs, sizeof inputs);
  }
  return ::sendmsg(control, &message, MSG_NOSIGNAL) == sizeof given;
}

bool order(int control, const Order& given, int inputs, int patience_ms, Reply& reply,
           Files& files) {
  return send_order(control, given, inputs) && wait_for(control, patience_ms) &&
         receive(control, reply, files);
}

bool read_all(int file, std::uint64_t from, void* to, std::uint64_t bytes) {
  for (std::uint64_t done = 0; done < bytes;) {
    const ssize_t some =
        ::pread(file, static_cast<char*>(to) + done, bytes - done, static_cast<off_t>(from + done));
    if (some <= 0) {
      return false;
    }
    done += static_cast<std::uint64_t>(some);
  }
  return true;
}

/// The last report of this process, the judge's: text, and values of device memory.
class Report {
 public:
  Report() = default;
  ~Report() { forget(); }
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  const std::string& text() const { return text_; }
  void forget();
  bool read(const Files& files, const Reply& reply);
  /// nullptr: there is no such output.
  const std::byte* output(unsigned index, std::uint64_t& bytes) const;

 private:
  bool map(int file, std::uint64_t bytes);

  std::string text_;
  std::vector<std::uint64_t> sizes_;
  const std::byte* values_ = nullptr;
  std::uint64_t bytes_ = 0;
};

void Report::forget() {
  if (values_ != nullptr) {
    ::munmap(const_cast<std::byte*>(std::exchange(values_, nullptr)), bytes_);
  }
  bytes_ = 0;
  text_.clear();
  sizes_.clear();
}

/// The outputs' file, as large as it is said to be, and never smaller again.
bool Report::map(int file, std::uint64_t bytes) {
  struct stat status {};
  const int seals = ::fcntl(file, F_GET_SEALS);
  if (seals < 0 || (seals & F_SEAL_SHRINK) == 0 || ::fstat(file, &status) != 0 ||
      static_cast<std::uint64_t>(status.st_size) < bytes) {
    return false;
  }
  void* const mapped = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED | MAP_POPULATE, file, 0);
  if (mapped == MAP_FAILED) {
    return false;
  }
  values_ = static_cast<const std::byte*>(mapped);
  bytes_ = bytes;
  return true;
}

bool Report::read(const Files& files, const Reply& reply) {
  constexpr std::uint64_t kMostText = std::uint64_t{1} << 30, kMostValues = std::uint64_t{1} << 30;
  constexpr std::uint64_t kMostOutputs = 4096;
  std::uint64_t outputs = 0;
  if (files.report < 0 || reply.bytes > kMostText || reply.output_bytes > kMostValues) {
    return false;
  }
  text_.resize(reply.bytes);
  if (!read_all(files.report, 0, text_.data(), reply.bytes) ||
      !read_all(files.report, reply.bytes, &outputs, sizeof outputs) || outputs > kMostOutputs) {
    return false;
  }
  sizes_.resize(outputs);
  return read_all(files.report, reply.bytes + sizeof outputs, sizes_.data(),
                  outputs * sizeof outputs) &&
         (reply.output_bytes == 0 ||
          (files.outputs >= 0 && map(files.outputs, reply.output_bytes)));
}

const std::byte* Report::output(unsigned index, std::uint64_t& bytes) const {
  static const std::byte nothing{};  // an output without bytes is one all the same
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    if (sizes_[i] > bytes_ - begin) {
      return nullptr;
    }
    if (i == index) {
      bytes = sizes_[i];
      return bytes == 0 ? &nothing : values_ + begin;
    }
    begin += sizes_[i];
  }
  return nullptr;
}

Report& last_report() {
  static Report report;
  return report;
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

int warpschool_device_question(int control, int checks, int inputs, uint64_t input_bytes,
                               int patience_ms) {
  Reply reply;
  Files files;
  const Order given{kQuestion, static_cast<std::uint32_t>(checks), input_bytes};
  return order(control, given, inputs, patience_ms, reply, files) ? 0 : -1;
}

const char* warpschool_device_report(int control, int patience_ms) {
  Reply reply;
  Files files;
  Report& report = last_report();
  report.forget();
  const bool came =
      order(control, {kReport, 0, 0}, -1, patience_ms, reply, files) && report.read(files, reply);
  for (const int file : {files.report, files.outputs}) {
    if (file >= 0) {
      ::close(file);
    }
  }
  return came ? report.text().c_str() : nullptr;
}

const void* warpschool_device_output(unsigned index, uint64_t* bytes) {
  return last_report().output(index, *bytes);
}

int warpschool_device_take_input(void* device, uint64_t offset, uint64_t bytes) {
  Outgoing call(wire::Special::kTakeInput, __builtin_return_address(0));
  call.arguments().put(reinterpret_cast<std::uint64_t>(device));
  call.arguments().put(std::uint64_t{offset});
  call.arguments().put(std::uint64_t{bytes});
  const cudaError_t error = call.send();
  return error == cudaSuccess ? call.results().get<cudaError_t>() : error;
}

int warpschool_device_is_input(const void* device, uint64_t offset, uint64_t bytes, int* same) {
  Outgoing call(wire::Special::kIsInput, __builtin_return_address(0));
  call.arguments().put(reinterpret_cast<std::uint64_t>(device));
  call.arguments().put(std::uint64_t{offset});
  call.arguments().put(std::uint64_t{bytes});
  const cudaError_t error = call.send();
  const cudaError_t status = error == cudaSuccess ? call.results().get<cudaError_t>() : error;
  *same = error == cudaSuccess ? call.results().get<std::uint8_t>() : 0;
  return status;
}

int warpschool_device_give_output(const void* device, uint64_t bytes, unsigned* index) {
  Outgoing call(wire::Special::kGiveOutput, __builtin_return_address(0));
  call.arguments().put(reinterpret_cast<std::uint64_t>(device));
  call.arguments().put(std::uint64_t{bytes});
  const cudaError_t error = call.send();
  const cudaError_t status = error == cudaSuccess ? call.results().get<cudaError_t>() : error;
  *index = error == cudaSuccess ? call.results().get<std::uint32_t>() : 0;
  return status;
}

/* Of extension.h: the report is the judge's to take, and options are the judge's to set. Aligned,
 * so that attacks of the project's tests that write a jump over one of them do not hit the other.
 */
__attribute__((aligned(16))) const char* warpschool_sim_take_report(void) {
  return "";
}

const char* warpschool_sim_identity(void) {
  static thread_local std::string identity;
  Outgoing call(wire::Special::kIdentity);
  identity = call.send() == cudaSuccess ? call.results().text() : std::string("{}");
  return identity.c_str();
}

__attribute__((aligned(16))) int warpschool_sim_set_option(const char*, int) {
  return -1;
}

/* The device does it at the mark of a timed call. */
void warpschool_sim_cool_l2(void) {}

unsigned long long warpschool_sim_host_waits(void) {
  return 0;
}

void warpschool_sim_limit_calls(unsigned long long calls, void (*reached)(const void*)) {
  limit_calls(calls, reached);
}

}  // extern "C"

}  // namespace warpschool::sim::runtime::stub
