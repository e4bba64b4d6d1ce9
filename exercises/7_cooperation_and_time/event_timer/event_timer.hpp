// The interface of exercise event_timer.
#pragma once

#include <cstddef>

constexpr int kRepeats = 10;  // launches that are timed together

struct Timing {
  double milliseconds;  // of one launch
  double gb_per_s;      // bytes read and written in a second, in 10^9
};

extern "C" {

/// Copies in to out on the device with `blocks` blocks, and returns how long the kernel takes.
///
/// in and out are host memory of n > 0 floats owned by the caller; in is only read. The time is the
/// mean of kRepeats launches, after one that is not counted, without any copy between host and
/// device. When the call returns, the floats are in out and no device memory of this call is left.
Timing time_copy(const float* in, float* out, std::size_t n, unsigned blocks);

/// Launches that kernel `launches` times.
///
/// in and out are device memory of n floats. The call launches the work and returns; the caller
/// synchronises.
void launch_copies(const float* in, float* out, std::size_t n, unsigned blocks, int launches);
}
