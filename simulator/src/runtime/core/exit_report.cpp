// Writes the report at the end of a program.
#include "runtime/core/exit_report.hpp"

#include "runtime/base/addresses.hpp"
#include "runtime/base/call_site.hpp"
#include "runtime/base/observer.hpp"
#include "runtime/base/settings.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/host_memory/registered_memory.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <iostream>
#include <mutex>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

constexpr std::size_t kLeaksListed = 8;

/// What the program allocated itself and did not free.
std::vector<const Allocation*> leaks(const Memory* memory) {
  std::vector<const Allocation*> list;
  if (memory == nullptr) {
    return list;
  }
  for (const Allocation* allocation : memory->live()) {
    const bool of_module = allocation->kind == AllocationKind::kModuleGlobal ||
                           allocation->kind == AllocationKind::kModuleConst;
    if (!of_module && allocation->name().empty()) {
      list.push_back(allocation);
    }
  }
  return list;
}

/// The program's own memory, which it may have freed itself.
bool is_registered(const Allocation& allocation) {
  return allocation.kind == AllocationKind::kPinnedHost &&
         !Runtime::instance().host_blocks().owns(pointer_to(allocation.begin));
}

std::string leak_text(const std::vector<const Allocation*>& list) {
  std::uint64_t bytes = 0;
  std::string each;
  for (std::size_t i = 0; i < list.size(); ++i) {
    bytes += list[i]->bytes;
    if (i < kLeaksListed) {
      const char* const made = is_registered(*list[i]) ? " registered at " : " allocated at ";
      each += fmt::format("{}{} bytes{}{}", i == 0 ? "" : ", ", list[i]->bytes,
                          list[i]->origin().empty() ? "" : made, list[i]->origin());
    } else if (i == kLeaksListed) {
      each += fmt::format(" and {} more", list.size() - i);
    }
  }
  return fmt::format("{} allocation{} never {}, {} bytes in all: {}", list.size(),
                     list.size() == 1 ? " was" : "s were",
                     std::all_of(list.begin(), list.end(),
                                 [](const Allocation* one) { return is_registered(*one); })
                         ? "unregistered"
                         : "freed",
                     bytes, each);
}

/// The first leak's line, and what frees it.
void tell_leaks(Runtime& runtime) {
  const std::vector<const Allocation*> list = leaks(runtime.existing_memory());
  // After a fault the program had no chance to free what it has.
  if (list.empty() || runtime.stopped_by() != cudaSuccess) {
    return;
  }
  if (!leaks_are_faults()) {
    runtime.recorder().note(leak_text(list));
    return;
  }
  const Allocation& first = *list.front();
  const bool pinned = first.kind == AllocationKind::kPinnedHost;
  Fault fault;
  fault.kind = FaultKind::kLeak;
  fault.where = place_of_origin(first.origin());
  fault.thread_count = 0;
  fault.allocation = AllocationRef{first.begin, first.bytes, first.name(), first.origin(), 0, {}};
  fault.detail = fmt::format("{}. Call {} for each before the program ends.", leak_text(list),
                             is_registered(first) ? "cudaHostUnregister"
                             : pinned             ? "cudaFreeHost"
                                                  : "cudaFree");
  runtime.recorder().fault(std::move(fault));
}

void write_report(Runtime& runtime, const std::string& path) {
  const std::string report = runtime.recorder().report(runtime.existing_memory());
  std::FILE* file = std::fopen(path.c_str(), "w");
  bool written =
      file != nullptr && std::fputs(report.c_str(), file) >= 0 && std::fputs("\n", file) >= 0;
  if (file != nullptr) {
    written = std::fclose(file) == 0 && written;
  }
  if (!written) {
    std::fprintf(stderr, "warpschool: cannot write WARPSCHOOL_REPORT_FILE=%s\n", path.c_str());
  }
}

/// As on a GPU nobody sees what kernels print if the host never waits for them.
void tell_lost_text(Runtime& runtime) {
  if (runtime.has_unseen_text()) {
    runtime.recorder().note(
        "what kernels printed with printf was never shown: the program ended without waiting for "
        "them. Call cudaDeviceSynchronize() after the last launch");
  }
}

/// Says what is to be said at the end; true if the program must not look successful.
bool conclude(Runtime& runtime, ProgramEnd ending, const std::string& path) {
  for (const UncheckedError& error : runtime.unchecked().dropped()) {
    if (!error.is_fault) {  // that was told already
      runtime.recorder().note(unchecked_note(error));
    }
  }
  if (ending != ProgramEnd::kSuccess || runtime.recorder().has_unreturned_faults()) {
    for (const UncheckedError& error : runtime.unchecked().explained()) {
      runtime.recorder().note(failure_note(error));
    }
    runtime.recorder().tell_suspicions();
  }
  if (ending != ProgramEnd::kDeath) {
    note_freed_registrations(runtime);
    tell_lost_text(runtime);
  }
  for (RuntimeObserver* observer : observers()) {
    observer->at_exit(runtime, ending);
  }
  if (ending != ProgramEnd::kDeath) {
    tell_leaks(runtime);
  }
  const bool faulty =
      runtime.unchecked().has_unseen_fault() || runtime.recorder().has_unreturned_faults();
  if (!path.empty()) {
    write_report(runtime, path);
  }
  return faulty;
}

/// The lock, unless a kernel of another thread runs on and on.
std::unique_lock<std::mutex> lock_at_exit(Runtime& runtime) {
  constexpr int kTries = 200;
  constexpr auto kPause = std::chrono::milliseconds(10);
  std::unique_lock<std::mutex> lock(runtime.mutex(), std::defer_lock);
  for (int i = 0; i < kTries && !is_inside() && !lock.try_lock(); ++i) {
    std::this_thread::sleep_for(kPause);
  }
  return lock;
}

void at_exit(int status, void*) {
  if ((reports_as_json() && report_file().empty()) || is_forked()) {
    return;  // a harness asks for the report itself; what happened before a fork its parent tells
  }
  const ProgramEnd ending = status == 0 ? ProgramEnd::kSuccess : ProgramEnd::kFailure;
  bool faulty = false;
  try {
    Runtime& runtime = Runtime::instance();
    const std::unique_lock<std::mutex> lock = lock_at_exit(runtime);
    if (lock.owns_lock()) {
      faulty = conclude(runtime, ending, report_file());
    } else {
      report_before_death();
      faulty = runtime.recorder().has_unreturned_faults();
    }
  } catch (...) {
    report_exception();
  }
  if (faulty && status == 0 && !reports_as_json()) {
    std::cout.flush();
    std::clog.flush();
    std::fflush(nullptr);
    ::_exit(kFaultExitStatus);
  }
}

/// quick_exit() tells nobody its status: what is to be said is said.
void at_quick_exit() {
  at_exit(EXIT_FAILURE, nullptr);
}

/// Registered before anything of the program runs, so that it comes after the program's own
/// destructors.
__attribute__((constructor)) void register_at_exit() {
  ::on_exit(at_exit, nullptr);
  std::at_quick_exit(at_quick_exit);
}

/// Nothing of this process but its standard error may be written: the parent still has it all.
[[noreturn]] void report_as_a_child(void (*tell)(Runtime&, const void*), const void* what,
                                    const std::string& path) {
  for (const int deadly : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS}) {
    ::signal(deadly, SIG_DFL);
  }
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDOUT_FILENO);
  try {
    Runtime& runtime = Runtime::instance();
    // Whoever holds the lock is not in this process: without it things are as they are.
    const std::unique_lock<std::mutex> lock =
        is_inside() ? std::unique_lock<std::mutex>()
                    : std::unique_lock<std::mutex>(runtime.mutex(), std::try_to_lock);
    if (tell != nullptr) {
      tell(runtime, what);
    }
    conclude(runtime, ProgramEnd::kDeath, path);
  } catch (...) {
    report_exception();
  }
  ::_exit(0);
}

/// A report that met the locks of a heap that is broken never comes.
void wait_for_report(pid_t reporter) {
  constexpr int kTries = 500;
  constexpr auto kPause = std::chrono::milliseconds(10);
  for (int i = 0; i < kTries; ++i) {
    if (::waitpid(reporter, nullptr, WNOHANG) != 0) {
      return;
    }
    std::this_thread::sleep_for(kPause);
  }
  ::kill(reporter, SIGKILL);
  ::waitpid(reporter, nullptr, 0);
}

}  // namespace

void save_report(Runtime& runtime) {
  if (const std::string path = report_file(); !path.empty()) {
    write_report(runtime, path);
  }
}

void report_before_death(void (*tell)(Runtime&, const void*), const void* what) {
  if (is_forked() || (reports_as_json() && ::getenv("WARPSCHOOL_REPORT_FILE") == nullptr)) {
    return;
  }
  const pid_t parent = ::getpid();
  const pid_t reporter = ::_Fork();
  if (reporter == 0) {
    report_as_a_child(tell, what, report_file(parent));
  }
  if (reporter > 0) {
    wait_for_report(reporter);
  }
}

}  // namespace warpschool::sim::runtime
