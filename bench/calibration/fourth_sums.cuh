// Fourth blind test, neighbours and tiles: wide stencils, sums of a tile's columns.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr unsigned kReach = 8;

/// Sum of 17 neighbours with weights that fall off.
__global__ void ribbon_plain(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= kReach && i + kReach < n) {
    float sum = in[i];
    for (unsigned d = 1; d <= kReach; ++d) {
      sum += (in[i - d] + in[i + d]) / static_cast<float>(d + 1);
    }
    out[i] = sum;
  }
}

__global__ void ribbon_shared(const float* in, float* out, unsigned n) {
  __shared__ float own[256 + 2 * kReach];
  const unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  own[t + kReach] = in[i];
  if (t < kReach) {
    own[t] = i >= kReach ? in[i - kReach] : 0;
    own[t + 256 + kReach] = i + 256 < n ? in[i + 256] : 0;
  }
  __syncthreads();
  if (i >= kReach && i + kReach < n) {
    float sum = own[t + kReach];
    for (unsigned d = 1; d <= kReach; ++d) {
      sum += (own[t + kReach - d] + own[t + kReach + d]) / static_cast<float>(d + 1);
    }
    out[i] = sum;
  }
}

/// Sums of the rows of tiles of 32 x 32, a lane a row, with and without a word between rows.
template <unsigned kWidth>
__global__ void tilesum(const float* in, float* out) {
  __shared__ float tile[32][kWidth];
  const unsigned x = threadIdx.x, y = threadIdx.y, first = blockIdx.x * 1024;
  for (unsigned row = y; row < 32; row += 8) {
    tile[row][x] = in[first + row * 32 + x];
  }
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < 4; ++k) {
    sum += tile[x][y * 4 + k];
  }
  __syncthreads();
  tile[y][x] = sum;
  __syncthreads();
  if (y == 0) {
    for (unsigned k = 1; k < 8; ++k) {
      sum += tile[k][x];
    }
    out[blockIdx.x * 32 + x] = sum;
  }
}

inline void add_fourth_sums(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 22}) {
    runner.add(sized("ribbon_plain", n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { ribbon_plain<<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("ribbon_shared", n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { ribbon_shared<<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("tilesum_plain", n), [=] {
      auto in = floats(n), out = zeros<float>(n / 32);
      return [=] { tilesum<32><<<n / 1024, dim3(32, 8)>>>(in->get(), out->get()); };
    });
    runner.add(sized("tilesum_padded", n), [=] {
      auto in = floats(n), out = zeros<float>(n / 32);
      return [=] { tilesum<33><<<n / 1024, dim3(32, 8)>>>(in->get(), out->get()); };
    });
  }
}

}  // namespace calibration
