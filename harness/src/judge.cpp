// Starts and stops workers for the judge and keeps its deadlines.
#include "judge.hpp"

#include "warpschool/harness/backend.hpp"
#include "warpschool/support/assert.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace warpschool::harness {
namespace {

constexpr std::uint64_t kMostOutputBytes = 64ULL << 20;
constexpr std::size_t kShownOutputBytes = 16U << 10;

/// Thread instructions in which a block must end: a second or two. Blocks of exercises need a
/// two-hundredth of it, or a twentieth where one thread does the work of all, and half of it proves
/// that warps wait for each other for ever. Unlike a time it is the same everywhere.
constexpr std::uint64_t kStallLimit = 1'000'000'000;

Judge* the_judge = nullptr;

}  // namespace

Judge& judge() {
  WARPSCHOOL_ASSERT(the_judge != nullptr, "ask() and its kin work in a judge program only");
  return *the_judge;
}

void set_judge(Judge* judge) {
  the_judge = judge;
}
bool has_judge() {
  return the_judge != nullptr;
}
bool simulated() {
  return judge().simulated();
}

Judge::Judge(Options options, course::Exercise exercise, Zygote zygote, Modules modules)
    : options_(std::move(options)),
      exercise_(std::move(exercise)),
      zygote_(std::move(zygote)),
      modules_(std::move(modules)) {}

Judge::~Judge() = default;

WorkerHandle& Judge::worker(Who who) {
  std::optional<WorkerHandle>& slot = workers_[static_cast<std::size_t>(who)];
  if (!slot) {
    WorkerSpec spec;
    spec.module = who == Who::kStudent ? options_.student : options_.reference;
    spec.module_file = modules_[static_cast<std::size_t>(who)].get();
    spec.memory_bytes = exercise_.limits.memory_bytes;
    spec.output_bytes = kMostOutputBytes;
    spec.confined = who == Who::kStudent;
    if (who == Who::kStudent) {
      spec.stall_limit = options_.stall_limit > 0 ? options_.stall_limit : kStallLimit;
    }
    WorkerHandle handle;
    handle.output = UniqueFd(::memfd_create("output", MFD_CLOEXEC));
    ::fcntl(handle.output.get(), F_SETFL, O_APPEND);
    auto [mine, theirs] = make_channel();
    handle.channel = std::move(mine);
    if (device_process().present()) {
      start_device(spec, handle);
    }
    student_began_ = student_began_ || spec.confined;
    handle.pid = zygote_.spawn(spec, theirs, handle.output);
    handle.life = watch_process(handle.pid);
    slot = std::move(handle);
  }
  return *slot;
}

/// The worker that comes next has a device of its own, which answers to this process.
void Judge::start_device(WorkerSpec& spec, WorkerHandle& handle) {
  DeviceMemory memory = make_device_memory();
  handle.device.shared = std::move(memory.shared);
  device_lanes_ = std::move(memory.lanes);
  spec.lanes = device_lanes_.get();
  spec.shared = handle.device.shared.get();
  auto [mine, theirs] = make_channel();
  handle.device.control = std::move(mine);
  handle.device.pid = zygote_.spawn_device(spec, theirs, handle.output);
  handle.device.life = watch_process(handle.device.pid);
}

Death Judge::reap(Who who, int grace_ms) {
  std::optional<WorkerHandle>& slot = workers_[static_cast<std::size_t>(who)];
  if (!slot) {
    return {};
  }
  const Death death = zygote_.reap(slot->pid, grace_ms);
  if (slot->device.pid > 0) {
    zygote_.reap(slot->device.pid, 0);
  }
  slot.reset();
  return death;
}

void Judge::renew(Who who) {
  const std::optional<WorkerHandle>& slot = workers_[static_cast<std::size_t>(who)];
  if (slot && slot->was_asked) {
    reap(who, 0);
  }
}

std::uint64_t Judge::time_limit_ms(Who who) const {
  std::uint64_t limit = exercise_.limits.run_ms;
  if (who == Who::kReference) {
    return 2 * limit;
  }
  if (options_.run_limit_ms > 0) {
    limit = std::min(limit, options_.run_limit_ms);
  }
  constexpr std::uint64_t kLeastMs = 2'000;
  return timeouts_ == 0 ? limit : std::min(limit, std::max(limit / 10, kLeastMs));
}

std::string take_output(WorkerHandle& worker) {
  struct stat status {};
  ::fstat(worker.output.get(), &status);
  const std::int64_t begin = std::min<std::int64_t>(worker.output_read, status.st_size);
  const auto fresh = static_cast<std::size_t>(status.st_size - begin);
  worker.output_read = status.st_size;
  std::string text(std::min(fresh, kShownOutputBytes), '\0');
  const ssize_t got = ::pread(worker.output.get(), text.data(), text.size(), begin);
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  if (fresh > kShownOutputBytes) {
    text += "\n... and " + std::to_string(fresh - kShownOutputBytes) + " bytes more";
  }
  return text;
}

}  // namespace warpschool::harness
