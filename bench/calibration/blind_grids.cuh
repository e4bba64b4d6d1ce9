// Blind cases on grids and matrices: convolution, Jacobi, shortest paths, odd transposes, life,
// batch norm, softmax.
#pragma once

#include "cases.cuh"

namespace calibration {

__constant__ float sharp_weights[49];

__global__ void convolve_plain(const float* in, float* out, int rows, int cols) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (row >= rows || col >= cols) {
    return;
  }
  float sum = 0;
  for (int y = -3; y <= 3; ++y) {
    for (int x = -3; x <= 3; ++x) {
      if (row + y >= 0 && row + y < rows && col + x >= 0 && col + x < cols) {
        sum += sharp_weights[(y + 3) * 7 + x + 3] * in[(row + y) * cols + col + x];
      }
    }
  }
  out[row * cols + col] = sum;
}

__global__ void convolve_tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[22][22];
  const int first_col = static_cast<int>(blockIdx.x) * 16 - 3;
  const int first_row = static_cast<int>(blockIdx.y) * 16 - 3;
  for (int i = static_cast<int>(threadIdx.y * 16 + threadIdx.x); i < 22 * 22; i += 256) {
    const int row = first_row + i / 22, col = first_col + i % 22;
    const bool is_in = row >= 0 && row < rows && col >= 0 && col < cols;
    tile[i / 22][i % 22] = is_in ? in[row * cols + col] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 7; ++x) {
      sum += sharp_weights[y * 7 + x] * tile[threadIdx.y + y][threadIdx.x + x];
    }
  }
  const int row = static_cast<int>(blockIdx.y * 16 + threadIdx.y);
  const int col = static_cast<int>(blockIdx.x * 16 + threadIdx.x);
  if (row < rows && col < cols) {
    out[row * cols + col] = sum;
  }
}

/// Seven points of a cube; a thread goes up a column, or has one cell.
__global__ void jacobi_columns(const float* in, float* out, unsigned edge) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x + 1 >= edge || y + 1 >= edge) {
    return;
  }
  const unsigned plane = edge * edge;
  unsigned i = plane + y * edge + x;
  float below = in[i - plane], here = in[i];
  for (unsigned z = 1; z + 1 < edge; ++z, i += plane) {
    const float above = in[i + plane];
    out[i] = (below + above + in[i - 1] + in[i + 1] + in[i - edge] + in[i + edge]) / 6;
    below = here;
    here = above;
  }
}

__global__ void jacobi_cells(const float* in, float* out, unsigned edge) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned z = blockIdx.z;
  if (x == 0 || y == 0 || z == 0 || x + 1 >= edge || y + 1 >= edge || z + 1 >= edge) {
    return;
  }
  const unsigned plane = edge * edge, i = z * plane + y * edge + x;
  out[i] =
      (in[i - plane] + in[i + plane] + in[i - 1] + in[i + 1] + in[i - edge] + in[i + edge]) / 6;
}

__global__ void paths_step(int* lengths, unsigned n, unsigned via) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) {
    const int detour = lengths[row * n + via] + lengths[via * n + col];
    if (detour < lengths[row * n + col]) {
      lengths[row * n + col] = detour;
    }
  }
}

__global__ void odd_transpose_plain(const double* in, double* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    out[col * rows + row] = in[row * cols + col];
  }
}

__global__ void odd_transpose_tiled(const double* in, double* out, unsigned rows, unsigned cols) {
  __shared__ double tile[16][17];
  unsigned col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row < rows && col < cols) {
    tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  }
  __syncthreads();
  col = blockIdx.y * 16 + threadIdx.x;
  row = blockIdx.x * 16 + threadIdx.y;
  if (row < cols && col < rows) {
    out[row * rows + col] = tile[threadIdx.x][threadIdx.y];
  }
}

__global__ void life(const unsigned char* in, unsigned char* out, unsigned edge) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned around = 0;
  for (unsigned y = row + edge - 1; y <= row + edge + 1; ++y) {
    for (unsigned x = col + edge - 1; x <= col + edge + 1; ++x) {
      around += in[y % edge * edge + x % edge];
    }
  }
  const unsigned here = in[row * edge + col];
  out[row * edge + col] = around == 3 || (around == 4 && here != 0) ? 1 : 0;
}

/// Channel by channel over a batch of images: mean and variance by a block, then all are scaled.
__global__ void norm_sums(const float* in, float2* sums, unsigned channels, unsigned pixels,
                          unsigned images) {
  __shared__ float2 parts[256];
  float2 sum = make_float2(0, 0);
  for (unsigned image = 0; image < images; ++image) {
    for (unsigned i = threadIdx.x; i < pixels; i += blockDim.x) {
      const float value = in[(image * channels + blockIdx.x) * pixels + i];
      sum.x += value;
      sum.y += value * value;
    }
  }
  parts[threadIdx.x] = sum;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      parts[threadIdx.x].x += parts[threadIdx.x + half].x;
      parts[threadIdx.x].y += parts[threadIdx.x + half].y;
    }
  }
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = parts[0];
  }
}

__global__ void norm_scale(float* data, const float2* sums, unsigned channels, unsigned pixels,
                           unsigned total) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < total) {
    const float2 sum = sums[i / pixels % channels];
    const float count = static_cast<float>(total / channels);
    const float mean = sum.x / count;
    data[i] = (data[i] - mean) * rsqrtf(sum.y / count - mean * mean + 1e-5F);
  }
}

/// A warp a row: largest, sum of exponentials, quotients.
__global__ void softmax_warps(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) {
    return;
  }
  float most = -1e30F, sum = 0;
  for (unsigned i = lane; i < cols; i += 32) {
    most = fmaxf(most, in[row * cols + i]);
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    most = fmaxf(most, __shfl_xor_sync(~0U, most, step));
  }
  for (unsigned i = lane; i < cols; i += 32) {
    sum += __expf(in[row * cols + i] - most);
  }
  for (unsigned step = 16; step > 0; step /= 2) {
    sum += __shfl_xor_sync(~0U, sum, step);
  }
  for (unsigned i = lane; i < cols; i += 32) {
    out[row * cols + i] = __expf(in[row * cols + i] - most) / sum;
  }
}

/// A thread a row.
__global__ void softmax_threads(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) {
    return;
  }
  float most = -1e30F, sum = 0;
  for (unsigned i = 0; i < cols; ++i) {
    most = fmaxf(most, in[row * cols + i]);
  }
  for (unsigned i = 0; i < cols; ++i) {
    sum += __expf(in[row * cols + i] - most);
  }
  for (unsigned i = 0; i < cols; ++i) {
    out[row * cols + i] = __expf(in[row * cols + i] - most) / sum;
  }
}

using Grid = void (*)(const float*, float*, int, int);

inline void add_convolution(Runner& runner, const char* name, unsigned edge, Grid kernel) {
  runner.add(sized(name, edge), [=] {
    const std::size_t n = std::size_t{edge} * edge;
    auto in = floats(n), out = zeros<float>(n);
    const dim3 blocks((edge + 15) / 16, (edge + 15) / 16);
    const auto size = static_cast<int>(edge);
    return [=] { kernel<<<blocks, dim3(16, 16)>>>(in->get(), out->get(), size, size); };
  });
}

inline void add_odd_transposes(Runner& runner, unsigned rows) {
  const unsigned cols = rows * 3 / 2 + 1;
  const std::size_t n = std::size_t{rows} * cols;
  const dim3 blocks((cols + 15) / 16, (rows + 15) / 16);
  runner.add(sized("odd_transpose_plain", rows), [=] {
    auto in = zeros<double>(n), out = zeros<double>(n);
    return
        [=] { odd_transpose_plain<<<blocks, dim3(16, 16)>>>(in->get(), out->get(), rows, cols); };
  });
  runner.add(sized("odd_transpose_tiled", rows), [=] {
    auto in = zeros<double>(n), out = zeros<double>(n);
    return
        [=] { odd_transpose_tiled<<<blocks, dim3(16, 16)>>>(in->get(), out->get(), rows, cols); };
  });
}

inline void add_jacobi(Runner& runner, unsigned edge) {
  const std::size_t n = std::size_t{edge} * edge * edge;
  runner.add(sized("jacobi_columns", edge), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] {
      jacobi_columns<<<dim3(edge / 32, edge / 8), dim3(32, 8)>>>(in->get(), out->get(), edge);
    };
  });
  runner.add(sized("jacobi_cells", edge), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] {
      jacobi_cells<<<dim3(edge / 32, edge / 8, edge), dim3(32, 8)>>>(in->get(), out->get(), edge);
    };
  });
}

inline void add_norms(Runner& runner, unsigned images) {
  const unsigned channels = 128, pixels = 28 * 28, total = images * channels * pixels;
  runner.add(sized("batch_norm", images), [=] {
    auto data = floats(total);
    auto sums = zeros<float2>(channels);
    return [=] {
      norm_sums<<<channels, 256>>>(data->get(), sums->get(), channels, pixels, images);
      norm_scale<<<bench::blocks_for(total), 256>>>(data->get(), sums->get(), channels, pixels,
                                                    total);
    };
  });
}

inline void add_softmax(Runner& runner, unsigned rows) {
  const unsigned cols = 512;
  runner.add(sized("softmax_warps", rows), [=] {
    auto in = floats(std::size_t{rows} * cols), out = zeros<float>(std::size_t{rows} * cols);
    return [=] { softmax_warps<<<rows / 4, 128>>>(in->get(), out->get(), rows, cols); };
  });
  runner.add(sized("softmax_threads", rows), [=] {
    auto in = floats(std::size_t{rows} * cols), out = zeros<float>(std::size_t{rows} * cols);
    return [=] { softmax_threads<<<rows / 128, 128>>>(in->get(), out->get(), rows, cols); };
  });
}

inline void add_blind_grids(Runner& runner) {
  for (const unsigned edge : {500U, 1500U}) {
    add_convolution(runner, "convolve_plain", edge, convolve_plain);
    add_convolution(runner, "convolve_tiled", edge, convolve_tiled);
    add_odd_transposes(runner, edge);
  }
  for (const unsigned edge : {64U, 192U}) {
    add_jacobi(runner, edge);
  }
  for (const unsigned n : {512U, 1536U}) {
    runner.add(sized("paths_step", n), [=] {
      auto lengths = filled(random_numbers<int>(std::size_t{n} * n, 100000));
      return [=] { paths_step<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(lengths->get(), n, 17); };
    });
    runner.add(sized("life", n), [=] {
      auto in = filled(random_numbers<unsigned char>(std::size_t{n} * n, 2));
      auto out = zeros<unsigned char>(std::size_t{n} * n);
      return [=] { life<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), out->get(), n); };
    });
  }
  for (const unsigned images : {4U, 32U}) {
    add_norms(runner, images);
  }
  for (const unsigned rows : {1024U, 8192U}) {
    add_softmax(runner, rows);
  }
}

}  // namespace calibration
