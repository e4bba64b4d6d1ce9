// Blind cases of warps and atomics: prefix sums, histograms of 16 bins, queues, largest value by
// atomics, run lengths, bits.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Inclusive sums of each 32 values.
__global__ void prefix_shuffles(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int sum = i < n ? in[i] : 0;
  for (unsigned step = 1; step < 32; step *= 2) {
    const int before = __shfl_up_sync(~0U, sum, step);
    sum += lane >= step ? before : 0;
  }
  if (i < n) {
    out[i] = sum;
  }
}

__global__ void prefix_threads(const int* in, int* out, unsigned n) {
  const unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * 32;
  int sum = 0;
  for (unsigned i = first; i < first + 32 && i < n; ++i) {
    sum += in[i];
    out[i] = sum;
  }
}

__global__ void bins16_global(const unsigned* in, unsigned* bins, unsigned n) {
  const unsigned step = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(&bins[in[i] & 15], 1U);
  }
}

__global__ void bins16_block(const unsigned* in, unsigned* bins, unsigned n) {
  __shared__ unsigned own[16];
  if (threadIdx.x < 16) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  const unsigned step = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(&own[in[i] & 15], 1U);
  }
  __syncthreads();
  if (threadIdx.x < 16) {
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
  }
}

/// A counter of each bin for each thread, in bytes of its own.
__global__ void bins16_threads(const unsigned* in, unsigned* bins, unsigned n) {
  __shared__ unsigned char own[16][128];
  for (unsigned bin = 0; bin < 16; ++bin) {
    own[bin][threadIdx.x] = 0;
  }
  const unsigned step = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    ++own[in[i] & 15][threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x < 16) {
    unsigned sum = 0;
    for (unsigned k = 0; k < 128; ++k) {
      sum += own[threadIdx.x][k];
    }
    atomicAdd(&bins[threadIdx.x], sum);
  }
}

__global__ void most_atomic(const unsigned* in, unsigned* most, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicMax(most, in[i]);
  }
}

__global__ void most_by_warp(const unsigned* in, unsigned* most, unsigned n) {
  const unsigned step = gridDim.x * blockDim.x;
  unsigned own = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    own = max(own, in[i]);
  }
  own = __reduce_max_sync(~0U, own);
  if (threadIdx.x % 32 == 0) {
    atomicMax(most, own);
  }
}

/// Even numbers into one queue, the others into another.
__global__ void two_queues(const unsigned* in, unsigned* even, unsigned* odd, unsigned* counts,
                           unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned value = in[i];
    if (value % 2 == 0) {
      even[atomicAdd(&counts[0], 1U)] = value;
    } else {
      odd[atomicAdd(&counts[1], 1U)] = value;
    }
  }
}

/// Ends of runs of equal values, found by votes and counted once a block.
__global__ void runs(const unsigned* in, unsigned* count, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool ends = i + 1 < n && (in[i] & 3) != (in[i + 1] & 3);
  const int all = __syncthreads_count(ends);
  if (threadIdx.x == 0) {
    atomicAdd(count, static_cast<unsigned>(all));
  }
}

__global__ void bits_reversed(const float* in, float* out, unsigned bits) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[__brev(i) >> (32 - bits)] = in[i];
}

__global__ void weights_by_key(const unsigned* keys, const float* weights, float* sums,
                               unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&sums[keys[i] % 1024], weights[i]);
  }
}

using Bins = void (*)(const unsigned*, unsigned*, unsigned);

inline void add_counting(Runner& runner, const char* name, unsigned n, unsigned blocks,
                         unsigned threads, Bins kernel) {
  runner.add(sized(name, n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 1U << 31));
    auto bins = zeros<unsigned>(16);
    return [=] { kernel<<<blocks, threads>>>(in->get(), bins->get(), n); };
  });
}

inline void add_moving_warps(Runner& runner, unsigned bits) {
  const unsigned n = 1U << bits;
  runner.add(sized("prefix_shuffles", n), [=] {
    auto in = filled(random_numbers<int>(n, 1000)), out = zeros<int>(n);
    return [=] { prefix_shuffles<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("prefix_threads", n), [=] {
    auto in = filled(random_numbers<int>(n, 1000)), out = zeros<int>(n);
    return [=] { prefix_threads<<<n / 8192, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("two_queues", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 1U << 31));
    auto even = zeros<unsigned>(std::size_t{n} * 9), odd = zeros<unsigned>(std::size_t{n} * 9);
    auto counts = zeros<unsigned>(2);
    return
        [=] { two_queues<<<n / 256, 256>>>(in->get(), even->get(), odd->get(), counts->get(), n); };
  });
  runner.add(sized("bits_reversed", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { bits_reversed<<<n / 256, 256>>>(in->get(), out->get(), bits); };
  });
  runner.add(sized("weights_by_key", n), [=] {
    auto keys = filled(random_numbers<unsigned>(n, 1U << 31));
    auto weights = floats(n), sums = zeros<float>(1024);
    return [=] { weights_by_key<<<n / 256, 256>>>(keys->get(), weights->get(), sums->get(), n); };
  });
}

inline void add_blind_warps(Runner& runner) {
  for (const unsigned bits : {18U, 22U}) {
    const unsigned n = 1U << bits;
    add_counting(runner, "bins16_global", n, 264, 256, bins16_global);
    add_counting(runner, "bins16_block", n, 264, 256, bins16_block);
    add_counting(runner, "bins16_threads", n, 528, 128, bins16_threads);
    add_counting(runner, "most_atomic", n, n / 256, 256, most_atomic);
    add_counting(runner, "most_by_warp", n, 264, 256, most_by_warp);
    add_counting(runner, "runs", n, n / 256, 256, runs);
    add_moving_warps(runner, bits);
  }
}

}  // namespace calibration
