// What heat_solver.cu calls and the two other files define. Work goes to the stream it is given.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

/// heat_step on a stream.
void launch_step(const float* from, float* to, std::size_t rows, std::size_t cols,
                 cudaStream_t stream);

/// heat_residual on a stream.
void launch_residual(const float* from, const float* to, std::size_t n, float* residual,
                     cudaStream_t stream);
