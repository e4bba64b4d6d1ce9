// The interface of exercise error_checking.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

extern "C" {

/// Writes what a programmer wants to know about an error into text:
///
///     kernels.cu:42: invalid configuration argument (cudaErrorInvalidConfiguration)
///
/// that is file, line, the words of cudaGetErrorString and the name of cudaGetErrorName; an empty
/// text for cudaSuccess. text is host memory of `capacity` characters, at least 1: a longer text is
/// cut, and a terminating 0 is always there.
void describe_error(cudaError_t error, const char* file, int line, char* text,
                    std::size_t capacity);

/// values[i] = value for every i < n, by a kernel on `blocks` blocks of `threads` threads. Waits
/// for the kernel and returns the first error: of the launch, or of the kernel.
///
/// values is device memory of n elements, owned by the caller, or a mistake of the caller. After a
/// launch that failed nothing is pending: the next cudaGetLastError() gives cudaSuccess.
cudaError_t fill(int* values, std::size_t n, int value, unsigned blocks, unsigned threads);

/// The same for host memory: allocates device memory, fills it there, and copies it to values.
/// Returns the first error; what comes after it is not tried. Whatever happens, the device memory
/// is freed and nothing is pending.
cudaError_t fill_host(int* values, std::size_t n, int value, unsigned blocks, unsigned threads);
}
