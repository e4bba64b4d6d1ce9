// Seventh blind test, matrices: many small products, rows of length 1, triangles, heads.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Products of matrices of 16 x 16, a block each: from memory, or through shared memory.
__global__ void sixteens_plain(const float* a, const float* b, float* out) {
  const unsigned x = threadIdx.x, y = threadIdx.y, first = blockIdx.x * 256;
  float sum = 0;
  for (unsigned k = 0; k < 16; ++k) {
    sum += a[first + y * 16 + k] * b[first + k * 16 + x];
  }
  out[first + y * 16 + x] = sum;
}

__global__ void sixteens_shared(const float* a, const float* b, float* out) {
  __shared__ float left[16][16], right[16][16];
  const unsigned x = threadIdx.x, y = threadIdx.y, place = blockIdx.x * 256 + y * 16 + x;
  left[y][x] = a[place];
  right[y][x] = b[place];
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < 16; ++k) {
    sum += left[y][k] * right[k][x];
  }
  out[place] = sum;
}

/// Rows of 512 brought to length 1, a block each: read twice and summed by a tree, or kept in
/// registers and summed by shuffles.
__global__ void unitrows_twice(const float* in, float* out) {
  __shared__ float parts[128];
  const unsigned t = threadIdx.x, first = blockIdx.x * 512;
  float squares = 0;
  for (unsigned col = t; col < 512; col += 128) {
    squares += in[first + col] * in[first + col];
  }
  parts[t] = squares;
  __syncthreads();
  for (unsigned step = 64; step > 0; step /= 2) {
    if (t < step) {
      parts[t] += parts[t + step];
    }
    __syncthreads();
  }
  const float scale = rsqrtf(parts[0]);
  for (unsigned col = t; col < 512; col += 128) {
    out[first + col] = in[first + col] * scale;
  }
}

__global__ void unitrows_kept(const float* in, float* out) {
  __shared__ float parts[4];
  const unsigned t = threadIdx.x, first = blockIdx.x * 512;
  float kept[4];
  float squares = 0;
  for (unsigned k = 0; k < 4; ++k) {
    kept[k] = in[first + k * 128 + t];
    squares += kept[k] * kept[k];
  }
  for (int step = 16; step > 0; step /= 2) {
    squares += __shfl_xor_sync(~0U, squares, step);
  }
  if (t % 32 == 0) {
    parts[t / 32] = squares;
  }
  __syncthreads();
  const float scale = rsqrtf(parts[0] + parts[1] + parts[2] + parts[3]);
  for (unsigned k = 0; k < 4; ++k) {
    out[first + k * 128 + t] = kept[k] * scale;
  }
}

/// The lower triangle of a matrix times a vector, a warp a row: whole rows of which what is right
/// of the diagonal does not count, or rows up to the diagonal.
__device__ inline float sum_of_lanes(float value) {
  for (unsigned step = 16; step > 0; step /= 2) {
    value += __shfl_down_sync(~0U, value, step);
  }
  return value;
}

__global__ void lower_masked(const float* matrix, const float* vector, float* out, unsigned n) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row < n) {
    float sum = 0;
    for (unsigned col = lane; col < n; col += 32) {
      const float product = matrix[row * n + col] * vector[col];
      sum += col <= row ? product : 0;
    }
    sum = sum_of_lanes(sum);
    if (lane == 0) {
      out[row] = sum;
    }
  }
}

__global__ void lower_bounded(const float* matrix, const float* vector, float* out, unsigned n) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row < n) {
    float sum = 0;
    for (unsigned col = lane; col <= row; col += 32) {
      sum += matrix[row * n + col] * vector[col];
    }
    sum = sum_of_lanes(sum);
    if (lane == 0) {
      out[row] = sum;
    }
  }
}

/// Rows of 16 heads of 64 numbers: all rows of the first head, then those of the next; by words,
/// or by four words.
__global__ void heads_words(const float* in, float* out, unsigned rows) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = i / 1024, head = i / 64 % 16, place = i % 64;
  if (row < rows) {
    out[(head * rows + row) * 64 + place] = in[i];
  }
}

__global__ void heads_fours(const float4* in, float4* out, unsigned rows) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = i / 256, head = i / 16 % 16, place = i % 16;
  if (row < rows) {
    out[(head * rows + row) * 16 + place] = in[i];
  }
}

inline void add_sixteens(Runner& runner, unsigned count) {
  const dim3 square(16, 16);
  runner.add(sized("sixteens_plain", count), [=] {
    auto a = floats(count * 256), b = floats(count * 256, 2), out = zeros<float>(count * 256);
    return [=] { sixteens_plain<<<count, square>>>(a->get(), b->get(), out->get()); };
  });
  runner.add(sized("sixteens_shared", count), [=] {
    auto a = floats(count * 256), b = floats(count * 256, 2), out = zeros<float>(count * 256);
    return [=] { sixteens_shared<<<count, square>>>(a->get(), b->get(), out->get()); };
  });
}

inline void add_rows(Runner& runner, unsigned n) {
  runner.add(sized("unitrows_twice", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { unitrows_twice<<<n / 512, 128>>>(in->get(), out->get()); };
  });
  runner.add(sized("unitrows_kept", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { unitrows_kept<<<n / 512, 128>>>(in->get(), out->get()); };
  });
  runner.add(sized("heads_words", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { heads_words<<<n / 256, 256>>>(in->get(), out->get(), n / 1024); };
  });
  runner.add(sized("heads_fours", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] {
      heads_fours<<<n / 1024, 256>>>(reinterpret_cast<const float4*>(in->get()),
                                     reinterpret_cast<float4*>(out->get()), n / 1024);
    };
  });
}

inline void add_lower(Runner& runner, unsigned n) {
  runner.add(sized("lower_masked", n), [=] {
    auto matrix = floats(n * n), vector = floats(n, 2), out = zeros<float>(n);
    return [=] { lower_masked<<<n / 8, 256>>>(matrix->get(), vector->get(), out->get(), n); };
  });
  runner.add(sized("lower_bounded", n), [=] {
    auto matrix = floats(n * n), vector = floats(n, 2), out = zeros<float>(n);
    return [=] { lower_bounded<<<n / 8, 256>>>(matrix->get(), vector->get(), out->get(), n); };
  });
}

inline void add_seventh_matrices(Runner& runner) {
  for (const unsigned count : {1024U, 16384U}) {
    add_sixteens(runner, count);
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_rows(runner, n);
  }
  for (const unsigned n : {1024U, 4096U}) {
    add_lower(runner, n);
  }
}

}  // namespace calibration
