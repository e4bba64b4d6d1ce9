// How much processor time a process had, and whether it waits for more: on a busy machine a clock
// says little about the code that runs.
#pragma once

#include <cstdint>

namespace warpschool::harness {

/// Milliseconds of processor time of all its threads, since it began; 0 if it is gone.
std::uint64_t processor_ms(int pid);

/// Does one of its threads run, or could if it had a processor?
bool wants_processor(int pid);

}  // namespace warpschool::harness
