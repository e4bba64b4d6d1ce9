// Fifteenth blind test, images and grids: Gauss's blur, Julia's set, colours counted, heat on a
// plate, the mean of 27 neighbours in space.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr int kBlurReach = 2, kBlurTile = 32;  // of the blur: 5 x 5, tiles of 32 x 16
constexpr int kBlurRows = 16;
constexpr unsigned kHeatSteps = 8;

__constant__ float gaussian_weights[2 * kBlurReach + 1];

/// Gauss's blur, all 25 neighbours from global memory, edges repeated.
__global__ void gaussian_direct(const float* src, float* dst, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) {
    return;
  }
  float sum = 0.f;
  for (int dy = -kBlurReach; dy <= kBlurReach; dy++) {
    for (int dx = -kBlurReach; dx <= kBlurReach; dx++) {
      int xx = min(max(x + dx, 0), w - 1);
      int yy = min(max(y + dy, 0), h - 1);
      sum +=
          src[yy * w + xx] * gaussian_weights[dx + kBlurReach] * gaussian_weights[dy + kBlurReach];
    }
  }
  dst[y * w + x] = sum;
}

/// The blur along one axis only: launched along x, and then along y over what the first wrote.
template <bool kAlongX>
__global__ void gaussian_axis(const float* src, float* dst, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) {
    return;
  }
  float sum = 0.f;
#pragma unroll
  for (int d = -kBlurReach; d <= kBlurReach; d++) {
    int xx = kAlongX ? min(max(x + d, 0), w - 1) : x;
    int yy = kAlongX ? y : min(max(y + d, 0), h - 1);
    sum += src[yy * w + xx] * gaussian_weights[d + kBlurReach];
  }
  dst[y * w + x] = sum;
}

/// Both axes in one kernel: the tile and its halo in shared memory, and the rows' sums, too.
__global__ void gaussian_fused(const float* __restrict__ src, float* __restrict__ dst, int w,
                               int h) {
  __shared__ float pixels[kBlurRows + 2 * kBlurReach][kBlurTile + 2 * kBlurReach];
  __shared__ float rows[kBlurRows + 2 * kBlurReach][kBlurTile];
  const int x0 = blockIdx.x * kBlurTile, y0 = blockIdx.y * kBlurRows;
  for (int j = threadIdx.y; j < kBlurRows + 2 * kBlurReach; j += kBlurRows) {
    const int yy = min(max(y0 + j - kBlurReach, 0), h - 1);
    for (int i = threadIdx.x; i < kBlurTile + 2 * kBlurReach; i += kBlurTile) {
      pixels[j][i] = src[yy * w + min(max(x0 + i - kBlurReach, 0), w - 1)];
    }
  }
  __syncthreads();
  for (int j = threadIdx.y; j < kBlurRows + 2 * kBlurReach; j += kBlurRows) {
    float sum = 0.f;
    for (int d = 0; d <= 2 * kBlurReach; d++) {
      sum += pixels[j][threadIdx.x + d] * gaussian_weights[d];
    }
    rows[j][threadIdx.x] = sum;
  }
  __syncthreads();
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (x < w && y < h) {
    float sum = 0.f;
    for (int d = 0; d <= 2 * kBlurReach; d++) {
      sum += rows[threadIdx.y + d][threadIdx.x] * gaussian_weights[d];
    }
    dst[y * w + x] = sum;
  }
}

struct Complex {
  float r, i;
  __device__ Complex(float a, float b) : r(a), i(b) {}
  __device__ float magnitude2() const { return r * r + i * i; }
  __device__ Complex operator*(const Complex& a) const {
    return Complex(r * a.r - i * a.i, i * a.r + r * a.i);
  }
  __device__ Complex operator+(const Complex& a) const { return Complex(r + a.r, i + a.i); }
};

/// Whether the pixel stays within bounds for 200 steps.
__device__ inline int is_in_julia(int x, int y, int dim) {
  const float scale = 1.5f;
  float jx = scale * (float)(dim / 2 - x) / (dim / 2);
  float jy = scale * (float)(dim / 2 - y) / (dim / 2);
  Complex c(-0.8f, 0.156f);
  Complex a(jx, jy);
  for (int i = 0; i < 200; i++) {
    a = a * a + c;
    if (a.magnitude2() > 1000) {
      return 0;
    }
  }
  return 1;
}

/// Julia's set as the first book has it: a block a pixel, one thread each.
__global__ void julia_blocks(uchar4* image) {
  int x = blockIdx.x;
  int y = blockIdx.y;
  int offset = x + y * gridDim.x;
  int value = is_in_julia(x, y, gridDim.x);
  image[offset] = make_uchar4(static_cast<unsigned char>(255 * value), 0, 0, 255);
}

/// The same by blocks of 16 x 16 threads.
__global__ void julia_threads(uchar4* image, int dim) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < dim && y < dim) {
    int value = is_in_julia(x, y, dim);
    image[x + y * dim] = make_uchar4(static_cast<unsigned char>(255 * value), 0, 0, 255);
  }
}

/// Three histograms of 256 bins, one a colour, straight into global memory.
__global__ void rgbhist_global(const uchar3* img, unsigned int* hist, size_t n) {
  size_t gid = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (gid < n) {
    uchar3 px = img[gid];
    atomicAdd(hist + px.x, 1);
    atomicAdd(hist + 256 + px.y, 1);
    atomicAdd(hist + 512 + px.z, 1);
  }
}

/// The same: blocks have histograms of their own and stride over the image.
__global__ void rgbhist_shared(const uchar3* img, unsigned int* hist, size_t n) {
  __shared__ unsigned int local[3 * 256];
  for (int b = threadIdx.x; b < 3 * 256; b += blockDim.x) {
    local[b] = 0;
  }
  __syncthreads();
  size_t stride = (size_t)gridDim.x * blockDim.x;
  for (size_t gid = blockIdx.x * (size_t)blockDim.x + threadIdx.x; gid < n; gid += stride) {
    uchar3 px = img[gid];
    atomicAdd(&local[px.x], 1);
    atomicAdd(&local[256 + px.y], 1);
    atomicAdd(&local[512 + px.z], 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 3 * 256; b += blockDim.x) {
    if (local[b] > 0) {
      atomicAdd(&hist[b], local[b]);
    }
  }
}

/// A step of heat on a plate: five points from global memory, the rim stays as it is.
__global__ void heat2d_global(const float* T, float* Tnew, int nx, int ny, float alpha) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int j = threadIdx.y + blockIdx.y * blockDim.y;
#define IDX(i, j) ((j)*nx + (i))
  if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
    float centre = T[IDX(i, j)];
    Tnew[IDX(i, j)] = centre + alpha * (T[IDX(i - 1, j)] + T[IDX(i + 1, j)] + T[IDX(i, j - 1)] +
                                        T[IDX(i, j + 1)] - 4.0f * centre);
  }
#undef IDX
}

/// The same from a tile in shared memory; threads at a block's edge fetch the halo.
__global__ void heat2d_shared(const float* T, float* Tnew, int nx, int ny, float alpha) {
  __shared__ float s[16 + 2][16 + 2];
  int i = threadIdx.x + blockIdx.x * 16;
  int j = threadIdx.y + blockIdx.y * 16;
  int si = threadIdx.x + 1;
  int sj = threadIdx.y + 1;
  int me = j * nx + i;
  s[sj][si] = T[me];
  if (threadIdx.x == 0 && i > 0) {
    s[sj][0] = T[me - 1];
  }
  if (threadIdx.x == 15 && i < nx - 1) {
    s[sj][17] = T[me + 1];
  }
  if (threadIdx.y == 0 && j > 0) {
    s[0][si] = T[me - nx];
  }
  if (threadIdx.y == 15 && j < ny - 1) {
    s[17][si] = T[me + nx];
  }
  __syncthreads();
  if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) {
    Tnew[me] = s[sj][si] + alpha * (s[sj][si - 1] + s[sj][si + 1] + s[sj - 1][si] + s[sj + 1][si] -
                                    4.0f * s[sj][si]);
  }
}

/// The mean of 27 neighbours in space, a thread a cell.
__global__ void cube27_plain(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) {
    return;
  }
  float s = 0;
  for (int dz = -1; dz <= 1; ++dz) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        s += in[((z + dz) * n + (y + dy)) * n + (x + dx)];
      }
    }
  }
  out[(z * n + y) * n + x] = s / 27.0f;
}

/// The same: a block of 32 x 4 x 4 has its cells and a shell around them in shared memory.
__global__ void cube27_tiled(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float cell[6][6][34];
  const int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 4 - 1, z0 = blockIdx.z * 4 - 1;
  const int t = (threadIdx.z * 4 + threadIdx.y) * 32 + threadIdx.x;
  for (int k = t; k < 6 * 6 * 34; k += 512) {
    const int cx = k % 34, cy = k / 34 % 6, cz = k / (34 * 6);
    const int x = min(max(x0 + cx, 0), n - 1);
    const int y = min(max(y0 + cy, 0), n - 1);
    const int z = min(max(z0 + cz, 0), n - 1);
    cell[cz][cy][cx] = in[(z * n + y) * n + x];
  }
  __syncthreads();
  const int x = x0 + 1 + threadIdx.x, y = y0 + 1 + threadIdx.y, z = z0 + 1 + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) {
    return;
  }
  float s = 0;
#pragma unroll
  for (int k = 0; k < 27; ++k) {
    s += cell[threadIdx.z + k / 9][threadIdx.y + k / 3 % 3][threadIdx.x + k % 3];
  }
  out[(z * n + y) * n + x] = s * (1.0f / 27.0f);
}

inline void add_fifteenth_blurs(Runner& runner, unsigned n) {
  const int side = static_cast<int>(n);
  const auto set_weights = [] {
    const float weights[2 * kBlurReach + 1] = {0.0625F, 0.25F, 0.375F, 0.25F, 0.0625F};
    BENCH_CHECK(cudaMemcpyToSymbol(gaussian_weights, weights, sizeof(weights)));
  };
  const dim3 grid(n / 16, n / 16), block(16, 16);
  runner.add(sized("gaussian_direct", n), [=] {
    set_weights();
    auto in = floats(n * n), out = zeros<float>(n * n);
    return [=] { gaussian_direct<<<grid, block>>>(in->get(), out->get(), side, side); };
  });
  runner.add(sized("gaussian_axes", n), [=] {
    set_weights();
    auto in = floats(n * n), between = zeros<float>(n * n), out = zeros<float>(n * n);
    return [=] {
      gaussian_axis<true><<<grid, block>>>(in->get(), between->get(), side, side);
      gaussian_axis<false><<<grid, block>>>(between->get(), out->get(), side, side);
    };
  });
  runner.add(sized("gaussian_fused", n), [=] {
    set_weights();
    auto in = floats(n * n), out = zeros<float>(n * n);
    return [=] {
      gaussian_fused<<<dim3(n / kBlurTile, n / kBlurRows), dim3(kBlurTile, kBlurRows)>>>(
          in->get(), out->get(), side, side);
    };
  });
}

inline void add_fifteenth_colours(Runner& runner, unsigned pixels) {
  const auto add = [&](const char* name, auto* kernel, unsigned blocks) {
    runner.add(sized(name, pixels), [=] {
      // Red is anything, green is dark, blue has 16 levels only.
      const auto red = random_numbers<unsigned char>(pixels, 256, 3);
      const auto green = random_numbers<unsigned char>(pixels, 64, 4);
      const auto blue = random_numbers<unsigned char>(pixels, 16, 5);
      std::vector<uchar3> image(pixels);
      for (std::size_t i = 0; i < pixels; ++i) {
        image[i] = make_uchar3(red[i], green[i], static_cast<unsigned char>(blue[i] * 16));
      }
      auto in = filled(image);
      auto bins = zeros<unsigned>(3 * 256);
      return [=] { kernel<<<blocks, 256>>>(in->get(), bins->get(), pixels); };
    });
  };
  add("rgbhist_global", rgbhist_global, pixels / 256);
  add("rgbhist_shared", rgbhist_shared, std::min(pixels / 256, 264U));
}

inline void add_fifteenth_plates(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto* kernel) {
    runner.add(sized(name, n), [=] {
      auto first = floats(n * n), second = floats(n * n);
      return [=] {
        for (unsigned step = 0; step < kHeatSteps; step += 2) {
          const dim3 grid(n / 16, n / 16), block(16, 16);
          const int side = static_cast<int>(n);
          kernel<<<grid, block>>>(first->get(), second->get(), side, side, 0.2F);
          kernel<<<grid, block>>>(second->get(), first->get(), side, side, 0.2F);
        }
      };
    });
  };
  add("heat2d_global", heat2d_global);
  add("heat2d_shared", heat2d_shared);
}

inline void add_fifteenth_images(Runner& runner) {
  for (const unsigned n : {256U, 2048U}) {
    add_fifteenth_blurs(runner, n);
  }
  for (const unsigned n : {128U, 512U}) {
    runner.add(sized("julia_blocks", n), [=] {
      auto image = zeros<uchar4>(n * n);
      return [=] { julia_blocks<<<dim3(n, n), 1>>>(image->get()); };
    });
    runner.add(sized("julia_threads", n), [=] {
      auto image = zeros<uchar4>(n * n);
      return [=] {
        julia_threads<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(image->get(), static_cast<int>(n));
      };
    });
  }
  for (const unsigned n : {1U << 16, 1U << 21}) {
    add_fifteenth_colours(runner, n);
  }
  for (const unsigned n : {256U, 1024U}) {
    add_fifteenth_plates(runner, n);
  }
  for (const unsigned n : {32U, 160U}) {
    const auto add_cubes = [&](const char* name, auto* kernel, dim3 block) {
      runner.add(sized(name, n), [=] {
        auto in = floats(n * n * n), out = zeros<float>(n * n * n);
        const dim3 grid(n / block.x, n / block.y, n / block.z);
        return [=] { kernel<<<grid, block>>>(in->get(), out->get(), static_cast<int>(n)); };
      });
    };
    add_cubes("cube27_plain", cube27_plain, dim3(8, 8, 8));
    add_cubes("cube27_tiled", cube27_tiled, dim3(32, 4, 4));
  }
}

}  // namespace calibration
