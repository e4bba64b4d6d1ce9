// Seventh blind test, lists: words as vectors, differences, records, first of a row, bricks,
// running sums.
#pragma once

#include "cases.cuh"

namespace calibration {

/// The vector of 32 numbers of each word of a text: a thread a word, or a lane a number.
__global__ void embedded_threads(const float* table, const unsigned* words, float* out,
                                 unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float* from = table + words[i] * 32;
    for (unsigned k = 0; k < 32; ++k) {
      out[i * 32 + k] = from[k];
    }
  }
}

__global__ void embedded_lanes(const float* table, const unsigned* words, float* out, unsigned n) {
  const unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (i < n) {
    out[i * 32 + lane] = table[words[i] * 32 + lane];
  }
}

/// Differences of neighbours: the one before from memory, or from the lane before.
__global__ void deltas_plain(const int* in, int* out, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = i > 0 ? in[i] - in[i - 1] : in[i];
  }
}

__global__ void deltas_shuffled(const int* in, int* out, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int here = in[i];
    int before = __shfl_up_sync(~0U, here, 1);
    if (threadIdx.x % 32 == 0) {
      before = i > 0 ? in[i - 1] : 0;
    }
    out[i] = here - before;
  }
}

/// The best score of each of 128 players: on the device, or for each block first.
__global__ void records_global(const unsigned char* players, const int* scores, int* best,
                               unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicMax(&best[players[i]], scores[i]);
  }
}

__global__ void records_shared(const unsigned char* players, const int* scores, int* best,
                               unsigned n) {
  __shared__ int own[128];
  if (threadIdx.x < 128) {
    own[threadIdx.x] = 0;
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicMax(&own[players[i]], scores[i]);
  }
  __syncthreads();
  if (threadIdx.x < 128) {
    atomicMax(&best[threadIdx.x], own[threadIdx.x]);
  }
}

/// Where the first number above a limit stands in each row of 128: a thread a row, or a warp.
__global__ void firsts_threads(const float* in, unsigned* out, float limit, unsigned rows) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    unsigned col = 0;
    while (col < 128 && in[row * 128 + col] <= limit) {
      ++col;
    }
    out[row] = col;
  }
}

__global__ void firsts_ballots(const float* in, unsigned* out, float limit, unsigned rows) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) {
    return;
  }
  unsigned first = 128;
  for (unsigned col = 0; col < 128; col += 32) {
    const unsigned above = __ballot_sync(~0U, in[row * 128 + col + lane] > limit);
    if (above != 0) {
      first = col + static_cast<unsigned>(__ffs(static_cast<int>(above))) - 1;
      break;
    }
  }
  if (lane == 0) {
    out[row] = first;
  }
}

/// A matrix of shorts cut into square bricks: places by division, or by shifts and masks.
__global__ void bricks_divided(const unsigned short* in, unsigned short* out, unsigned side,
                               unsigned across, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned brick = i / (side * side), inner = i % (side * side);
    const unsigned x = brick % across * side + inner % side;
    const unsigned y = brick / across * side + inner / side;
    out[i] = in[y * across * side + x];
  }
}

__global__ void bricks_masked(const unsigned short* in, unsigned short* out, unsigned side_bits,
                              unsigned across_bits, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned side_mask = (1U << side_bits) - 1, across_mask = (1U << across_bits) - 1;
    const unsigned brick = i >> (2 * side_bits);
    const unsigned x = (brick & across_mask) << side_bits | (i & side_mask);
    const unsigned y = brick >> across_bits << side_bits | (i >> side_bits & side_mask);
    out[i] = in[(y << (across_bits + side_bits)) + x];
  }
}

/// Running sums of each 1024 numbers: ten steps of a number a thread, or four numbers a thread.
__global__ void running_steps(const int* in, int* out) {
  __shared__ int sums[2][1024];
  const unsigned t = threadIdx.x, i = blockIdx.x * 1024 + t;
  unsigned from = 0;
  sums[0][t] = in[i];
  __syncthreads();
  for (unsigned step = 1; step < 1024; step *= 2) {
    sums[1 - from][t] = t >= step ? sums[from][t] + sums[from][t - step] : sums[from][t];
    from = 1 - from;
    __syncthreads();
  }
  out[i] = sums[from][t];
}

__global__ void running_fours(const int4* in, int4* out) {
  __shared__ int warps[8];
  const unsigned t = threadIdx.x, lane = t % 32, i = blockIdx.x * 256 + t;
  int4 four = in[i];
  four.y += four.x;
  four.z += four.y;
  four.w += four.z;
  int sum = four.w;
  for (unsigned step = 1; step < 32; step *= 2) {
    const int other = __shfl_up_sync(~0U, sum, step);
    sum += lane >= step ? other : 0;
  }
  if (lane == 31) {
    warps[t / 32] = sum;
  }
  __syncthreads();
  int before = sum - four.w;
  for (unsigned warp = 0; warp < t / 32; ++warp) {
    before += warps[warp];
  }
  out[i] = make_int4(four.x + before, four.y + before, four.z + before, four.w + before);
}

/// A text of n words of a language of 32768.
inline void add_words(Runner& runner, unsigned n) {
  runner.add(sized("embedded_threads", n), [=] {
    auto table = floats(32768 * 32), out = zeros<float>(n * 32);
    auto words = filled(random_numbers<unsigned>(n, 32768));
    return [=] { embedded_threads<<<n / 128, 128>>>(table->get(), words->get(), out->get(), n); };
  });
  runner.add(sized("embedded_lanes", n), [=] {
    auto table = floats(32768 * 32), out = zeros<float>(n * 32);
    auto words = filled(random_numbers<unsigned>(n, 32768));
    return [=] { embedded_lanes<<<n / 4, 128>>>(table->get(), words->get(), out->get(), n); };
  });
}

inline void add_neighbours(Runner& runner, unsigned n) {
  const auto numbers = [=] { return filled(random_numbers<int>(n, 1000)); };
  runner.add(sized("deltas_plain", n), [=] {
    auto in = numbers(), out = zeros<int>(n);
    return [=] { deltas_plain<<<n / 1024, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("deltas_shuffled", n), [=] {
    auto in = numbers(), out = zeros<int>(n);
    return [=] { deltas_shuffled<<<n / 1024, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("running_steps", n), [=] {
    auto in = numbers(), out = zeros<int>(n);
    return [=] { running_steps<<<n / 1024, 1024>>>(in->get(), out->get()); };
  });
  runner.add(sized("running_fours", n), [=] {
    auto in = numbers(), out = zeros<int>(n);
    return [=] {
      running_fours<<<n / 1024, 256>>>(reinterpret_cast<const int4*>(in->get()),
                                       reinterpret_cast<int4*>(out->get()));
    };
  });
}

inline void add_records(Runner& runner, unsigned n) {
  runner.add(sized("records_global", n), [=] {
    auto players = filled(random_numbers<unsigned char>(n, 128));
    auto scores = filled(random_numbers<int>(n, 1U << 20, 5)), best = zeros<int>(128);
    return [=] { records_global<<<n / 256, 256>>>(players->get(), scores->get(), best->get(), n); };
  });
  runner.add(sized("records_shared", n), [=] {
    auto players = filled(random_numbers<unsigned char>(n, 128));
    auto scores = filled(random_numbers<int>(n, 1U << 20, 5)), best = zeros<int>(128);
    return [=] { records_shared<<<264, 256>>>(players->get(), scores->get(), best->get(), n); };
  });
}

/// A number in 66 is above the limit.
inline void add_firsts(Runner& runner, unsigned n) {
  const unsigned rows = n / 128;
  runner.add(sized("firsts_threads", n), [=] {
    auto in = floats(n);
    auto out = zeros<unsigned>(rows);
    return [=] { firsts_threads<<<rows / 64, 64>>>(in->get(), out->get(), 0.97F, rows); };
  });
  runner.add(sized("firsts_ballots", n), [=] {
    auto in = floats(n);
    auto out = zeros<unsigned>(rows);
    return [=] { firsts_ballots<<<rows / 8, 256>>>(in->get(), out->get(), 0.97F, rows); };
  });
}

/// Bricks of 8 x 8, 2 to the power of `across_bits` side by side.
inline void add_bricks(Runner& runner, unsigned across_bits) {
  const unsigned n = 64U << (2 * across_bits);
  runner.add(sized("bricks_divided", n), [=] {
    auto in = filled(random_numbers<unsigned short>(n, 65536)), out = zeros<unsigned short>(n);
    return
        [=] { bricks_divided<<<n / 256, 256>>>(in->get(), out->get(), 8, 1U << across_bits, n); };
  });
  runner.add(sized("bricks_masked", n), [=] {
    auto in = filled(random_numbers<unsigned short>(n, 65536)), out = zeros<unsigned short>(n);
    return [=] { bricks_masked<<<n / 256, 256>>>(in->get(), out->get(), 3, across_bits, n); };
  });
}

inline void add_seventh_lists(Runner& runner) {
  for (const unsigned n : {1U << 13, 1U << 16}) {
    add_words(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_neighbours(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 21}) {
    add_records(runner, n);
  }
  for (const unsigned n : {1U << 19, 1U << 22}) {
    add_firsts(runner, n);
  }
  for (const unsigned across_bits : {6U, 8U}) {
    add_bricks(runner, across_bits);
  }
}

}  // namespace calibration
