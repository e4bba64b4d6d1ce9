// A limit on the calls of the API, by which a harness notices host code that calls CUDA for ever.
#pragma once

#include <cstdint>

namespace warpschool::sim::runtime {

/// `reached` is called at the begin of the call that comes after so many others, with the place
/// that this returns to.
void limit_calls(std::uint64_t calls, void (*reached)(const void* call));

/// Counts one; every ApiCall does (call_site.hpp).
void count_call(const void* return_address);

/// That call told the host only to ask again later (cudaErrorNotReady): it does not count, as how
/// often a host asks depends on how long the device takes.
void forgive_call();

}  // namespace warpschool::sim::runtime
