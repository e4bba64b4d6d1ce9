// Fourth blind test, grids and images: products, diffusion, boxes, mirrors, sharpening, cosines.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Products of the columns of a matrix with each other: a thread an element.
__global__ void gram_plain(const float* a, float* out, unsigned n) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < n) {
    float sum = 0;
    for (unsigned k = 0; k < n; ++k) {
      sum += a[k * n + row] * a[k * n + col];
    }
    out[row * n + col] = sum;
  }
}

/// The same with tiles of 16 x 16 in shared memory.
__global__ void gram_tiled(const float* a, float* out, unsigned n) {
  __shared__ float rows[16][16], cols[16][16];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (unsigned first = 0; first < n; first += 16) {
    rows[y][x] = a[(first + y) * n + blockIdx.y * 16 + x];
    cols[y][x] = a[(first + y) * n + col];
    __syncthreads();
    for (unsigned k = 0; k < 16; ++k) {
      sum += rows[k][y] * cols[k][x];
    }
    __syncthreads();
  }
  out[row * n + col] = sum;
}

/// A step of diffusion in three dimensions: a thread a cell.
__global__ void diffuse_cells(const float* in, float* out, int nx, int ny, int nz) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z = static_cast<int>(blockIdx.z);
  if (x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1) {
    const int i = (z * ny + y) * nx + x;
    out[i] = in[i] + 0.1F * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] +
                             in[i + nx * ny] - 6 * in[i]);
  }
}

/// A thread goes through all planes.
__global__ void diffuse_planes(const float* __restrict__ in, float* __restrict__ out, int nx,
                               int ny, int nz) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x == 0 || y == 0 || x >= nx - 1 || y >= ny - 1) {
    return;
  }
  const int plane = nx * ny;
  int i = y * nx + x;
  float below = in[i], here = in[i + plane];
  for (int z = 1; z < nz - 1; ++z) {
    i += plane;
    const float above = in[i + plane];
    out[i] =
        here + 0.1F * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + below + above - 6 * here);
    below = here;
    here = above;
  }
}

/// Mean of 9 x 9 pixels, clamped at the borders.
__global__ void box_direct(const float* in, float* out, int width, int height) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= height) {
    return;
  }
  float sum = 0;
  for (int dy = -4; dy <= 4; ++dy) {
    for (int dx = -4; dx <= 4; ++dx) {
      const int px = min(max(x + dx, 0), width - 1), py = min(max(y + dy, 0), height - 1);
      sum += in[py * width + px];
    }
  }
  out[y * width + x] = sum / 81;
}

__global__ void box_row(const float* in, float* out, int width, int height) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < width && y < height) {
    float sum = 0;
    for (int d = -4; d <= 4; ++d) {
      sum += in[y * width + min(max(x + d, 0), width - 1)];
    }
    out[y * width + x] = sum / 9;
  }
}

__global__ void box_column(const float* in, float* out, int width, int height) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < width && y < height) {
    float sum = 0;
    for (int d = -4; d <= 4; ++d) {
      sum += in[min(max(y + d, 0), height - 1) * width + x];
    }
    out[y * width + x] = sum / 9;
  }
}

/// An image upside down, and left to right.
__global__ void flip_down(const uchar4* in, uchar4* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[(height - 1 - y) * width + x] = in[y * width + x];
  }
}

__global__ void flip_across(const uchar4* in, uchar4* out, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[y * width + width - 1 - x] = in[y * width + x];
  }
}

/// Bytes of an image made sharper by their four neighbours.
__global__ void sharpen_plain(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
    const int i = y * width + x;
    const int value = 5 * in[i] - in[i - 1] - in[i + 1] - in[i - width] - in[i + width];
    out[i] = static_cast<unsigned char>(min(max(value, 0), 255));
  }
}

__global__ void sharpen_tiled(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ unsigned char tile[10][34];
  const int left = static_cast<int>(blockIdx.x) * 32 - 1,
            top = static_cast<int>(blockIdx.y) * 8 - 1;
  const int lane = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
  for (int i = row * 32 + lane; i < 340; i += 256) {
    const int px = min(max(left + i % 34, 0), width - 1),
              py = min(max(top + i / 34, 0), height - 1);
    tile[i / 34][i % 34] = in[py * width + px];
  }
  __syncthreads();
  const int x = left + 1 + lane, y = top + 1 + row;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
    const int value = 5 * tile[row + 1][lane + 1] - tile[row + 1][lane] - tile[row + 1][lane + 2] -
                      tile[row][lane + 1] - tile[row + 2][lane + 1];
    out[y * width + x] = static_cast<unsigned char>(min(max(value, 0), 255));
  }
}

__constant__ float cosine_table[64];

/// Cosine transforms of 8 x 8 pixels: 64 products a thread.
__global__ void cosines_direct(const float* in, float* out, unsigned width) {
  const unsigned u = threadIdx.x, v = threadIdx.y;
  const unsigned first = blockIdx.y * 8 * width + blockIdx.x * 8;
  float sum = 0;
  for (unsigned y = 0; y < 8; ++y) {
    for (unsigned x = 0; x < 8; ++x) {
      sum += in[first + y * width + x] * cosine_table[u * 8 + x] * cosine_table[v * 8 + y];
    }
  }
  out[first + v * width + u] = sum;
}

/// Rows, then columns, in shared memory.
__global__ void cosines_apart(const float* in, float* out, unsigned width) {
  __shared__ float pixels[8][9], half[8][9], table[8][9];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned first = blockIdx.y * 8 * width + blockIdx.x * 8;
  pixels[y][x] = in[first + y * width + x];
  table[y][x] = cosine_table[y * 8 + x];
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < 8; ++k) {
    sum += pixels[y][k] * table[x][k];
  }
  half[y][x] = sum;
  __syncthreads();
  sum = 0;
  for (unsigned k = 0; k < 8; ++k) {
    sum += half[k][x] * table[y][k];
  }
  out[first + y * width + x] = sum;
}

inline void add_gram(Runner& runner, unsigned n) {
  runner.add(sized("gram_plain", n), [=] {
    auto a = floats(std::size_t{n} * n), out = zeros<float>(std::size_t{n} * n);
    return [=] { gram_plain<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a->get(), out->get(), n); };
  });
  runner.add(sized("gram_tiled", n), [=] {
    auto a = floats(std::size_t{n} * n), out = zeros<float>(std::size_t{n} * n);
    return [=] { gram_tiled<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a->get(), out->get(), n); };
  });
}

inline void add_diffusion(Runner& runner, int n) {
  const auto size = static_cast<std::size_t>(n) * n * n;
  const auto blocks = static_cast<unsigned>(n) / 32, rows = static_cast<unsigned>(n) / 8;
  runner.add(sized("diffuse_cells", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] {
      diffuse_cells<<<dim3(blocks, rows, static_cast<unsigned>(n)), dim3(32, 8)>>>(
          in->get(), out->get(), n, n, n);
    };
  });
  runner.add(sized("diffuse_planes", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] {
      diffuse_planes<<<dim3(blocks, rows), dim3(32, 8)>>>(in->get(), out->get(), n, n, n);
    };
  });
}

inline void add_fourth_images(Runner& runner, int n) {
  const auto size = static_cast<std::size_t>(n) * n;
  const auto side = static_cast<unsigned>(n);
  const dim3 grid(side / 32, side / 8), block(32, 8);
  runner.add(sized("box_direct", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { box_direct<<<grid, block>>>(in->get(), out->get(), n, n); };
  });
  runner.add(sized("box_apart", size), [=] {
    auto in = floats(size), half = zeros<float>(size), out = zeros<float>(size);
    return [=] {
      box_row<<<grid, block>>>(in->get(), half->get(), n, n);
      box_column<<<grid, block>>>(half->get(), out->get(), n, n);
    };
  });
  runner.add(sized("flip_down", size), [=] {
    auto in = zeros<uchar4>(size), out = zeros<uchar4>(size);
    return [=] { flip_down<<<grid, block>>>(in->get(), out->get(), side, side); };
  });
  runner.add(sized("flip_across", size), [=] {
    auto in = zeros<uchar4>(size), out = zeros<uchar4>(size);
    return [=] { flip_across<<<grid, block>>>(in->get(), out->get(), side, side); };
  });
  runner.add(sized("sharpen_plain", size), [=] {
    auto in = filled(random_numbers<unsigned char>(size, 256)), out = zeros<unsigned char>(size);
    return [=] { sharpen_plain<<<grid, block>>>(in->get(), out->get(), n, n); };
  });
  runner.add(sized("sharpen_tiled", size), [=] {
    auto in = filled(random_numbers<unsigned char>(size, 256)), out = zeros<unsigned char>(size);
    return [=] { sharpen_tiled<<<grid, block>>>(in->get(), out->get(), n, n); };
  });
  const dim3 tiles(side / 8, side / 8), pixels(8, 8);
  runner.add(sized("cosines_direct", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { cosines_direct<<<tiles, pixels>>>(in->get(), out->get(), side); };
  });
  runner.add(sized("cosines_apart", size), [=] {
    auto in = floats(size), out = zeros<float>(size);
    return [=] { cosines_apart<<<tiles, pixels>>>(in->get(), out->get(), side); };
  });
}

inline void add_fourth_grids(Runner& runner) {
  for (const unsigned n : {256U, 512U}) {
    add_gram(runner, n);
  }
  for (const int n : {64, 128}) {
    add_diffusion(runner, n);
  }
  for (const int n : {512, 1024}) {
    add_fourth_images(runner, n);
  }
}

}  // namespace calibration
