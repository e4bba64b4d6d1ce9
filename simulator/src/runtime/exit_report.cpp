#include "runtime/exit_report.hpp"

#include "runtime/call_site.hpp"
#include "runtime/runtime.hpp"
#include "runtime/settings.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>
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
    if (!of_module && allocation->name.empty()) {
      list.push_back(allocation);
    }
  }
  return list;
}

std::string leak_text(const std::vector<const Allocation*>& list) {
  std::uint64_t bytes = 0;
  std::string each;
  for (std::size_t i = 0; i < list.size(); ++i) {
    bytes += list[i]->bytes;
    if (i < kLeaksListed) {
      each += fmt::format("{}{} bytes{}{}", i == 0 ? "" : ", ", list[i]->bytes,
                          list[i]->origin.empty() ? "" : " allocated at ", list[i]->origin);
    } else if (i == kLeaksListed) {
      each += fmt::format(" and {} more", list.size() - i);
    }
  }
  return fmt::format("{} allocation{} never freed, {} bytes in all: {}", list.size(),
                     list.size() == 1 ? " was" : "s were", bytes, each);
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
  fault.where = place_of_origin(first.origin);
  fault.thread_count = 0;
  fault.allocation = AllocationRef{first.begin, first.bytes, first.name, first.origin, 0, {}};
  fault.detail = fmt::format("{}. Call {} for each before the program ends.", leak_text(list),
                             pinned ? "cudaFreeHost" : "cudaFree");
  runtime.recorder().fault(std::move(fault));
}

void write_report(Runtime& runtime, const std::string& path) {
  const std::string report = runtime.recorder().take(runtime.existing_memory());
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr || std::fputs(report.c_str(), file) < 0 || std::fputs("\n", file) < 0) {
    std::fprintf(stderr, "warpschool: cannot write WARPSCHOOL_REPORT_FILE=%s\n", path.c_str());
  }
  if (file != nullptr) {
    std::fclose(file);
  }
}

/// Says what is to be said at the end; true if the program must not look successful.
bool conclude(Runtime& runtime, bool failed) {
  const std::vector<UncheckedError> dropped = runtime.unchecked().dropped();
  for (const UncheckedError& error : dropped) {
    if (!error.is_fault) {  // that was told already
      runtime.recorder().note(unchecked_note(error));
    }
  }
  if (failed) {
    for (const UncheckedError& error : runtime.unchecked().explained()) {
      runtime.recorder().note(failure_note(error));
    }
  }
  const bool misused = std::any_of(dropped.begin(), dropped.end(),
                                   [](const UncheckedError& error) { return error.is_fault; });
  tell_leaks(runtime);
  const bool faulty = misused || runtime.recorder().has_unreturned_faults();
  if (const std::string path = report_file(); !path.empty()) {
    write_report(runtime, path);
  }
  return faulty;
}

void at_exit(int status, void*) {
  if (reports_as_json() && report_file().empty()) {
    return;  // a harness asks for the report itself
  }
  bool faulty = false;
  try {
    Runtime& runtime = Runtime::instance();
    const std::unique_lock<std::mutex> lock(runtime.mutex(), std::try_to_lock);
    faulty = lock.owns_lock() && conclude(runtime, status != 0);
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

/// Registered before anything of the program runs, so that it comes after the program's own
/// destructors.
__attribute__((constructor)) void register_at_exit() {
  ::on_exit(at_exit, nullptr);
}

}  // namespace

void report_before_death() {
  try {
    Runtime& runtime = Runtime::instance();
    const std::unique_lock<std::mutex> lock(runtime.mutex(), std::try_to_lock);
    if (const std::string path = report_file(); lock.owns_lock() && !path.empty()) {
      write_report(runtime, path);
    }
  } catch (...) {
    report_exception();
  }
}

}  // namespace warpschool::sim::runtime
