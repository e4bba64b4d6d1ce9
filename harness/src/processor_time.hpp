// How much processor time a process had, and whether it waits for more: on a busy machine a clock
// says little about the code that runs.
#pragma once

#include <cstdint>

namespace warpschool::harness {

struct ProcessorUse {
  std::uint64_t ms = 0;     ///< of all threads, since the process began
  bool wants_more = false;  ///< some thread runs, or could if it had a processor
};

/// Zeros if the process is gone.
ProcessorUse processor_use(int pid);

}  // namespace warpschool::harness
