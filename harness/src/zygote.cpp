// The zygote: forks workers on demand and reaps them.
#include "zygote.hpp"

#include "worker.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <set>
#include <signal.h>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace warpschool::harness {
namespace {

using namespace std::chrono_literals;

constexpr auto kZygoteDeadline = 10s;

enum class Order : std::uint32_t { kSpawn, kSpawnDevice, kBury };

struct Command {
  Order order = Order::kSpawn;
  std::int32_t pid = 0;
  std::int32_t grace_ms = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t output_bytes = 0;
  std::uint64_t stall_limit = 0;
  std::uint32_t confined = 0;
  std::array<char, 4096> module{};
};

struct Reply {
  std::int32_t pid = 0;
  std::int32_t wait_status = 0;
  std::uint32_t killed_by_us = 0;
};

/// The zygote's side. One object, in one process, on one thread.
class WorkerSupervisor {
 public:
  explicit WorkerSupervisor(int channel) : channel_(channel) {
    // Opened before this process hides itself: afterwards /proc refuses it to anyone but root.
    const std::string path = "/proc/self/task/" + std::to_string(::getpid()) + "/children";
    children_fd_ = UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  }

  [[noreturn]] void serve() {
    for (;;) {
      Command command;
      std::vector<UniqueFd> fds;
      if (receive_message(channel_, &command, sizeof command, {}, &fds) != Received::kMessage) {
        end_everything();
      }
      Reply reply;
      if (command.order != Order::kBury) {
        reply.pid = spawn(command, fds);
      } else {
        reply = reap(command);
      }
      if (!send_message(channel_, &reply, sizeof reply)) {
        end_everything();
      }
    }
  }

 private:
  int spawn(const Command& command, std::vector<UniqueFd>& fds) {
    if (fds.size() != 3 && fds.size() != 5) {
      return -1;
    }
    const int parent = ::getpid();
    int pid = ::fork();
    for (int attempt = 0; pid < 0 && attempt < 20; ++attempt) {  // other jobs' processes go as well
      std::this_thread::sleep_for(50ms);
      pid = ::fork();
    }
    if (pid == 0) {
      const bool has_device = fds.size() == 5;
      const WorkerSpec spec{command.module.data(),          command.memory_bytes,
                            command.output_bytes,           command.stall_limit,
                            command.confined != 0,          fds[2].get(),
                            has_device ? fds[3].get() : -1, has_device ? fds[4].get() : -1};
      if (command.order == Order::kSpawnDevice) {
        run_device(spec, fds[0].get(), fds[1].get(), parent);
      }
      run_worker(spec, fds[0].get(), fds[1].get(), parent);
    }
    if (pid > 0) {
      workers_.insert(pid);
    }
    return pid;
  }

  Reply reap(const Command& command) {
    Reply reply;
    reply.pid = command.pid;
    if (workers_.erase(command.pid) == 0) {
      return reply;
    }
    int status = 0;
    const auto deadline = Clock::now() + std::chrono::milliseconds(command.grace_ms);
    int gone = reap(command.pid, status);
    while (gone == 0 && Clock::now() < deadline) {
      std::this_thread::sleep_for(200us);
      gone = reap(command.pid, status);
    }
    if (gone == 0) {
      reply.killed_by_us = 1;
      ::kill(command.pid, SIGKILL);
      ::kill(-command.pid, SIGKILL);
      ::waitpid(command.pid, &status, 0);
    }
    ::kill(-command.pid, SIGKILL);
    reply.wait_status = status;
    sweep();
    return reply;
  }

  /// 0 while the worker runs. It may have been reaped while another worker's orphans were.
  int reap(int pid, int& status) {
    if (const auto earlier = died_.find(pid); earlier != died_.end()) {
      status = earlier->second;
      died_.erase(earlier);
      return pid;
    }
    return ::waitpid(pid, &status, WNOHANG);
  }

  /// Ends what a dead worker left behind, even in other sessions: orphans become children of this
  /// subreaper.
  void sweep() {
    for (int round = 0; round < 200; ++round) {
      bool found = false;
      for (const int pid : children()) {
        if (workers_.count(pid) == 0) {
          found = true;
          ::kill(pid, SIGKILL);
        }
      }
      int status = 0;
      int pid = 0;
      while ((pid = ::waitpid(-1, &status, WNOHANG)) > 0) {
        if (workers_.count(pid) != 0) {
          died_[pid] = status;
        }
      }
      if (!found) {
        return;
      }
      std::this_thread::sleep_for(500us);
    }
  }

  std::vector<int> children() const {
    std::vector<int> pids;
    std::string text;
    std::array<char, 4096> chunk{};
    ssize_t got = 0;
    off_t at = 0;
    while (children_fd_ &&
           (got = ::pread(children_fd_.get(), chunk.data(), chunk.size(), at)) > 0) {
      text.append(chunk.data(), static_cast<std::size_t>(got));
      at += got;
    }
    std::size_t begin = 0;
    while (begin < text.size()) {
      std::size_t end = text.find(' ', begin);
      end = end == std::string::npos ? text.size() : end;
      if (end > begin) {
        pids.push_back(std::atoi(text.substr(begin, end - begin).c_str()));
      }
      begin = end + 1;
    }
    return pids;
  }

  [[noreturn]] void end_everything() {
    for (const int pid : workers_) {
      ::kill(pid, SIGKILL);
      ::kill(-pid, SIGKILL);
    }
    workers_.clear();
    sweep();
    ::_exit(0);
  }

  int channel_;
  UniqueFd children_fd_;
  std::set<int> workers_;
  std::map<int, int> died_;  ///< wait status of workers that are not reaped yet
};

Reply converse(UniqueFd& channel, int zygote, const Command& command, const std::vector<int>& fds) {
  Reply reply;
  if (!send_message(channel.get(), &command, sizeof command, fds) ||
      receive_message(channel.get(), &reply, sizeof reply, Clock::now() + kZygoteDeadline) !=
          Received::kMessage) {
    // It may have been stopped: what does not run cannot be waited for.
    channel.reset();
    if (zygote > 0) {
      ::kill(zygote, SIGKILL);
    }
    throw WorkersLost();
  }
  return reply;
}

}  // namespace

void wipe_arguments(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::memset(argv[i], 0, std::strlen(argv[i]));
  }
}

void hide_process() {
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

Zygote start_zygote(int argc, char** argv) {
  auto [judge_end, zygote_end] = make_channel();
  const int pid = ::fork();
  if (pid < 0) {
    throw std::runtime_error("cannot start the process that starts workers");
  }
  if (pid == 0) {
    wipe_arguments(argc, argv);
    // Whatever else the judge was born with (a file for the result, say) is none of the workers'
    // business.
    constexpr int kChannel = 3;
    ::dup2(zygote_end.get(), kChannel);
    ::close_range(kChannel + 1, ~0U, 0);
    // Ctrl-C reaches the whole foreground group; the zygote outlives the judge just long enough to
    // end the workers.
    ::signal(SIGINT, SIG_IGN);
    ::signal(SIGTERM, SIG_IGN);
    ::signal(SIGHUP, SIG_IGN);
    ::signal(SIGPIPE, SIG_IGN);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    WorkerSupervisor supervisor(kChannel);
    hide_process();
    supervisor.serve();
  }
  return {std::move(judge_end), pid};
}

void Zygote::end() {
  channel_.reset();
  if (pid_ > 0) {
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }
}

namespace {

int spawn_process(UniqueFd& channel, int zygote, Order order, const WorkerSpec& spec,
                  const UniqueFd& worker_channel, const UniqueFd& output) {
  Command command;
  command.order = order;
  command.memory_bytes = spec.memory_bytes;
  command.output_bytes = spec.output_bytes;
  command.stall_limit = spec.stall_limit;
  command.confined = spec.confined ? 1 : 0;
  if (spec.module.size() >= command.module.size()) {
    throw std::runtime_error("the path of the module is too long");
  }
  std::copy(spec.module.begin(), spec.module.end(), command.module.begin());
  std::vector<int> fds{worker_channel.get(), output.get(), spec.module_file};
  if (spec.lanes >= 0) {
    fds.push_back(spec.lanes);
    fds.push_back(spec.shared);
  }
  const Reply reply = converse(channel, zygote, command, fds);
  if (reply.pid <= 0) {
    throw std::runtime_error("cannot start a worker process");
  }
  return reply.pid;
}

}  // namespace

int Zygote::spawn(const WorkerSpec& spec, const UniqueFd& worker_channel, const UniqueFd& output) {
  return spawn_process(channel_, pid_, Order::kSpawn, spec, worker_channel, output);
}

int Zygote::spawn_device(const WorkerSpec& spec, const UniqueFd& control, const UniqueFd& output) {
  return spawn_process(channel_, pid_, Order::kSpawnDevice, spec, control, output);
}

Death Zygote::reap(int pid, int grace_ms) {
  Command command;
  command.order = Order::kBury;
  command.pid = pid;
  command.grace_ms = grace_ms;
  const Reply reply = converse(channel_, pid_, command, {});
  return {reply.wait_status, reply.killed_by_us != 0};
}

}  // namespace warpschool::harness
