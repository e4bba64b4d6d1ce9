// The interface of exercise pinned_and_mapped.
#pragma once

#include <cstddef>

extern "C" {

/// Returns new host memory of n > 0 floats that is pinned, and mapped into the device's addresses.
/// The caller fills it, and gives it to frame_free.
float* frame_alloc(std::size_t n);

/// Gives back what frame_alloc returned.
void frame_free(float* frame);

/// device[i] = frame[i] for every i < n. When the call returns, the floats are there.
///
/// frame is memory from frame_alloc and only read, device is device memory; both are owned by the
/// caller.
void upload(const float* frame, float* device, std::size_t n);

/// out[k] = frame[index[k]] for every k < count, without a copy of the frame on the device.
///
/// frame is memory from frame_alloc with n floats, index and out are device memory of count
/// elements; each index is below n. All are owned by the caller; frame and index are only read.
/// count may be 0. The call launches the work and returns; the caller synchronises.
void gather(float* frame, std::size_t n, const unsigned* index, float* out, std::size_t count);
}
