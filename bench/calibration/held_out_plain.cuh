// Slow and fast versions of what the course's answers do: near misses and variants, written anew.
#pragma once

namespace calibration {

using std::size_t;

__global__ void add_plain(const float* a, const float* b, float* sum, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = a[i] + b[i];
  }
}

/// A thread has neighbouring elements: lanes lie `each` elements apart.
__global__ void add_in_pieces(const float* a, const float* b, float* sum, size_t n, unsigned each) {
  const size_t first = (size_t{blockIdx.x} * blockDim.x + threadIdx.x) * each;
  for (size_t i = first; i < first + each && i < n; ++i) {
    sum[i] = a[i] + b[i];
  }
}

__global__ void add_down_the_columns(const float* a, const float* b, float* sum, size_t rows,
                                     size_t cols) {
  const size_t row = blockIdx.x * blockDim.x + threadIdx.x;
  const size_t col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    sum[row * cols + col] = a[row * cols + col] + b[row * cols + col];
  }
}

__global__ void scramble_by_lane(const unsigned* in, unsigned* out, size_t n) {
  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = i % 2 == 0 ? answer_divergence::stirred(in[i]) : answer_divergence::shaken(in[i]);
  }
}

__global__ void transpose_plainly(const float* in, float* out, size_t rows, size_t cols) {
  const size_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    out[col * rows + row] = in[row * cols + col];
  }
}

/// A tile in shared memory whose columns lie `kPitch` words apart: 32 conflicts, 33 does not.
template <unsigned kPitch>
__global__ void transpose_by_tiles(const float* in, float* out, size_t rows, size_t cols) {
  __shared__ float tile[32 * kPitch];
  const size_t first_col = blockIdx.x * 32, first_row = blockIdx.y * 32;
  for (unsigned y = threadIdx.y; y < 32; y += blockDim.y) {
    tile[y * kPitch + threadIdx.x] = in[(first_row + y) * cols + first_col + threadIdx.x];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += blockDim.y) {
    out[(first_col + y) * rows + first_row + threadIdx.x] = tile[threadIdx.x * kPitch + y];
  }
}

/// Rows of a tile summed by a lane each; with 32 floats a row all lanes meet in one bank.
__global__ void sum_rows_with_conflicts(const float* tiles, float* sums) {
  __shared__ float shared[1024];
  for (unsigned row = 0; row < 32; ++row) {
    shared[row * 32 + threadIdx.x] = tiles[size_t{blockIdx.x} * 1024 + row * 32 + threadIdx.x];
  }
  __syncthreads();
  float sum = 0;
  for (unsigned col = 0; col < 32; ++col) {
    sum += shared[threadIdx.x * 32 + col];
  }
  sums[blockIdx.x * 32 + threadIdx.x] = sum;
}

__global__ void smooth_without_tile(const float* in, float* out, size_t n) {
  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float before = i > 0 ? in[i - 1] : 0;
    const float behind = i + 1 < n ? in[i + 1] : 0;
    out[i] = (before + in[i] + behind) / 3;
  }
}

__constant__ float blur_weights[25];

__global__ void blur_without_tile(const float* image, float* out, int rows, int cols) {
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= rows || col >= cols) {
    return;
  }
  float sum = 0;
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 5; ++x) {
      const int r = min(max(row + y - 2, 0), rows - 1);
      const int c = min(max(col + x - 2, 0), cols - 1);
      sum += blur_weights[y * 5 + x] * image[static_cast<size_t>(r) * cols + c];
    }
  }
  out[static_cast<size_t>(row) * cols + col] = sum;
}

/// Each thread adds its value to one word.
__global__ void sum_by_threads(const float* values, size_t n, float* sum) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(sum, values[i]);
  }
}

/// A tree in shared memory whose working threads are spread over all warps.
__global__ void sum_interleaved(const float* values, size_t n, float* sum) {
  __shared__ float places[256];
  const size_t i = size_t{blockIdx.x} * 256 + threadIdx.x;
  places[threadIdx.x] = i < n ? values[i] : 0;
  for (unsigned step = 1; step < 256; step *= 2) {
    __syncthreads();
    if (threadIdx.x % (2 * step) == 0) {
      places[threadIdx.x] += places[threadIdx.x + step];
    }
  }
  if (threadIdx.x == 0) {
    atomicAdd(sum, places[0]);
  }
}

/// The same with the working threads side by side.
__global__ void sum_sequential(const float* values, size_t n, float* sum) {
  __shared__ float places[256];
  const size_t i = size_t{blockIdx.x} * 256 + threadIdx.x;
  places[threadIdx.x] = i < n ? values[i] : 0;
  for (unsigned half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      places[threadIdx.x] += places[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) {
    atomicAdd(sum, places[0]);
  }
}

__global__ void histogram_in_global_memory(const unsigned char* bytes, size_t n, unsigned* bins) {
  const size_t step = size_t{gridDim.x} * blockDim.x;
  for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    atomicAdd(&bins[bytes[i]], 1U);
  }
}

__global__ void gather_one_by_one(const int* values, size_t n, int limit, int* out,
                                  unsigned* count) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n && values[i] > limit) {
    unsigned place = 0;
    asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(place) : "l"(count) : "memory");
    out[place] = values[i];
  }
}

}  // namespace calibration
