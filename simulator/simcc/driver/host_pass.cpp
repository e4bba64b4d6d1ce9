// Runs the host pass beside the device pass.
#include "simcc/driver/host_pass.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace warpschool::simcc {
namespace {

/// What a process without rights may make a pipe hold. PTX that is longer would have to wait for
/// its reader, which may have given up.
constexpr int kMostBytes = 1 << 20;

/// Writing to a reader that has gone is an error here, not the end.
class NoPipeSignal {
 public:
  NoPipeSignal() : before_(::signal(SIGPIPE, SIG_IGN)) {}
  ~NoPipeSignal() { ::signal(SIGPIPE, before_); }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;

 private:
  void (*before_)(int);
};

}  // namespace

HostPass::HostPass() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return;
  }
  read_end_ = ends[0];
  write_end_ = ends[1];
  const std::string name = "/dev/fd/" + std::to_string(read_end_);
  if (::fcntl(write_end_, F_SETPIPE_SZ, kMostBytes) >= kMostBytes &&
      ::access("/dev/fd", X_OK) == 0) {
    name_ = name;
  }
}

HostPass::~HostPass() {
  stop();
  if (read_end_ >= 0) {
    ::close(read_end_);
  }
}

void HostPass::close_write_end() {
  if (write_end_ >= 0) {
    ::close(write_end_);
    write_end_ = -1;
  }
}

void HostPass::start(const std::vector<std::string>& words, const std::string& temporary) {
  process_ = std::make_unique<ChildProcess>(words, read_end_, temporary);
}

bool HostPass::finish(const std::string& ptx, ProcessOutcome& outcome) {
  if (process_ == nullptr || ptx.size() > static_cast<std::size_t>(kMostBytes)) {
    stop();
    return false;
  }
  const NoPipeSignal quiet;
  const ssize_t written = ::write(write_end_, ptx.data(), ptx.size());
  close_write_end();
  if (written != static_cast<ssize_t>(ptx.size())) {
    stop();
    return false;
  }
  outcome = process_->finish();
  process_.reset();
  return true;
}

void HostPass::stop() {
  process_.reset();  // it reads from the pipe: it goes before the pipe ends
  close_write_end();
}

}  // namespace warpschool::simcc
