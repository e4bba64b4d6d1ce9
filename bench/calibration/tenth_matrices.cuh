// Tenth blind test, matrices: Walsh's transform, eigenvalues, rows of equal length, products of
// bits, windows as columns.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Sums and differences of pairs, of pairs of those, and so on, for each 256 numbers: a pair a
/// thread in shared memory, or a warp with eight numbers a lane.
__global__ void walsh_shared(const float* in, float* out) {
  __shared__ float numbers[256];
  const unsigned t = threadIdx.x, first = blockIdx.x * 256;
  numbers[t] = in[first + t];
  numbers[t + 128] = in[first + t + 128];
  for (unsigned step = 1; step < 256; step *= 2) {
    __syncthreads();
    const unsigned left = t / step * 2 * step + t % step;
    const float a = numbers[left], b = numbers[left + step];
    numbers[left] = a + b;
    numbers[left + step] = a - b;
  }
  __syncthreads();
  out[first + t] = numbers[t];
  out[first + t + 128] = numbers[t + 128];
}

__global__ void walsh_lanes(const float* in, float* out) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned first = (blockIdx.x * 8 + threadIdx.x / 32) * 256 + lane;
  float own[8];
#pragma unroll
  for (unsigned k = 0; k < 8; ++k) {
    own[k] = in[first + k * 32];
  }
#pragma unroll
  for (unsigned step = 1; step < 8; step *= 2) {
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) {
      if ((k & step) == 0) {
        const float a = own[k], b = own[k + step];
        own[k] = a + b;
        own[k + step] = a - b;
      }
    }
  }
#pragma unroll
  for (unsigned step = 1; step < 32; step *= 2) {
    const bool is_right = (lane & step) != 0;
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) {
      const float other = __shfl_xor_sync(~0U, own[k], static_cast<int>(step));
      own[k] = other + (is_right ? -own[k] : own[k]);
    }
  }
#pragma unroll
  for (unsigned k = 0; k < 8; ++k) {
    out[first + k * 32] = own[k];
  }
}

/// A symmetric matrix of 3 x 3: its diagonal, and what is above it.
struct Symmetric {
  float xx, yy, zz, xy, xz, yz;
};

__device__ inline Symmetric symmetric_at(const float* in, unsigned i, unsigned n) {
  return {in[i], in[n + i], in[2 * n + i], in[3 * n + i], in[4 * n + i], in[5 * n + i]};
}

/// Turns a matrix so that `pq` gets zero; `pr` and `qr` are what p and q have with the third axis.
__device__ inline void turn_away(float& pp, float& qq, float& pq, float& pr, float& qr) {
  if (fabsf(pq) < 1e-12F) {
    return;
  }
  const float half = (qq - pp) / (2 * pq);
  const float tangent = copysignf(1, half) / (fabsf(half) + sqrtf(half * half + 1));
  const float cosine = 1 / sqrtf(tangent * tangent + 1), sine = tangent * cosine;
  pp -= tangent * pq;
  qq += tangent * pq;
  pq = 0;
  const float turned = cosine * pr - sine * qr;
  qr = sine * pr + cosine * qr;
  pr = turned;
}

/// Eigenvalues of symmetric matrices of 3 x 3, the greatest first: by Jacobi's turns, or by the
/// formula for a cubic equation.
__global__ void eigen_turns(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Symmetric m = symmetric_at(in, i, n);
    for (unsigned round = 0; round < 5; ++round) {
      turn_away(m.xx, m.yy, m.xy, m.xz, m.yz);
      turn_away(m.xx, m.zz, m.xz, m.xy, m.yz);
      turn_away(m.yy, m.zz, m.yz, m.xy, m.xz);
    }
    const float low = fminf(m.xx, m.yy), high = fmaxf(m.xx, m.yy);
    out[i] = fmaxf(high, m.zz);
    out[n + i] = fmaxf(low, fminf(high, m.zz));
    out[2 * n + i] = fminf(low, m.zz);
  }
}

__global__ void eigen_formula(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Symmetric m = symmetric_at(in, i, n);
    const float mean = (m.xx + m.yy + m.zz) / 3;
    const float x = m.xx - mean, y = m.yy - mean, z = m.zz - mean;
    const float beside = m.xy * m.xy + m.xz * m.xz + m.yz * m.yz;
    const float scale = sqrtf((x * x + y * y + z * z + 2 * beside) / 6) + 1e-20F;
    const float determinant = x * (y * z - m.yz * m.yz) - m.xy * (m.xy * z - m.yz * m.xz) +
                              m.xz * (m.xy * m.yz - y * m.xz);
    const float half = 0.5F * determinant / (scale * scale * scale);
    const float angle = acosf(fminf(fmaxf(half, -1), 1)) / 3;
    const float greatest = mean + 2 * scale * cosf(angle);
    const float least = mean + 2 * scale * cosf(angle + 2.0943951F);
    out[i] = greatest;
    out[n + i] = 3 * mean - greatest - least;
    out[2 * n + i] = least;
  }
}

constexpr unsigned kSlots = 16;

/// A sparse matrix with 16 slots a row, of which the first ones are in use, times a vector: slots
/// of a row side by side, or those of a column.
__global__ void ellpack_rows(const unsigned* lengths, const unsigned* cols, const float* values,
                             const float* vector, float* out, unsigned n) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    const unsigned length = lengths[row];
    float sum = 0;
    for (unsigned k = 0; k < length; ++k) {
      sum += values[row * kSlots + k] * vector[cols[row * kSlots + k]];
    }
    out[row] = sum;
  }
}

__global__ void ellpack_columns(const unsigned* lengths, const unsigned* cols, const float* values,
                                const float* vector, float* out, unsigned n) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    const unsigned length = lengths[row];
    float sum = 0;
    for (unsigned k = 0; k < length; ++k) {
      sum += values[k * n + row] * vector[cols[k * n + row]];
    }
    out[row] = sum;
  }
}

/// Who can be reached over one in between, of all pairs: a byte a pair, or a bit.
__global__ void reach_bytes(const unsigned char* in, unsigned char* out, unsigned n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < n && y < n) {
    bool is_reached = false;
    for (unsigned k = 0; k < n && !is_reached; ++k) {
      is_reached = in[y * n + k] != 0 && in[k * n + x] != 0;
    }
    out[y * n + x] = is_reached ? 1 : 0;
  }
}

__global__ void reach_bits(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned words = n / 32;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = i / words, x = i % words;
  if (y < n) {
    unsigned reached = 0;
    for (unsigned first = 0; first < words; ++first) {
      const unsigned next = in[y * words + first];
      for (unsigned bit = 0; bit < 32; ++bit) {
        if ((next >> bit & 1) != 0) {
          reached |= in[(first * 32 + bit) * words + x];
        }
      }
    }
    out[i] = reached;
  }
}

/// The 3 x 3 pixels around each pixel of images of n x n as a column, zeros beyond the rim: a
/// thread a word of these, or a thread a pixel.
__global__ void im2col_words(const float* in, float* out, unsigned n, unsigned channels) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < channels * 9 * n * n) {
    const unsigned x = i % n, y = i / n % n, k = i / (n * n) % 9, channel = i / (9 * n * n);
    const unsigned from_x = x + k % 3 - 1, from_y = y + k / 3 - 1;
    out[i] = from_x < n && from_y < n ? in[(channel * n + from_y) * n + from_x] : 0;
  }
}

__global__ void im2col_windows(const float* in, float* out, unsigned n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  const float* from = in + blockIdx.z * n * n;
  float* to = out + blockIdx.z * 9 * n * n + y * n + x;
  if (x < n && y < n) {
#pragma unroll
    for (unsigned k = 0; k < 9; ++k) {
      const unsigned from_x = x + k % 3 - 1, from_y = y + k / 3 - 1;
      to[k * n * n] = from_x < n && from_y < n ? from[from_y * n + from_x] : 0;
    }
  }
}

inline void add_walsh(Runner& runner, unsigned n) {
  runner.add(sized("walsh_shared", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { walsh_shared<<<n / 256, 128>>>(in->get(), out->get()); };
  });
  runner.add(sized("walsh_lanes", n), [=] {
    auto in = floats(n), out = zeros<float>(n);
    return [=] { walsh_lanes<<<n / 2048, 256>>>(in->get(), out->get()); };
  });
}

inline void add_eigenvalues(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      auto in = floats(6 * n), out = zeros<float>(3 * n);
      return [=] { kernel<<<n / 128, 128>>>(in->get(), out->get(), n); };
    });
  };
  add("eigen_turns", eigen_turns);
  add("eigen_formula", eigen_formula);
}

/// 8 to 16 slots of a row are in use, for columns at random.
inline void add_ellpacks(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      std::vector<unsigned> used = random_numbers<unsigned>(n, 9, 41);
      for (unsigned& length : used) {
        length += 8;
      }
      auto lengths = filled(used), cols = filled(random_numbers<unsigned>(kSlots * n, n, 42));
      auto values = floats(kSlots * n), vector = floats(n, 2), out = zeros<float>(n);
      return [=] {
        kernel<<<n / 128, 128>>>(lengths->get(), cols->get(), values->get(), vector->get(),
                                 out->get(), n);
      };
    });
  };
  add("ellpack_rows", ellpack_rows);
  add("ellpack_columns", ellpack_columns);
}

/// About one pair in 32.
inline void add_reaches(Runner& runner, unsigned n) {
  const auto pairs = [=] {
    std::vector<unsigned char> numbers = random_numbers<unsigned char>(n * n, 32, 43);
    for (unsigned char& number : numbers) {
      number = number == 0 ? 1 : 0;
    }
    return numbers;
  };
  runner.add(sized("reach_bytes", n * n), [=] {
    auto in = filled(pairs()), out = zeros<unsigned char>(n * n);
    return [=] { reach_bytes<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(in->get(), out->get(), n); };
  });
  runner.add(sized("reach_bits", n * n), [=] {
    const std::vector<unsigned char> bytes = pairs();
    std::vector<unsigned> words(n * n / 32);
    for (unsigned k = 0; k < n * n; ++k) {
      words[k / 32] |= static_cast<unsigned>(bytes[k]) << k % 32;
    }
    auto in = filled(words), out = zeros<unsigned>(n * n / 32);
    return [=] { reach_bits<<<n * n / 4096, 128>>>(in->get(), out->get(), n); };
  });
}

inline void add_windows(Runner& runner, unsigned n, unsigned channels) {
  const unsigned size = n * n * channels;
  runner.add(sized("im2col_words", size), [=] {
    auto in = floats(size), out = zeros<float>(9 * size);
    return [=] { im2col_words<<<9 * size / 256, 256>>>(in->get(), out->get(), n, channels); };
  });
  runner.add(sized("im2col_windows", size), [=] {
    auto in = floats(size), out = zeros<float>(9 * size);
    return [=] {
      im2col_windows<<<dim3(n / 32, n / 8, channels), dim3(32, 8)>>>(in->get(), out->get(), n);
    };
  });
}

inline void add_tenth_matrices(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_walsh(runner, n);
  }
  for (const unsigned n : {1U << 16, 1U << 20}) {
    add_eigenvalues(runner, n);
  }
  for (const unsigned n : {1U << 15, 1U << 18}) {
    add_ellpacks(runner, n);
  }
  for (const unsigned n : {256U, 512U}) {
    add_reaches(runner, n);
  }
  add_windows(runner, 64, 16);
  add_windows(runner, 128, 48);
}

}  // namespace calibration
