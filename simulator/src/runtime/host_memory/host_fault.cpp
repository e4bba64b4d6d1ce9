// Memory faults of host code: a device pointer that it followed, memory that was freed, memory that
// it should have waited for. The first two end the program as on a real machine, here with the
// reason; the last one goes on. Other signals that end the program leave time for its report.
#include "runtime/host_memory/host_fault.hpp"

#include "runtime/base/addresses.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/core/exit_report.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/host_memory/host_access.hpp"
#include "runtime/host_memory/host_fault_reports.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <execinfo.h>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

struct sigaction g_previous;

void write_text(const char* text) {
  // Nothing can be done about an error inside a signal handler.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, std::strlen(text));
}

/// Looking for the line needs more room than a signal stack of the usual size has.
bool has_room() {
  constexpr std::size_t kRoom = std::size_t{64} << 10;
  stack_t stack{};
  ::sigaltstack(nullptr, &stack);
  return (stack.ss_flags & SS_ONSTACK) == 0 || stack.ss_size >= kRoom;
}

/// The program survives this one.
void tell_early(const HostAccess& access, std::uintptr_t address, const HostGuard::Early& early) {
  try {
    if (!is_inside() && has_room()) {
      Runtime& runtime = Runtime::instance();
      const std::lock_guard<std::mutex> lock(runtime.mutex());
      const Memory* memory = runtime.existing_memory();
      if (memory != nullptr) {
        runtime.recorder().fault(too_early(*memory, access, address, early));
      }
      return;
    }
  } catch (...) {
    // no memory to say more than the following
  }
  write_text(
      "warpschool: host code used memory that a kernel or a copy may still be using; call "
      "cudaDeviceSynchronize() before\n");
}

/// The launches may have used other bytes of the block only. Of a call that sets what it was told
/// to set, as cudaMallocManaged(&object->pointer, n), it cannot be found out here.
bool concerns_nobody(const HostAccess& access, std::uintptr_t address,
                     const HostGuard::Early& early) {
  if (!early.is_of_launches || is_inside()) {
    return early.launch_count != 0;
  }
  Runtime& runtime = Runtime::instance();
  const std::lock_guard<std::mutex> lock(runtime.mutex());
  const Device& device = runtime.device();
  if (!access.is_write && device.never_written(address)) {
    return true;
  }
  return early.launch_count != 0 &&
         std::all_of(early.launches.begin(), early.launches.begin() + early.launch_count,
                     [&](const WorkMark& launch) {
                       return device.left_alone(launch.generation, launch.lane, launch.number,
                                                address, access.is_write);
                     });
}

/// free() and delete look at what lies before a block: before one of ours there is nothing.
bool is_before_host_memory(const Memory& memory, std::uintptr_t address) {
  constexpr std::int64_t kHeader = 64;
  const std::optional<AllocationRef> next = memory.nearest(address, 1);
  return next && next->distance < 0 && next->distance >= -kHeader &&
         !memory.in_device_window(address);
}

/// Behind a managed or pinned block of the runtime, among the addresses that are nobody's.
bool is_behind_host_memory(const Memory& memory, const HostBlocks& blocks, std::uintptr_t address) {
  const std::optional<AllocationRef> block = memory.nearest(address, 1);
  return block && block->distance > 0 && blocks.owns(pointer_to(block->begin));
}

/// The lowest address that the stack of the main thread may grow to.
std::uintptr_t end_of_stack() {
  rlimit limit{};
  pthread_attr_t attributes;
  void* begin = nullptr;
  std::size_t bytes = 0;
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
      ::pthread_getattr_np(::pthread_self(), &attributes) != 0) {
    return 0;
  }
  ::pthread_attr_getstack(&attributes, &begin, &bytes);
  ::pthread_attr_destroy(&attributes);
  return reinterpret_cast<std::uintptr_t>(begin);
}

std::uintptr_t g_end_of_stack = 0;

/// Is it in the current function's frame, or just below, and beyond the stack?
bool is_beyond_stack(const HostAccess& access, std::uintptr_t address) {
  constexpr std::uintptr_t kGap = std::uintptr_t{1} << 16;
  return g_end_of_stack != 0 && access.stack != 0 && access.stack < g_end_of_stack + kGap &&
         address + kGap >= access.stack && address < g_end_of_stack + kGap;
}

/// What ends the program.
struct Deadly {
  HostAccess access;
  std::uintptr_t address;
};

void tell_deadly(Runtime& runtime, const void* what) {
  const Deadly& deadly = *static_cast<const Deadly*>(what);
  const Memory* memory = runtime.existing_memory();
  if (is_beyond_stack(deadly.access, deadly.address)) {
    runtime.recorder().fault(stack_overflow(deadly.access, deadly.address));
    return;
  }
  if (memory == nullptr) {
    return;
  }
  if (memory->in_device_window(deadly.address)) {
    runtime.recorder().fault(device_pointer(*memory, deadly.access, deadly.address));
  } else if (runtime.host_blocks().was_freed(pointer_to(deadly.address))) {
    runtime.recorder().fault(freed_memory(*memory, deadly.access, deadly.address));
  } else if (is_before_host_memory(*memory, deadly.address)) {
    runtime.recorder().fault(before_host_memory(*memory, deadly.access, deadly.address));
  } else if (is_behind_host_memory(*memory, runtime.host_blocks(), deadly.address)) {
    runtime.recorder().fault(behind_host_memory(*memory, deadly.access, deadly.address));
  }
}

/// Where a copy of the runtime goes on if one of its sides cannot be read or written.
thread_local sigjmp_buf* t_escape = nullptr;

#if defined(__x86_64__)

constexpr greg_t kTrapFlag = 0x100;  // of the flags: a trap after one instruction

/// What was opened for the one instruction that runs now; 0: nothing.
thread_local std::uintptr_t t_stepped = 0;

void on_trap(int signal, siginfo_t*, void* context) {
  if (t_stepped == 0) {  // somebody else's
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag;
  Runtime::instance().guard().close_again(t_stepped);
  t_stepped = 0;
}

/// A program may have a handler of its own, as debuggers do.
bool handles_traps() {
  struct sigaction current;
  if (::sigaction(SIGTRAP, nullptr, &current) != 0) {
    return false;
  }
  if ((current.sa_flags & SA_SIGINFO) != 0) {
    return current.sa_sigaction == on_trap;
  }
  const struct sigaction ours = action_of(on_trap, SA_ONSTACK);
  return current.sa_handler == SIG_DFL && ::sigaction(SIGTRAP, &ours, nullptr) == 0;
}

#endif

/// Lets this one access through, and closes the page again after it.
void step_over(void* context, std::uintptr_t address) {
  HostGuard& guard = Runtime::instance().guard();
#if defined(__x86_64__)
  if (t_stepped == 0 && guard.passes_once(address) && handles_traps()) {
    static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
    t_stepped = address;
    return;
  }
#else
  (void)context;
#endif
  guard.leave_open(address);
}

/// Returns: the access is made again, and either succeeds now or takes its usual course.
void on_segmentation_fault(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const HostAccess access = access_of(context);
  HostGuard::Early early;
  switch (Runtime::instance().guard().on_access(address, access.is_write, early)) {
    case HostGuard::Answer::kOfDevice:
      return;
    case HostGuard::Answer::kTooEarly:
      if (concerns_nobody(access, address, early)) {
        step_over(context, address);
        return;
      }
      Runtime::instance().guard().leave_open(address);
      tell_early(access, address, early);
      return;
    case HostGuard::Answer::kUnknown:
      break;
  }
  if (t_escape != nullptr) {
    siglongjmp(*t_escape, 1);
  }
  static std::atomic_flag told = ATOMIC_FLAG_INIT;
  if (told.test_and_set()) {  // the program's own handler has passed it on to this one
    ::signal(signal, SIG_DFL);
    return;
  }
  const Deadly deadly{access, address};
  report_before_death(tell_deadly, &deadly);
  ::sigaction(signal, &g_previous, nullptr);
}

/// Of the program's other ends nothing is known but that they come. Only where the program has no
/// handler of its own.
void on_deadly_signal(int signal, siginfo_t* info, void*) {
  report_before_death();
  ::signal(signal, SIG_DFL);
  if (info->si_code <= 0) {
    ::raise(signal);  // sent by abort() or raise(): it does not come again by itself
  }
}

/// A blocked one would end the program.
void unblock_memory_faults() {
  sigset_t fault;
  ::sigemptyset(&fault);
  ::sigaddset(&fault, SIGSEGV);
  ::pthread_sigmask(SIG_UNBLOCK, &fault, nullptr);
}

}  // namespace

namespace {

/// A handler needs another stack where the usual one is full. @return SA_ONSTACK if there is one.
int need_signal_stack() {
  constexpr std::size_t kBytes = std::size_t{1}
                                 << 20;  // of addresses; looking for lines takes room
  stack_t current{};
  if (::sigaltstack(nullptr, &current) != 0 || (current.ss_flags & SS_DISABLE) == 0) {
    return current.ss_flags == 0 ? SA_ONSTACK : 0;
  }
  void* const room = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) {
    return 0;
  }
  stack_t ours{};
  ours.ss_sp = room;
  ours.ss_size = kBytes;
  return ::sigaltstack(&ours, nullptr) == 0 ? SA_ONSTACK : 0;
}

/// Large arrays fill the stack before main has called anything: this begins when the library is
/// loaded.
__attribute__((constructor)) void watch_stack() {
  struct sigaction current;
  if (::sigaction(SIGSEGV, nullptr, &current) != 0 || current.sa_handler != SIG_DFL ||
      need_signal_stack() == 0) {
    return;
  }
  g_end_of_stack = end_of_stack();
  const struct sigaction ours = action_of(on_segmentation_fault, SA_ONSTACK);
  ::sigaction(SIGSEGV, &ours, &g_previous);
}

}  // namespace

void watch_host_accesses() {
  unblock_memory_faults();
  struct sigaction current;
  if (::sigaction(SIGSEGV, nullptr, &current) != 0 ||
      current.sa_sigaction == on_segmentation_fault) {
    return;
  }
  // The program's own handler comes after this one, which it may have replaced.
  const struct sigaction ours = action_of(on_segmentation_fault, current.sa_flags & SA_ONSTACK);
  ::sigaction(SIGSEGV, &ours, &g_previous);
}

void watch_deadly_signals() {
  std::array<void*, 1> frame{};
  ::backtrace(frame.data(), 1);  // loads what it needs now, not inside the handler
  for (const int signal : {SIGABRT, SIGFPE, SIGILL, SIGBUS}) {
    struct sigaction current;
    if (::sigaction(signal, nullptr, &current) == 0 && current.sa_handler == SIG_DFL) {
      const struct sigaction ours = action_of(on_deadly_signal, 0);
      ::sigaction(signal, &ours, nullptr);
    }
  }
}

/// The lock is free: this thread of the device answers for a thread of the program.
AfterAccess judge_remote_access(const HostAccess& access, std::uintptr_t address) {
  HostGuard& guard = Runtime::instance().guard();
  HostGuard::Early early;
  HostGuard::Answer answer = HostGuard::Answer::kUnknown;
  {
    const std::unique_lock<std::mutex> lock = Runtime::instance().lock();
    answer = guard.on_access(address, access.is_write, early);
  }
  if (answer != HostGuard::Answer::kTooEarly) {
    return answer == HostGuard::Answer::kUnknown ? AfterAccess::kUnknown : AfterAccess::kGoOn;
  }
  const bool is_harmless = concerns_nobody(access, address, early);
  {
    const std::unique_lock<std::mutex> lock = Runtime::instance().lock();
    if (is_harmless && guard.passes_once(address)) {
      return AfterAccess::kStepOver;
    }
    guard.leave_open(address);
  }
  if (!is_harmless) {
    tell_early(access, address, early);
  }
  return AfterAccess::kGoOn;
}

bool read_program(void* to, const void* from, std::size_t bytes) {
  RemoteHost* const remote = remote_host();
  return remote == nullptr ? copy_guarded(to, from, bytes) : remote->read(to, from, bytes);
}

bool copy_guarded(void* to, const void* from, std::size_t bytes) {
  sigjmp_buf escape;
  sigjmp_buf* const outer = t_escape;
  if (sigsetjmp(escape, 0) != 0) {  // saves no mask: that would be a system call for each copy
    unblock_memory_faults();
    t_escape = outer;
    return false;
  }
  t_escape = &escape;
  std::atomic_signal_fence(std::memory_order_seq_cst);  // for the handler
  std::memmove(to, from, bytes);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  t_escape = outer;
  return true;
}

}  // namespace warpschool::sim::runtime
