// The judge's stream of random numbers.
#pragma once

#include <cstdint>
#include <string>

namespace warpschool::harness {

/// Starts the stream of one run of a check: the same for the same seed, name and run.
void seed_stream(std::uint64_t seed, const std::string& check, std::uint64_t run);
/// 64 uniform bits (splitmix64).
std::uint64_t next_random();

}  // namespace warpschool::harness
