// Eighth blind test, matrices and vectors: tiled products, centred rows, circulant matrices,
// zigzags, residuals.
#pragma once

#include "cases.cuh"

namespace calibration {

/// A product of matrices by tiles: of 16 x 16, an element a thread, or of 32 x 32, four elements.
__global__ void gemm_sixteen(const float* a, const float* b, float* out, unsigned n) {
  __shared__ float left[16][16], right[16][16];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  float sum = 0;
  for (unsigned first = 0; first < n; first += 16) {
    left[ty][tx] = a[y * n + first + tx];
    right[ty][tx] = b[(first + ty) * n + x];
    __syncthreads();
    for (unsigned k = 0; k < 16; ++k) {
      sum += left[ty][k] * right[k][tx];
    }
    __syncthreads();
  }
  out[y * n + x] = sum;
}

__global__ void gemm_four(const float* a, const float* b, float* out, unsigned n) {
  __shared__ float left[32][32], right[32][32];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
  float sums[4] = {};
  for (unsigned first = 0; first < n; first += 32) {
    for (unsigned j = 0; j < 32; j += 8) {
      left[ty + j][tx] = a[(y + j) * n + first + tx];
      right[ty + j][tx] = b[(first + ty + j) * n + x];
    }
    __syncthreads();
    for (unsigned k = 0; k < 32; ++k) {
      const float factor = right[k][tx];
      for (unsigned j = 0; j < 4; ++j) {
        sums[j] += left[ty + 8 * j][k] * factor;
      }
    }
    __syncthreads();
  }
  for (unsigned j = 0; j < 4; ++j) {
    out[(y + 8 * j) * n + x] = sums[j];
  }
}

/// Rows of 64 whose mean becomes 0: a thread a row, or a warp, two columns a lane.
__global__ void centred_threads(const float* in, float* out, unsigned rows) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (unsigned col = 0; col < 64; ++col) {
      sum += in[row * 64 + col];
    }
    const float mean = sum / 64;
    for (unsigned col = 0; col < 64; ++col) {
      out[row * 64 + col] = in[row * 64 + col] - mean;
    }
  }
}

__global__ void centred_warps(const float2* in, float2* out, unsigned rows) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row < rows) {
    const float2 pair = in[row * 32 + lane];
    float sum = pair.x + pair.y;
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_xor_sync(~0U, sum, step);
    }
    const float mean = sum / 64;
    out[row * 32 + lane] = make_float2(pair.x - mean, pair.y - mean);
  }
}

/// A matrix each row of which is the one above, turned by a place, times a vector: places in the
/// first row by remainders, or by a mask.
__global__ void circulant_divided(const float* first, const float* vector, float* out, unsigned n) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row < n) {
    float sum = 0;
    for (unsigned col = lane; col < n; col += 32) {
      sum += first[(n + col - row) % n] * vector[col];
    }
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_xor_sync(~0U, sum, step);
    }
    if (lane == 0) {
      out[row] = sum;
    }
  }
}

__global__ void circulant_masked(const float* first, const float* vector, float* out, unsigned n) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row < n) {
    const unsigned mask = n - 1;
    float sum = 0;
    for (unsigned col = lane; col < n; col += 32) {
      sum += first[(col - row) & mask] * vector[col];
    }
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_xor_sync(~0U, sum, step);
    }
    if (lane == 0) {
      out[row] = sum;
    }
  }
}

__constant__ unsigned char zigzag_order[64];

/// Squares of 8 x 8 shorts in the order of a zigzag, whose table is in constant or in shared
/// memory.
__global__ void zigzag_constant(const short* in, short* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i - i % 64 + zigzag_order[i % 64]];
  }
}

__global__ void zigzag_shared(const unsigned char* order, const short* in, short* out, unsigned n) {
  __shared__ unsigned char own[64];
  if (threadIdx.x < 64) {
    own[threadIdx.x] = order[threadIdx.x];
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i - i % 64 + own[i % 64]];
  }
}

/// The greatest difference of two vectors: an atomic a thread, or one a block, behind a tree.
/// Floats that are not negative have the order of their bits.
__device__ inline float greatest_difference(const float* a, const float* b, unsigned n) {
  float most = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    most = fmaxf(most, fabsf(a[i] - b[i]));
  }
  return most;
}

__global__ void residual_atomics(const float* a, const float* b, int* out, unsigned n) {
  atomicMax(out, __float_as_int(greatest_difference(a, b, n)));
}

__global__ void residual_trees(const float* a, const float* b, int* out, unsigned n) {
  __shared__ float most[256];
  const unsigned t = threadIdx.x;
  most[t] = greatest_difference(a, b, n);
  __syncthreads();
  for (unsigned step = 128; step > 0; step /= 2) {
    if (t < step) {
      most[t] = fmaxf(most[t], most[t + step]);
    }
    __syncthreads();
  }
  if (t == 0) {
    atomicMax(out, __float_as_int(most[0]));
  }
}

inline void add_gemms(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  runner.add(sized("gemm_sixteen", size), [=] {
    auto a = floats(size), b = floats(size, 2), out = zeros<float>(size);
    const dim3 blocks(n / 16, n / 16), square(16, 16);
    return [=] { gemm_sixteen<<<blocks, square>>>(a->get(), b->get(), out->get(), n); };
  });
  runner.add(sized("gemm_four", size), [=] {
    auto a = floats(size), b = floats(size, 2), out = zeros<float>(size);
    const dim3 blocks(n / 32, n / 32), row(32, 8);
    return [=] { gemm_four<<<blocks, row>>>(a->get(), b->get(), out->get(), n); };
  });
}

inline void add_centred_rows(Runner& runner, unsigned n) {
  const unsigned rows = n / 64;
  runner.add(sized("centred_threads", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { centred_threads<<<rows / 128, 128>>>(in->get(), out->get(), rows); };
  });
  runner.add(sized("centred_warps", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] {
      centred_warps<<<rows / 8, 256>>>(reinterpret_cast<const float2*>(in->get()),
                                       reinterpret_cast<float2*>(out->get()), rows);
    };
  });
}

inline void add_circulants(Runner& runner, unsigned n) {
  runner.add(sized("circulant_divided", n), [=] {
    auto first = floats(n), vector = floats(n, 2), out = zeros<float>(n);
    return [=] { circulant_divided<<<n / 8, 256>>>(first->get(), vector->get(), out->get(), n); };
  });
  runner.add(sized("circulant_masked", n), [=] {
    auto first = floats(n), vector = floats(n, 2), out = zeros<float>(n);
    return [=] { circulant_masked<<<n / 8, 256>>>(first->get(), vector->get(), out->get(), n); };
  });
}

/// Diagonal by diagonal, up and down in turn.
inline std::vector<unsigned char> order_of_zigzag() {
  std::vector<unsigned char> order;
  for (unsigned sum = 0; sum < 15; ++sum) {
    for (unsigned k = 0; k <= sum; ++k) {
      const unsigned row = sum % 2 == 0 ? sum - k : k, col = sum - row;
      if (row < 8 && col < 8) {
        order.push_back(static_cast<unsigned char>(row * 8 + col));
      }
    }
  }
  return order;
}

inline void add_zigzags(Runner& runner, unsigned n) {
  runner.add(sized("zigzag_constant", n), [=] {
    auto in = filled(random_numbers<short>(n, 2048)), out = zeros<short>(n);
    BENCH_CHECK(cudaMemcpyToSymbol(zigzag_order, order_of_zigzag().data(), sizeof zigzag_order));
    return [=] { zigzag_constant<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("zigzag_shared", n), [=] {
    auto in = filled(random_numbers<short>(n, 2048)), out = zeros<short>(n);
    auto order = filled(order_of_zigzag());
    return [=] { zigzag_shared<<<n / 256, 256>>>(order->get(), in->get(), out->get(), n); };
  });
}

inline void add_residuals(Runner& runner, unsigned n) {
  runner.add(sized("residual_atomics", n), [=] {
    auto a = floats(n), b = floats(n, 2);
    auto out = zeros<int>(1);
    return [=] { residual_atomics<<<528, 256>>>(a->get(), b->get(), out->get(), n); };
  });
  runner.add(sized("residual_trees", n), [=] {
    auto a = floats(n), b = floats(n, 2);
    auto out = zeros<int>(1);
    return [=] { residual_trees<<<528, 256>>>(a->get(), b->get(), out->get(), n); };
  });
}

inline void add_eighth_matrices(Runner& runner) {
  for (const unsigned n : {256U, 512U}) {
    add_gemms(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_centred_rows(runner, n);
  }
  for (const unsigned n : {1024U, 4096U}) {
    add_circulants(runner, n);
  }
  for (const unsigned n : {1U << 20, 1U << 24}) {
    add_zigzags(runner, n);
  }
  for (const unsigned n : {1U << 19, 1U << 23}) {
    add_residuals(runner, n);
  }
}

}  // namespace calibration
