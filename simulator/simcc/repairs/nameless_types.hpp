// Up to clang 18 a `__device__ struct { int n; } counts;` has no name that the optimiser thinks
// anybody else could use: what kernels write there is dropped, and what the host sets is not seen.
// simcc shows clang such variables under a word that keeps them (host_defines.h).
#pragma once

#include <string>

namespace warpschool::simcc {

/// `source` with WS_DEVICE_ for each `__device__` before a type that has no name. Lines and columns
/// stay.
std::string keep_variables_of_nameless_types(const std::string& source);

/// A line of clang's messages with the word that stands in the source.
std::string with_device_word(std::string line);

}  // namespace warpschool::simcc
