// Memory faults of the program: asks the device whether the host was too early.
#include "runtime/host_memory/host_access.hpp"
#include "runtime/stub/connection.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <mutex>
#include <sys/mman.h>
#include <ucontext.h>
#include <utility>

namespace warpschool::sim::runtime::stub {
namespace {

struct sigaction g_before;
thread_local sigjmp_buf* t_escape = nullptr;
thread_local std::uintptr_t t_stepped = 0;  ///< opened for the one instruction that runs now

/// Pages that the device has closed at some time. Read by handlers of signals: an entry is whole
/// when it is counted, and never changes.
struct Pages {
  std::uintptr_t begin = 0, end = 0;
};
constexpr std::size_t kMostPages = 1024;  ///< beyond them any address may be among them
std::array<Pages, kMostPages> g_pages;
std::atomic<std::size_t> g_pages_count{0};
std::mutex g_pages_mutex;

bool was_protected(std::uintptr_t address) {
  const std::size_t count = g_pages_count.load(std::memory_order_acquire);
  return count == kMostPages ||
         std::any_of(
             g_pages.begin(), g_pages.begin() + static_cast<std::ptrdiff_t>(count),
             [&](const Pages& pages) { return address >= pages.begin && address < pages.end; });
}

void close_again() {
  Outgoing call(wire::Special::kStepped);
  call.arguments().put(std::uint64_t{std::exchange(t_stepped, 0)});
  call.send();
}

#if defined(__x86_64__)
constexpr greg_t kTrapFlag = 0x100;

void on_trap(int signal, siginfo_t*, void* context) {
  if (t_stepped == 0) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag;
  close_again();
}
#endif

void step_over(std::uintptr_t address, void* context) {
  t_stepped = address;
#if defined(__x86_64__)
  const struct sigaction ours = action_of(on_trap, SA_ONSTACK);
  ::sigaction(SIGTRAP, &ours, nullptr);
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
#else
  (void)context;
  t_stepped = 0;  // it stays open
#endif
}

wire::FaultAnswer ask_device(std::uintptr_t address, const HostAccess& access) {
  Outgoing call(wire::Special::kFault, access.pc);
  call.arguments().put(std::uint64_t{address});
  call.arguments().put(reinterpret_cast<std::uint64_t>(access.pc));
  call.arguments().put(static_cast<std::uint8_t>(access.is_write ? 1 : 0));
  return call.send() == cudaSuccess ? call.results().get<wire::FaultAnswer>()
                                    : wire::FaultAnswer::kUnknown;
}

void on_segmentation_fault(int signal, siginfo_t* info, void* context) {
  if (t_escape != nullptr) {
    siglongjmp(*t_escape, 1);
  }
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const wire::FaultAnswer answer = is_inside() || !was_protected(address)
                                       ? wire::FaultAnswer::kUnknown
                                       : ask_device(address, access_of(context));
  if (answer == wire::FaultAnswer::kStepOver) {
    step_over(address, context);
  }
  if (answer != wire::FaultAnswer::kUnknown) {
    return;
  }
  // The access is made again, and takes its usual course.
  static std::atomic_flag told = ATOMIC_FLAG_INIT;
  if (told.test_and_set()) {  // the handler before this one has passed it on to this one
    ::signal(signal, SIG_DFL);
    return;
  }
  ::sigaction(signal, &g_before, nullptr);
}

}  // namespace

void note_protected(std::uintptr_t begin, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(g_pages_mutex);
  const std::size_t count = g_pages_count.load();
  const bool is_known = std::any_of(
      g_pages.begin(), g_pages.begin() + static_cast<std::ptrdiff_t>(count),
      [&](const Pages& pages) { return begin >= pages.begin && begin + bytes <= pages.end; });
  if (!is_known && count < kMostPages) {
    g_pages.at(count) = {begin, begin + bytes};
    g_pages_count.store(count + 1, std::memory_order_release);
  }
}

/// Again and again: the program may put its own in the place.
void watch_memory_faults() {
  struct sigaction current;
  if (::sigaction(SIGSEGV, nullptr, &current) != 0 ||
      current.sa_sigaction == on_segmentation_fault) {
    return;
  }
  const struct sigaction ours = action_of(on_segmentation_fault, SA_ONSTACK | SA_NODEFER);
  ::sigaction(SIGSEGV, &ours, &g_before);
}

namespace {

/// Whole pages are read, also what lies in them beside the program's arrays: the address
/// sanitizer's memmove would take that for a mistake.
#if defined(__SANITIZE_ADDRESS__)
__attribute__((no_sanitize("address"))) void move_bytes(void* to, const void* from,
                                                        std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    static_cast<volatile char*>(to)[i] = static_cast<const volatile char*>(from)[i];
  }
}
#else
void move_bytes(void* to, const void* from, std::size_t bytes) {
  std::memmove(to, from, bytes);
}
#endif

}  // namespace

bool copy_guarded(void* to, const void* from, std::size_t bytes) {
  watch_memory_faults();
  sigjmp_buf escape;
  sigjmp_buf* const outer = t_escape;
  if (sigsetjmp(escape, 0) != 0) {
    t_escape = outer;
    return false;
  }
  t_escape = &escape;
  std::atomic_signal_fence(std::memory_order_seq_cst);  // for the handler
  move_bytes(to, from, bytes);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  t_escape = outer;
  return true;
}

}  // namespace warpschool::sim::runtime::stub
