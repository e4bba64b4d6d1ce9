// An access of host code that was stopped: what the machine says of it, and the line that made it.
// For the runtime and for the one whose device is another process.
#pragma once

#include "warpschool/sim/types.hpp"

#include <csignal>
#include <cstdint>

namespace warpschool::sim::runtime {

/// The instruction that faulted, and whether it wrote; where a machine does not tell, it did.
struct HostAccess {
  const void* pc = nullptr;
  bool is_write = true;
  std::uintptr_t stack = 0;  ///< the stack pointer; 0: not known
};

/// @param context what a handler of signals was given
HostAccess access_of(void* context);
/// For sigaction(): a handler that gets the context.
struct sigaction action_of(void (*handler)(int, siginfo_t*, void*), int more_flags);
/// The innermost line of the program itself: libraries and the runtime act on its behalf.
SourceLocation line_of_access(const void* pc);

}  // namespace warpschool::sim::runtime
