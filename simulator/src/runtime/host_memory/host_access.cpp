// Looks at an access of host code that was stopped.
#include "runtime/host_memory/host_access.hpp"

#include "runtime/base/host_lines.hpp"

#include <array>
#include <cstring>
#include <execinfo.h>
#include <ucontext.h>

namespace warpschool::sim::runtime {
namespace {

constexpr std::size_t kFrames = 32;

SourceLocation line_of(const void* pc) {
  return pc == nullptr || is_of_the_runtime(pc) ? SourceLocation{} : program_location(pc);
}

bool is_its_own(const SourceLocation& place) {
  return place.line != 0 && !is_in_a_library(place);
}

}  // namespace

HostAccess access_of(void* context) {
  HostAccess access;
#if defined(__x86_64__)
  constexpr greg_t kWriteBit = 2;  // of the page fault's error code
  const mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  std::memcpy(&access.pc, &machine.gregs[REG_RIP], sizeof(access.pc));
  access.is_write = (machine.gregs[REG_ERR] & kWriteBit) != 0;
  access.stack = static_cast<std::uintptr_t>(machine.gregs[REG_RSP]);
#elif defined(__aarch64__)
  const mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
  std::memcpy(&access.pc, &machine.pc, sizeof(access.pc));
#else
  (void)context;
#endif
  return access;
}

struct sigaction action_of(void (*handler)(int, siginfo_t*, void*), int more_flags) {
  struct sigaction action;
  std::memset(&action, 0, sizeof(action));
  action.sa_sigaction = handler;
  // A fault inside the handler ends the program rather than this handler's patience.
  action.sa_flags = SA_SIGINFO | more_flags;
  return action;
}

SourceLocation line_of_access(const void* pc) {
  SourceLocation where = line_of(pc);
  std::array<void*, kFrames> frames{};
  const int depth = is_its_own(where) ? 0 : ::backtrace(frames.data(), static_cast<int>(kFrames));
  for (int i = 0; i < depth; ++i) {
    SourceLocation caller =
        line_of(static_cast<const char*>(frames.at(static_cast<std::size_t>(i))) - 1);
    if (is_its_own(caller)) {
      return caller;
    }
    where = where.line == 0 ? caller : where;
  }
  return where;
}

}  // namespace warpschool::sim::runtime
