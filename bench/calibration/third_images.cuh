// Third blind test, images: medians, rotations, dilations, triangles of matrices, counts of cells.
#pragma once

#include "cases.cuh"

namespace calibration {

__device__ inline void in_order(float& a, float& b) {
  const float low = fminf(a, b);
  b = fmaxf(a, b);
  a = low;
}

__device__ inline float middle_of_three(float a, float b, float c) {
  return fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
}

/// Of 3 x 3: columns in order, then the greatest of the low, the middle of the middle, the least of
/// the high ones.
__global__ void median_plain(const float* in, float* out, unsigned edge) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x + 1 >= edge || y + 1 >= edge) {
    return;
  }
  float v[3][3];
  for (unsigned i = 0; i < 3; ++i) {
    for (unsigned k = 0; k < 3; ++k) {
      v[i][k] = in[(y + k - 1) * edge + x + i - 1];
    }
    in_order(v[i][0], v[i][1]);
    in_order(v[i][1], v[i][2]);
    in_order(v[i][0], v[i][1]);
  }
  const float low = fmaxf(fmaxf(v[0][0], v[1][0]), v[2][0]);
  const float high = fminf(fminf(v[0][2], v[1][2]), v[2][2]);
  out[y * edge + x] = middle_of_three(low, middle_of_three(v[0][1], v[1][1], v[2][1]), high);
}

/// By a third of a right angle, nearest pixel.
__global__ void rotated(const unsigned* in, unsigned* out, int edge, float cosine, float sine) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const float dx = static_cast<float>(x - edge / 2), dy = static_cast<float>(y - edge / 2);
  const int from_x = static_cast<int>(cosine * dx - sine * dy) + edge / 2;
  const int from_y = static_cast<int>(sine * dx + cosine * dy) + edge / 2;
  const bool is_inside = from_x >= 0 && from_y >= 0 && from_x < edge && from_y < edge;
  out[y * edge + x] = is_inside ? in[from_y * edge + from_x] : 0U;
}

/// Greatest of 7 x 7, whole numbers.
__global__ void dilated_plain(const int* in, int* out, int edge) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  int most = 0;
  for (int dy = -3; dy <= 3; ++dy) {
    for (int dx = -3; dx <= 3; ++dx) {
      const int row = min(max(y + dy, 0), edge - 1), col = min(max(x + dx, 0), edge - 1);
      most = max(most, in[row * edge + col]);
    }
  }
  out[y * edge + x] = most;
}

/// First along rows, then along columns, in a tile of 32 x 8 outputs.
__global__ void dilated_tiled(const int* in, int* out, int edge) {
  __shared__ int along[14][32];
  const int x = static_cast<int>(blockIdx.x * 32 + threadIdx.x);
  const int top = static_cast<int>(blockIdx.y * 8) - 3;
  for (int line = static_cast<int>(threadIdx.y); line < 14; line += 8) {
    const int row = min(max(top + line, 0), edge - 1);
    int most = 0;
    for (int dx = -3; dx <= 3; ++dx) {
      most = max(most, in[row * edge + min(max(x + dx, 0), edge - 1)]);
    }
    along[line][threadIdx.x] = most;
  }
  __syncthreads();
  int most = 0;
  for (unsigned k = 0; k < 7; ++k) {
    most = max(most, along[threadIdx.y + k][threadIdx.x]);
  }
  out[(blockIdx.y * 8 + threadIdx.y) * static_cast<unsigned>(edge) + static_cast<unsigned>(x)] =
      most;
}

/// The upper triangle of a matrix, row behind row.
__global__ void upper_packed(const float* matrix, float* packed, unsigned n) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row <= col) {
    packed[row * n - row * (row - 1) / 2 + col - row] = matrix[row * n + col];
  }
}

/// Both triangles from the upper one.
__global__ void upper_mirrored(const float* packed, float* matrix, unsigned n) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned low = min(row, col), high = max(row, col);
  matrix[row * n + col] = packed[low * n - low * (low - 1) / 2 + high - low];
}

/// Points by cell of a grid of 16 x 16.
__global__ void cells_global(const float2* points, unsigned* counts, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float2 p = points[i];
    atomicAdd(&counts[static_cast<unsigned>(p.y) % 16 * 16 + static_cast<unsigned>(p.x) % 16], 1U);
  }
}

__global__ void cells_shared(const float2* points, unsigned* counts, unsigned n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned k = 0; k < 16; ++k) {
    const unsigned i = (blockIdx.x * 16 + k) * 256 + threadIdx.x;
    if (i < n) {
      const float2 p = points[i];
      atomicAdd(&own[static_cast<unsigned>(p.y) % 16 * 16 + static_cast<unsigned>(p.x) % 16], 1U);
    }
  }
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

inline void add_squares(Runner& runner, unsigned edge) {
  const unsigned n = edge * edge;
  const dim3 blocks(edge / 32, edge / 8), threads(32, 8);
  const int side = static_cast<int>(edge);
  runner.add(sized("median_plain", edge), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { median_plain<<<blocks, threads>>>(in->get(), out->get(), edge); };
  });
  runner.add(sized("rotated", edge), [=] {
    auto in = zeros<unsigned>(n), out = zeros<unsigned>(n);
    return [=] { rotated<<<blocks, threads>>>(in->get(), out->get(), side, 0.866F, 0.5F); };
  });
  runner.add(sized("dilated_plain", edge), [=] {
    auto in = filled(random_numbers<int>(n, 1000)), out = zeros<int>(n);
    return [=] { dilated_plain<<<blocks, threads>>>(in->get(), out->get(), side); };
  });
  runner.add(sized("dilated_tiled", edge), [=] {
    auto in = filled(random_numbers<int>(n, 1000)), out = zeros<int>(n);
    return [=] { dilated_tiled<<<blocks, threads>>>(in->get(), out->get(), side); };
  });
  runner.add(sized("upper_packed", edge), [=] {
    auto matrix = floats(n), packed = zeros<float>(n);
    return [=] { upper_packed<<<blocks, threads>>>(matrix->get(), packed->get(), edge); };
  });
  runner.add(sized("upper_mirrored", edge), [=] {
    auto packed = floats(n), matrix = zeros<float>(n);
    return [=] { upper_mirrored<<<blocks, threads>>>(packed->get(), matrix->get(), edge); };
  });
}

inline void add_third_images(Runner& runner) {
  for (const unsigned edge : {512U, 2048U}) {
    add_squares(runner, edge);
  }
  for (const unsigned n : {1U << 17, 1U << 21}) {
    const auto points = [=] {
      std::vector<float2> made(n);
      const std::vector<unsigned> places = random_numbers<unsigned>(n, 1U << 16);
      for (unsigned i = 0; i < n; ++i) {
        made[i] = make_float2(static_cast<float>(places[i] % 256) / 16,
                              static_cast<float>(places[i] / 256) / 16);
      }
      return filled(made);
    };
    runner.add(sized("cells_global", n), [=] {
      auto in = points();
      auto counts = zeros<unsigned>(256);
      return [=] { cells_global<<<n / 256, 256>>>(in->get(), counts->get(), n); };
    });
    runner.add(sized("cells_shared", n), [=] {
      auto in = points();
      auto counts = zeros<unsigned>(256);
      return [=] { cells_shared<<<n / 4096, 256>>>(in->get(), counts->get(), n); };
    });
  }
}

}  // namespace calibration
