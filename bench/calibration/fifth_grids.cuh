// Fifth blind test, grids and signals: bands, distances between rows, mosaics, integral images,
// lags, wavelets.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr int kBand = 4;  // diagonals on each side

/// A matrix with nine diagonals times a vector: stored row by row, or diagonal by diagonal.
template <bool kByRows>
__global__ void banded(const float* band, const float* x, float* y, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) {
    float sum = 0;
    for (int d = -kBand; d <= kBand; ++d) {
      const int j = i + d;
      if (j >= 0 && j < n) {
        const int place = d + kBand;
        sum += band[kByRows ? i * (2 * kBand + 1) + place : place * n + i] * x[j];
      }
    }
    y[i] = sum;
  }
}

/// Distances of all rows of a matrix of 16 columns from each other.
__global__ void pairwise_plain(const float* rows, float* out, unsigned n) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) {
    float sum = 0;
    for (unsigned k = 0; k < 16; ++k) {
      const float d = rows[row * 16 + k] - rows[col * 16 + k];
      sum += d * d;
    }
    out[row * n + col] = sqrtf(sum);
  }
}

__global__ void pairwise_tiled(const float* rows, float* out, unsigned n) {
  __shared__ float a[16][17], b[16][17];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  a[y][x] = rows[(blockIdx.y * 16 + y) * 16 + x];
  b[y][x] = rows[(blockIdx.x * 16 + y) * 16 + x];
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < 16; ++k) {
    const float d = a[y][k] - b[x][k];
    sum += d * d;
  }
  out[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sqrtf(sum);
}

/// Means of squares of 8 x 8 pixels: a thread a square, or a pixel.
__global__ void mosaic_squares(const float* in, float* out, unsigned squares, unsigned width) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < squares) {
    float sum = 0;
    for (unsigned dy = 0; dy < 8; ++dy) {
      for (unsigned dx = 0; dx < 8; ++dx) {
        sum += in[(y * 8 + dy) * width + x * 8 + dx];
      }
    }
    out[y * squares + x] = sum / 64;
  }
}

__global__ void mosaic_pixels(const float* in, float* out, unsigned squares, unsigned width) {
  __shared__ float sums[8][33];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  sums[y][x] = in[(blockIdx.y * 8 + y) * width + blockIdx.x * 32 + x];
  __syncthreads();
  if (y == 0) {
    float sum = 0;
    for (unsigned dy = 0; dy < 8; ++dy) {
      sum += sums[dy][x];
    }
    for (unsigned step = 4; step > 0; step /= 2) {
      sum += __shfl_down_sync(~0U, sum, step, 8);
    }
    if (x % 8 == 0) {
      out[blockIdx.y * squares + blockIdx.x * 4 + x / 8] = sum / 64;
    }
  }
}

/// Sums of all pixels to the left, or above: a thread a row, a column, and a block a row.
__global__ void integral_rows(const float* in, float* out, unsigned width, unsigned height) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < height) {
    float sum = 0;
    for (unsigned col = 0; col < width; ++col) {
      sum += in[row * width + col];
      out[row * width + col] = sum;
    }
  }
}

__global__ void integral_columns(const float* in, float* out, unsigned width, unsigned height) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col < width) {
    float sum = 0;
    for (unsigned row = 0; row < height; ++row) {
      sum += in[row * width + col];
      out[row * width + col] = sum;
    }
  }
}

/// How much a signal is like itself some steps later: a block a distance, or 64 distances that
/// share what a block keeps.
__global__ void lags_blocks(const float* in, float* out, unsigned n) {
  __shared__ float sums[256];
  const unsigned t = threadIdx.x, lag = blockIdx.x;
  float sum = 0;
  for (unsigned i = t; i + lag < n; i += 256) {
    sum += in[i] * in[i + lag];
  }
  sums[t] = sum;
  __syncthreads();
  for (unsigned step = 128; step > 0; step /= 2) {
    if (t < step) {
      sums[t] += sums[t + step];
    }
    __syncthreads();
  }
  if (t == 0) {
    out[lag] = sums[0];
  }
}

__global__ void lags_kept(const float* in, float* out, unsigned n) {
  __shared__ float own[320];
  const unsigned t = threadIdx.x, first = blockIdx.x * 256;
  own[t] = in[first + t];
  if (t < 64) {
    own[256 + t] = first + 256 + t < n ? in[first + 256 + t] : 0;
  }
  __syncthreads();
  const unsigned lag = t % 64, quarter = t / 64;
  float sum = 0;
  for (unsigned k = 0; k < 64; ++k) {
    sum += own[quarter * 64 + k] * own[quarter * 64 + k + lag];
  }
  atomicAdd(&out[lag], sum);
}

/// A wavelet's levels of 512 numbers in shared memory: results woven in place, or packed in front.
__global__ void haar_in_place(const float* in, float* out) {
  __shared__ float own[512];
  const unsigned t = threadIdx.x, first = blockIdx.x * 512;
  own[t] = in[first + t];
  own[t + 256] = in[first + 256 + t];
  for (unsigned step = 1; step < 512; step *= 2) {
    __syncthreads();
    const unsigned place = 2 * step * t;
    if (place < 512) {
      const float a = own[place], b = own[place + step];
      own[place] = (a + b) * 0.5F;
      own[place + step] = (a - b) * 0.5F;
    }
  }
  __syncthreads();
  out[first + t] = own[t];
  out[first + 256 + t] = own[t + 256];
}

__global__ void haar_packed(const float* in, float* out) {
  __shared__ float own[512];
  const unsigned t = threadIdx.x, first = blockIdx.x * 512;
  own[t] = in[first + t];
  own[t + 256] = in[first + 256 + t];
  __syncthreads();
  for (unsigned half = 256; half > 0; half /= 2) {
    float a = 0, b = 0;
    if (t < half) {
      a = own[2 * t];
      b = own[2 * t + 1];
    }
    __syncthreads();
    if (t < half) {
      own[t] = (a + b) * 0.5F;
      own[half + t] = (a - b) * 0.5F;
    }
    __syncthreads();
  }
  out[first + t] = own[t];
  out[first + 256 + t] = own[t + 256];
}

inline void add_bands(Runner& runner, unsigned n) {
  const auto length = static_cast<int>(n);
  runner.add(sized("banded_rows", n), [=] {
    auto band = floats(9 * n), x = floats(n, 2), y = zeros<float>(n);
    return [=] { banded<true><<<n / 256, 256>>>(band->get(), x->get(), y->get(), length); };
  });
  runner.add(sized("banded_diagonals", n), [=] {
    auto band = floats(9 * n), x = floats(n, 2), y = zeros<float>(n);
    return [=] { banded<false><<<n / 256, 256>>>(band->get(), x->get(), y->get(), length); };
  });
  runner.add(sized("haar_in_place", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { haar_in_place<<<n / 512, 256>>>(in->get(), out->get()); };
  });
  runner.add(sized("haar_packed", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { haar_packed<<<n / 512, 256>>>(in->get(), out->get()); };
  });
}

inline void add_squares(Runner& runner, unsigned n) {
  const unsigned size = n * n;
  runner.add(sized("pairwise_plain", n), [=] {
    auto rows = floats(16 * n), out = zeros<float>(size);
    return
        [=] { pairwise_plain<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(rows->get(), out->get(), n); };
  });
  runner.add(sized("pairwise_tiled", n), [=] {
    auto rows = floats(16 * n), out = zeros<float>(size);
    return
        [=] { pairwise_tiled<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(rows->get(), out->get(), n); };
  });
  runner.add(sized("mosaic_squares", size), [=] {
    auto in = floats(size), out = zeros<float>(size / 64);
    return [=] {
      mosaic_squares<<<dim3(n / 256, n / 64), dim3(32, 8)>>>(in->get(), out->get(), n / 8, n);
    };
  });
  runner.add(sized("mosaic_pixels", size), [=] {
    auto in = floats(size), out = zeros<float>(size / 64);
    return [=] {
      mosaic_pixels<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), out->get(), n / 8, n);
    };
  });
  runner.add(sized("integral_rows", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { integral_rows<<<n / 64, 64>>>(in->get(), out->get(), n, n); };
  });
  runner.add(sized("integral_columns", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { integral_columns<<<n / 64, 64>>>(in->get(), out->get(), n, n); };
  });
}

inline void add_fifth_signals(Runner& runner, unsigned n) {
  runner.add(sized("lags_blocks", n), [=] {
    auto in = floats(n), out = zeros<float>(64);
    return [=] { lags_blocks<<<64, 256>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("lags_kept", n), [=] {
    auto in = floats(n), out = zeros<float>(64);
    return [=] { lags_kept<<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
}

inline void add_fifth_grids(Runner& runner) {
  for (const unsigned n : {1U << 17, 1U << 20}) {
    add_bands(runner, n);
  }
  for (const unsigned n : {512U, 1024U}) {
    add_squares(runner, n);
  }
  for (const unsigned n : {1U << 15, 1U << 18}) {
    add_fifth_signals(runner, n);
  }
}

}  // namespace calibration
