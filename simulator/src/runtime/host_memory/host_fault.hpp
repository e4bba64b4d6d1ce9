// The handler of memory faults in host code.
#pragma once

#include "runtime/host_memory/host_guard.hpp"

#include <cstddef>
#include <cstdint>

namespace warpschool::sim::runtime {

/// Installs the handler of memory faults, before one of the program's own. Again before each launch
/// that needs it: the program may have put its own in the place.
void watch_host_accesses();
/// Lets abort() and the like leave time for a report.
void watch_deadly_signals();

/// Bytes of the program, wherever it runs: false if they cannot be read.
bool read_program(void* to, const void* from, std::size_t bytes);
/// memmove between host memory that the program named and memory of the runtime; false if a side
/// cannot be read or written (what was copied until then stays).
bool copy_guarded(void* to, const void* from, std::size_t bytes);

/// What is to be done about an access of host code that was stopped.
enum class AfterAccess { kUnknown, kGoOn, kStepOver };
struct HostAccess;
/// Decides it, and tells what is to be told. For one that is a program's in another process.
AfterAccess judge_remote_access(const HostAccess& access, std::uintptr_t address);

}  // namespace warpschool::sim::runtime
