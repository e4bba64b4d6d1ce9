// Twelfth blind test, matrices: the shortest ways of two steps, differences on a grid, queries that
// look at all keys, the greatest of each 3 x 3, rows added to rows.
#pragma once

#include "cases.cuh"

#include <numeric>

namespace calibration {

/// Least sums instead of a matrix product, of n x n: rows and columns from memory.
__global__ void minplus_plain(const float* a, const float* b, float* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    float least = 1e30F;
    for (unsigned k = 0; k < n; ++k) {
      least = fminf(least, a[y * n + k] + b[k * n + x]);
    }
    out[y * n + x] = least;
  }
}

/// The same by way of tiles of 16 x 16.
__global__ void minplus_tiled(const float* a, const float* b, float* out, unsigned n) {
  __shared__ float left[16][16], right[16][16];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  float least = 1e30F;
  for (unsigned first = 0; first < n; first += 16) {
    left[ty][tx] = a[y * n + first + tx];
    right[ty][tx] = b[(first + ty) * n + x];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) {
      least = fminf(least, left[ty][k] + right[k][tx]);
    }
    __syncthreads();
  }
  out[y * n + x] = least;
}

/// The same by way of tiles of 32 x 32, four rows a thread.
__global__ void minplus_registers(const float* a, const float* b, float* out, unsigned n) {
  __shared__ float left[32][32], right[32][32];
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const unsigned x = blockIdx.x * 32 + tx, top = blockIdx.y * 32 + ty;
  float least[4] = {1e30F, 1e30F, 1e30F, 1e30F};
  for (unsigned first = 0; first < n; first += 32) {
#pragma unroll
    for (unsigned row = 0; row < 32; row += 8) {
      left[ty + row][tx] = a[(top + row) * n + first + tx];
      right[ty + row][tx] = b[(first + ty + row) * n + x];
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < 32; ++k) {
      const float other = right[k][tx];
#pragma unroll
      for (unsigned row = 0; row < 4; ++row) {
        least[row] = fminf(least[row], left[ty + 8 * row][k] + other);
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (unsigned row = 0; row < 4; ++row) {
    out[(top + 8 * row) * n + x] = least[row];
  }
}

/// Four times each place of a grid less those around it: by a sparse matrix in memory.
__global__ void laplace_stored(const unsigned* begins, const unsigned* cols, const float* values,
                               const float* in, float* out, unsigned n) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0;
    const unsigned end = begins[row + 1];
    for (unsigned k = begins[row]; k < end; ++k) {
      sum += values[k] * in[cols[k]];
    }
    out[row] = sum;
  }
}

/// The same without a matrix, on a grid of n x n.
__global__ void laplace_free(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    const unsigned i = y * n + x;
    float sum = 4 * in[i];
    sum -= y > 0 ? in[i - n] : 0;
    sum -= x > 0 ? in[i - 1] : 0;
    sum -= x + 1 < n ? in[i + 1] : 0;
    sum -= y + 1 < n ? in[i + n] : 0;
    out[i] = sum;
  }
}

constexpr unsigned kKeys = 256, kWide = 32, kFoursWide = kWide / 4, kKeyTile = 32;
constexpr float kScale = 0.17677669F;

__device__ inline float dot_of(float4 a, float4 b, float sum) {
  return sum + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/// Values of 256 keys mixed by how like a query each key is: a warp a query, a lane a key and then
/// a lane a column, weights in shared memory.
__global__ void attention_twice(const float4* queries, const float4* keys, const float4* values,
                                float4* out) {
  __shared__ float weights[4][kKeys];
  const unsigned lane = threadIdx.x % 32, query = blockIdx.x * 4 + threadIdx.x / 32;
  const unsigned first = query / kKeys * kKeys;
  float* own = weights[threadIdx.x / 32];
  float most = -1e30F, total = 0, sum = 0;
  for (unsigned key = lane; key < kKeys; key += 32) {
    float score = 0;
#pragma unroll
    for (unsigned k = 0; k < kFoursWide; ++k) {
      score = dot_of(queries[query * kFoursWide + k], keys[(first + key) * kFoursWide + k], score);
    }
    own[key] = kScale * score;
    most = fmaxf(most, kScale * score);
  }
  for (int step = 16; step > 0; step /= 2) {
    most = fmaxf(most, __shfl_xor_sync(~0U, most, step));
  }
  for (unsigned key = lane; key < kKeys; key += 32) {
    const float weight = expf(own[key] - most);
    own[key] = weight;
    total += weight;
  }
  for (int step = 16; step > 0; step /= 2) {
    total += __shfl_xor_sync(~0U, total, step);
  }
  __syncwarp();
  const float* column = reinterpret_cast<const float*>(values + first * kFoursWide) + lane;
  for (unsigned key = 0; key < kKeys; ++key) {
    sum += own[key] * column[key * kWide];
  }
  reinterpret_cast<float*>(out)[query * kWide + lane] = sum / total;
}

/// The same in one go, a thread a query, keys and values in shared memory for the block.
__global__ void attention_online(const float4* queries, const float4* keys, const float4* values,
                                 float4* out) {
  __shared__ float4 tile[kKeyTile * kFoursWide], worth[kKeyTile * kFoursWide];
  const unsigned query = blockIdx.x * 128 + threadIdx.x, head = query / kKeys * kKeys * kFoursWide;
  float4 own[kFoursWide], sums[kFoursWide];
#pragma unroll
  for (unsigned k = 0; k < kFoursWide; ++k) {
    own[k] = queries[query * kFoursWide + k];
    sums[k] = make_float4(0, 0, 0, 0);
  }
  float most = -1e30F, total = 0;
  for (unsigned first = 0; first < kKeys; first += kKeyTile) {
    for (unsigned k = threadIdx.x; k < kKeyTile * kFoursWide; k += 128) {
      tile[k] = keys[head + first * kFoursWide + k];
      worth[k] = values[head + first * kFoursWide + k];
    }
    __syncthreads();
    for (unsigned key = 0; key < kKeyTile; ++key) {
      float score = 0;
#pragma unroll
      for (unsigned k = 0; k < kFoursWide; ++k) {
        score = dot_of(own[k], tile[key * kFoursWide + k], score);
      }
      const float above = fmaxf(most, kScale * score), shrink = expf(most - above);
      const float weight = expf(kScale * score - above);
      most = above;
      total = total * shrink + weight;
#pragma unroll
      for (unsigned k = 0; k < kFoursWide; ++k) {
        const float4 value = worth[key * kFoursWide + k];
        sums[k] = make_float4(
            sums[k].x * shrink + weight * value.x, sums[k].y * shrink + weight * value.y,
            sums[k].z * shrink + weight * value.z, sums[k].w * shrink + weight * value.w);
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (unsigned k = 0; k < kFoursWide; ++k) {
    out[query * kFoursWide + k] =
        make_float4(sums[k].x / total, sums[k].y / total, sums[k].z / total, sums[k].w / total);
  }
}

constexpr int kPoolChannels = 32;

/// The greatest of 3 x 3 pixels around every second one of n x n, channel after channel.
__global__ void pooled_planes(const float* in, float* out, int n) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int channel = static_cast<int>(blockIdx.z), half = n / 2;
  if (x < half && y < half) {
    const float* plane = in + channel * n * n;
    float most = -1e30F;
    for (int row = max(2 * y - 1, 0); row <= 2 * y + 1; ++row) {
      for (int col = max(2 * x - 1, 0); col <= 2 * x + 1; ++col) {
        most = fmaxf(most, plane[row * n + col]);
      }
    }
    out[(channel * half + y) * half + x] = most;
  }
}

/// The same with the channels of a pixel together, a warp a pixel.
__global__ void pooled_channels(const float* in, float* out, int n) {
  const int channel = static_cast<int>(threadIdx.x), half = n / 2;
  const int x = static_cast<int>(blockIdx.x * blockDim.y + threadIdx.y);
  const int y = static_cast<int>(blockIdx.y);
  if (x < half) {
    float most = -1e30F;
    for (int row = max(2 * y - 1, 0); row <= 2 * y + 1; ++row) {
      for (int col = max(2 * x - 1, 0); col <= 2 * x + 1; ++col) {
        most = fmaxf(most, in[(row * n + col) * kPoolChannels + channel]);
      }
    }
    out[(y * half + x) * kPoolChannels + channel] = most;
  }
}

constexpr unsigned kTableRows = 1024;

/// Each of n rows of 32 added to the row of a table that it names: an atomic a number.
__global__ void rowadd_atomic(const float* in, const unsigned* targets, float* table, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * kWide) {
    atomicAdd(&table[targets[i / kWide] * kWide + i % kWide], in[i]);
  }
}

/// The same with lists of the rows that name each one: a warp a row of the table.
__global__ void rowadd_sorted(const float* in, const unsigned* begins, const unsigned* rows,
                              float* table) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned target = i / kWide, end = begins[target + 1];
  float sum = table[i];
  for (unsigned k = begins[target]; k < end; ++k) {
    sum += in[rows[k] * kWide + i % kWide];
  }
  table[i] = sum;
}

inline void add_least_sums(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned side, dim3 threads) {
    runner.add(sized(name, n * n), [=] {
      auto a = floats(n * n), b = floats(n * n, 2), out = zeros<float>(n * n);
      return
          [=] { kernel<<<dim3(n / side, n / side), threads>>>(a->get(), b->get(), out->get(), n); };
    });
  };
  add("minplus_plain", minplus_plain, 16, dim3(16, 16));
  add("minplus_tiled", minplus_tiled, 16, dim3(16, 16));
  add("minplus_registers", minplus_registers, 32, dim3(32, 8));
}

inline void add_laplace(Runner& runner, unsigned n) {
  runner.add(sized("laplace_stored", n * n), [=] {
    std::vector<unsigned> first{0}, which;
    std::vector<float> numbers;
    const auto put = [&](bool is_there, unsigned col, float value) {
      if (is_there) {
        which.push_back(col);
        numbers.push_back(value);
      }
    };
    for (unsigned i = 0; i < n * n; ++i) {
      put(i >= n, i - n, -1);
      put(i % n > 0, i - 1, -1);
      put(true, i, 4);
      put(i % n + 1 < n, i + 1, -1);
      put(i + n < n * n, i + n, -1);
      first.push_back(static_cast<unsigned>(which.size()));
    }
    auto begins = filled(first), cols = filled(which);
    auto values = filled(numbers), in = floats(n * n), out = zeros<float>(n * n);
    return [=] {
      laplace_stored<<<n * n / 256, 256>>>(begins->get(), cols->get(), values->get(), in->get(),
                                           out->get(), n * n);
    };
  });
  runner.add(sized("laplace_free", n * n), [=] {
    auto in = floats(n * n), out = zeros<float>(n * n);
    return [=] { laplace_free<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), out->get(), n); };
  });
}

inline void add_attention(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel, unsigned blocks) {
    runner.add(sized(name, n), [=] {
      auto queries = floats(n * kWide), keys = floats(n * kWide, 2), values = floats(n * kWide, 3);
      auto out = zeros<float>(n * kWide);
      return [=] {
        kernel<<<blocks, 128>>>(reinterpret_cast<const float4*>(queries->get()),
                                reinterpret_cast<const float4*>(keys->get()),
                                reinterpret_cast<const float4*>(values->get()),
                                reinterpret_cast<float4*>(out->get()));
      };
    });
  };
  add("attention_twice", attention_twice, n / 4);
  add("attention_online", attention_online, n / 128);
}

inline void add_pools(Runner& runner, unsigned n) {
  const unsigned half = n / 2, size = half * half * kPoolChannels;
  const auto add = [&](const char* name, auto kernel, dim3 blocks) {
    runner.add(sized(name, size), [=] {
      auto in = floats(4 * size), out = zeros<float>(size);
      return [=] { kernel<<<blocks, dim3(32, 8)>>>(in->get(), out->get(), static_cast<int>(n)); };
    });
  };
  add("pooled_planes", pooled_planes, dim3(half / 32, half / 8, kPoolChannels));
  add("pooled_channels", pooled_channels, dim3(half / 8, half));
}

/// Rows for the table's first ones more often than for its last ones.
inline std::vector<unsigned> targets_of_rows(unsigned n) {
  auto targets = random_numbers<unsigned>(n, kTableRows, 121);
  for (unsigned& target : targets) {
    target = target * target / kTableRows;
  }
  return targets;
}

inline void add_row_adders(Runner& runner, unsigned n) {
  runner.add(sized("rowadd_atomic", n), [=] {
    auto in = floats(n * kWide), table = zeros<float>(kTableRows * kWide);
    auto targets = filled(targets_of_rows(n));
    return [=] {
      rowadd_atomic<<<n * kWide / 256, 256>>>(in->get(), targets->get(), table->get(), n);
    };
  });
  runner.add(sized("rowadd_sorted", n), [=] {
    const std::vector<unsigned> all = targets_of_rows(n);
    std::vector<unsigned> first(kTableRows + 1), order(n);
    for (const unsigned target : all) {
      ++first[target + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](unsigned one, unsigned other) { return all[one] < all[other]; });
    auto in = floats(n * kWide), table = zeros<float>(kTableRows * kWide);
    auto begins = filled(first), rows = filled(order);
    return [=] {
      rowadd_sorted<<<kTableRows * kWide / 128, 128>>>(in->get(), begins->get(), rows->get(),
                                                       table->get());
    };
  });
}

inline void add_twelfth_matrices(Runner& runner) {
  for (const unsigned n : {128U, 384U}) {
    add_least_sums(runner, n);
  }
  for (const unsigned n : {256U, 1024U}) {
    add_laplace(runner, n);
  }
  for (const unsigned n : {1U << 10, 1U << 12}) {
    add_attention(runner, n);
  }
  for (const unsigned n : {128U, 512U}) {
    add_pools(runner, n);
  }
  for (const unsigned n : {1U << 12, 1U << 16}) {
    add_row_adders(runner, n);
  }
}

}  // namespace calibration
