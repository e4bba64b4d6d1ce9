// Handlers that note the line of the submission's host code.
#include "trace/host_trace.hpp"

#include "call_log.hpp"
#include "device_runtime.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace warpschool::harness {
namespace {

constexpr std::size_t kFrames = 48;
constexpr std::array kDeadly{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
/// So often the processor time of host code is looked at.
constexpr std::uint32_t kTickMs = 250;

/// What handlers need, made before there is anything to handle. Never destroyed.
struct Trace {
  std::string module;
  ModuleLines lines;
  std::array<struct sigaction, kDeadly.size()> before{};
  ModuleLines::Place thrown, thrown_for;  ///< the second: who called what throws
};
Trace* the_trace = nullptr;

enum class Owner { kSubmission, kRuntime, kOther };

/// Whose code is at `pc`, and its place if it is the submission's.
Owner owner_of(const void* pc, ModuleLines::Place& place) {
  Dl_info info{};
  if (::dladdr(pc, &info) == 0 || info.dli_fname == nullptr) {
    return Owner::kOther;
  }
  if (the_trace->module == info.dli_fname) {
    place = the_trace->lines.find(reinterpret_cast<std::uintptr_t>(pc) -
                                  reinterpret_cast<std::uintptr_t>(info.dli_fbase));
    return Owner::kSubmission;
  }
  return std::strstr(info.dli_fname, "cudart") != nullptr ? Owner::kRuntime : Owner::kOther;
}

/// The innermost line of the submission on the stack.
struct Found {
  ModuleLines::Place place;
  bool in_runtime = false;  ///< it called the CUDA runtime, which is at work
  bool in_library = false;  ///< a signal came in code that is not the submission's
};

/// @param pc where a signal came; its callers are on this stack.
Found look(const void* pc) {
  Found found;
  if (pc != nullptr && owner_of(pc, found.place) == Owner::kSubmission && found.place.line > 0) {
    return found;
  }
  found.in_library = pc != nullptr;
  std::array<void*, kFrames> frames{};
  const int depth = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  for (int i = 0; i < depth && found.place.line == 0; ++i) {
    const char* const before = static_cast<const char*>(frames[static_cast<std::size_t>(i)]) - 1;
    found.in_runtime = owner_of(before, found.place) == Owner::kRuntime || found.in_runtime;
  }
  return found;
}

/// The line of the submission that called the function of the first; line 0 if there is none.
ModuleLines::Place second_place(const ModuleLines::Place& first) {
  std::array<void*, kFrames> frames{};
  const int depth = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  bool has_met_first = false;
  for (int i = 0; i < depth; ++i) {
    const char* const before = static_cast<const char*>(frames[static_cast<std::size_t>(i)]) - 1;
    ModuleLines::Place here;
    if (owner_of(before, here) != Owner::kSubmission || here.line == 0) {
      continue;
    }
    if (has_met_first) {
      return here;
    }
    has_met_first = here.line == first.line;
  }
  return {};
}

void note(const Found& found) {
  Breadcrumb* const crumb = call_log().breadcrumb;
  if (crumb == nullptr || found.place.line == 0) {
    return;
  }
  std::strncpy(crumb->file.data(), found.place.file, crumb->file.size() - 1);
  crumb->line = found.place.line;
  crumb->in_call = found.in_runtime ? 1 : 0;
}

struct Machine {
  const void* pc = nullptr;
  std::uintptr_t stack = 0;
};

Machine machine_of(void* context) {
  Machine machine;
#if defined(__x86_64__)
  const mcontext_t& state = static_cast<ucontext_t*>(context)->uc_mcontext;
  std::memcpy(&machine.pc, &state.gregs[REG_RIP], sizeof machine.pc);
  machine.stack = static_cast<std::uintptr_t>(state.gregs[REG_RSP]);
#elif defined(__aarch64__)
  const mcontext_t& state = static_cast<ucontext_t*>(context)->uc_mcontext;
  std::memcpy(&machine.pc, &state.pc, sizeof machine.pc);
  machine.stack = static_cast<std::uintptr_t>(state.sp);
#else
  (void)context;
#endif
  return machine;
}

/// free() and delete look at the words before an allocation; which one that is.
HostCrash cause_in_free(std::uintptr_t address) {
  for (const std::uintptr_t before : {sizeof(std::size_t), 2 * sizeof(std::size_t)}) {
    const std::uintptr_t given = address + before;
    const auto* const place =
        reinterpret_cast<const void*>(given);  // NOLINT(performance-no-int-to-ptr): of a register
    const char* const kind = device::memory_kind(place);
    if (std::strcmp(kind, "device memory") == 0 || std::strcmp(kind, "managed memory") == 0) {
      return HostCrash::kFreedDeviceMemory;
    }
    if (std::strcmp(kind, "pinned host memory") == 0) {
      return HostCrash::kFreedPinnedMemory;
    }
  }
  return HostCrash::kUnknown;
}

HostCrash cause_of(std::uintptr_t address, const Machine& machine, const Found& found) {
  constexpr std::uintptr_t kPage = 4096, kFrame = std::uintptr_t{1} << 16;
  if (address < kPage) {
    return HostCrash::kNullPointer;
  }
  if (machine.stack != 0 && address + kFrame > machine.stack && address < machine.stack + kPage) {
    return HostCrash::kStack;
  }
  // Asking the runtime takes its lock, which is free as long as it is not at work itself.
  const auto* const place =
      reinterpret_cast<const void*>(address);  // NOLINT(performance-no-int-to-ptr): of a register
  if (found.in_runtime) {
    return HostCrash::kUnknown;
  }
  const HostCrash freed = found.in_library ? cause_in_free(address) : HostCrash::kUnknown;
  if (freed != HostCrash::kUnknown) {
    return freed;
  }
  const bool is_device = std::strcmp(device::memory_kind(place), "device memory") == 0;
  return is_device ? HostCrash::kDeviceMemory : HostCrash::kUnknown;
}

void leave_to_those_before(int signal, siginfo_t* info, void* context,
                           const struct sigaction& before) {
  if ((before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction != nullptr) {
    before.sa_sigaction(signal, info, context);  // may well mend what is no crash at all
    return;
  }
  ::signal(signal, SIG_DFL);
  if (info->si_code <= 0) {
    ::raise(signal);  // sent by abort() or raise(): it does not come again by itself
  }
}

void on_deadly_signal(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const Machine machine = machine_of(context);
  const Found found = look(machine.pc);
  note(found);
  if (Breadcrumb* const crumb = call_log().breadcrumb; crumb != nullptr && signal == SIGSEGV) {
    crumb->crash = static_cast<std::uint32_t>(
        cause_of(reinterpret_cast<std::uintptr_t>(info->si_addr), machine, found));
  }
  const auto at = std::find(kDeadly.begin(), kDeadly.end(), signal) - kDeadly.begin();
  leave_to_those_before(signal, info, context, the_trace->before.at(static_cast<std::size_t>(at)));
  errno = error;
}

/// A tick of this thread's processor time, or the judge's question where the code is.
void on_tick(int, siginfo_t* info, void* context) {
  const int error = errno;
  if (Breadcrumb* const crumb = call_log().breadcrumb; crumb != nullptr && crumb->calls == 0) {
    const Found found = look(machine_of(context).pc);
    note(found);
    const bool is_of_host = found.place.line > 0 && !found.in_runtime;
    if (info->si_code == SI_TIMER) {
      crumb->host_ms = is_of_host ? crumb->host_ms + kTickMs : 0;
    }
  }
  errno = error;
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*), int flags,
            struct sigaction* before) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
  ::sigaction(signal, &action, before);
}

/// A full stack has no room for a handler.
void need_signal_stack() {
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  stack_t current{};
  if (::sigaltstack(nullptr, &current) == 0 && (current.ss_flags & SS_DISABLE) == 0) {
    return;
  }
  void* const room = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room != MAP_FAILED) {
    stack_t ours{};
    ours.ss_sp = room;
    ours.ss_size = kBytes;
    ::sigaltstack(&ours, nullptr);
  }
}

/// Signals of this thread's processor time alone: others belong to the simulator.
void start_ticks() {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
#if defined(sigev_notify_thread_id)
  event.sigev_notify_thread_id = static_cast<pid_t>(::syscall(SYS_gettid));
#else
  event._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
#endif
  timer_t timer{};
  constexpr long kTickNs = kTickMs * 1'000'000L;
  const itimerspec every{{0, kTickNs}, {0, kTickNs}};
  if (::timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0) {
    ::timer_settime(timer, 0, &every, nullptr);
  }
}

std::uint32_t the_most_calls = 0;

/// Too many calls: the judge looks every few milliseconds and ends this process.
/// @param call where it returns to; nullptr: nobody knows. Of a launch the stack has the kernel's
/// own line, from clang's function for the host, which may be inlined.
void on_last_call(const void* call) {
  note(look(call == nullptr ? nullptr : static_cast<const char*>(call) - 1));
  if (Breadcrumb* const crumb = call_log().breadcrumb; crumb != nullptr) {
    crumb->calls = the_most_calls;
    for (;;) {
      ::pause();
    }
  }
}

/// exit() runs this with its callers still on the stack.
void on_exit_call() {
  note(look(nullptr));
}

}  // namespace

void trace_host_code(const std::string& module) {
  auto* const trace = new Trace;
  trace->module = module;
  trace->lines = ModuleLines::of(module);
  std::array<void*, 1> frame{};
  ::backtrace(frame.data(), 1);  // loads what it needs now, not inside a handler
  the_trace = trace;
  need_signal_stack();
  for (std::size_t i = 0; i < kDeadly.size(); ++i) {
    handle(kDeadly.at(i), on_deadly_signal, 0, &trace->before.at(i));
  }
  handle(SIGPROF, on_tick, SA_RESTART, nullptr);
  start_ticks();
  std::atexit(on_exit_call);
}

void limit_calls_of_runtime(std::uint32_t most_calls) {
  using LimitCalls = void (*)(unsigned long long, void (*)(const void*));
  static const auto limit_calls =
      reinterpret_cast<LimitCalls>(::dlsym(RTLD_DEFAULT, "warpschool_sim_limit_calls"));
  if (the_trace != nullptr && limit_calls != nullptr) {
    the_most_calls = most_calls;
    limit_calls(most_calls, on_last_call);
  }
}

std::string thrown_at() {
  const ModuleLines::Place place = the_trace == nullptr ? ModuleLines::Place{} : the_trace->thrown;
  if (place.line == 0) {
    return {};
  }
  const std::uint32_t caller = the_trace->thrown_for.line;
  return fmt::format("line {} of {}{}", place.line, place.file,
                     caller == 0 ? "" : fmt::format(", for line {}", caller));
}

namespace detail {
void note_throw() {
  if (the_trace != nullptr) {
    the_trace->thrown = look(nullptr).place;
    the_trace->thrown_for = second_place(the_trace->thrown);
  }
}
}  // namespace detail

}  // namespace warpschool::harness

/// In front of the C++ library's: where an exception was thrown is forgotten once it is caught. By
/// another name here, because compilers have a declaration of their own for the usual one. Weak, so
/// that a C++ library that is linked statically has the say: then such a place is not known.
extern "C" [[noreturn]] void warpschool_throw(void* object, void* type,
                                              void (*destroy)(void*)) __asm__("__cxa_throw");

extern "C" [[noreturn]] __attribute__((weak)) void warpschool_throw(void* object, void* type,
                                                                    void (*destroy)(void*)) {
  using Throw = void (*)(void*, void*, void (*)(void*));
  static const auto next = reinterpret_cast<Throw>(::dlsym(RTLD_NEXT, "__cxa_throw"));
  warpschool::harness::detail::note_throw();
  next(object, type, destroy);
  std::abort();
}
