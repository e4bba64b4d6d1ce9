// The interface of exercise explicit_copies.
#pragma once

#include <cstddef>

extern "C" {

/// Returns new device memory that holds a copy of the n floats at host. The caller owns it. Throws
/// std::runtime_error with the runtime's words if the device has not so much memory.
///
/// host is host memory and only read. n may be 0; what is returned then is not used.
float* upload(const float* host, std::size_t n);

/// Copies the n floats at device to host. When the call returns, they are there.
///
/// device is device memory that upload returned; the caller still owns it. host is host memory of
/// n floats. n may be 0.
void download(const float* device, float* host, std::size_t n);

/// y[i] += x[i] for every i < n, computed on the device.
///
/// x and y are host memory of n floats each, owned by the caller; x is only read. When the call
/// returns, the result stands in y and no device memory of this call is left. n may be 0.
void add_into(float* y, const float* x, std::size_t n);
}
