// Second blind test, arithmetic: checksums, a cipher, edit distances, nearest points, Newton's
// iteration, normal numbers.
#pragma once

#include "cases.cuh"

namespace calibration {

__constant__ unsigned checksum_table[256];

/// Records of 64 bytes, a thread each; the table in constant memory.
__global__ void checksum_constant(const unsigned* records, unsigned* sums, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned sum = ~0U;
    for (unsigned k = 0; k < 16; ++k) {
      unsigned word = records[k * n + i];
      for (unsigned byte = 0; byte < 4; ++byte, word >>= 8) {
        sum = checksum_table[(sum ^ word) & 255] ^ sum >> 8;
      }
    }
    sums[i] = ~sum;
  }
}

/// The same with the table in shared memory.
__global__ void checksum_shared(const unsigned* records, unsigned* sums, unsigned n) {
  __shared__ unsigned table[256];
  table[threadIdx.x] = checksum_table[threadIdx.x];
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned sum = ~0U;
    for (unsigned k = 0; k < 16; ++k) {
      unsigned word = records[k * n + i];
      for (unsigned byte = 0; byte < 4; ++byte, word >>= 8) {
        sum = table[(sum ^ word) & 255] ^ sum >> 8;
      }
    }
    sums[i] = ~sum;
  }
}

/// 32 rounds on each 8 bytes.
__global__ void cipher(uint2* blocks, uint4 key, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uint2 v = blocks[i];
    unsigned sum = 0;
    for (unsigned round = 0; round < 32; ++round) {
      sum += 0x9E3779B9U;
      v.x += ((v.y << 4) + key.x) ^ (v.y + sum) ^ ((v.y >> 5) + key.y);
      v.y += ((v.x << 4) + key.z) ^ (v.x + sum) ^ ((v.x >> 5) + key.w);
    }
    blocks[i] = v;
  }
}

/// Distances of words of 64 letters: a block a pair, diagonal after diagonal.
__global__ void edit_diagonals(const unsigned char* words, unsigned* distances) {
  __shared__ unsigned rows[3][65];
  __shared__ unsigned char a[64], b[64];
  const unsigned self = threadIdx.x;
  a[self] = words[blockIdx.x * 128 + self];
  b[self] = words[blockIdx.x * 128 + 64 + self];
  rows[0][self] = rows[1][self] = rows[2][self] = self;
  if (self == 0) {
    rows[0][64] = rows[1][64] = rows[2][64] = 0;
  }
  __syncthreads();
  for (unsigned diagonal = 0; diagonal < 127; ++diagonal) {
    unsigned* const next = rows[diagonal % 3];
    const unsigned* const last = rows[(diagonal + 2) % 3];
    const unsigned* const before = rows[(diagonal + 1) % 3];
    if (self <= diagonal && diagonal - self < 64) {
      const unsigned cost = a[self] == b[diagonal - self] ? 0 : 1;
      next[self + 1] = min(min(last[self], last[self + 1]) + 1, before[self] + cost);
    }
    __syncthreads();
  }
  if (self == 63) {
    distances[blockIdx.x] = rows[0][64];
  }
}

__global__ void nearest_direct(const float2* points, const float2* queries, float* distances,
                               unsigned n) {
  const float2 own = queries[blockIdx.x * blockDim.x + threadIdx.x];
  float least = 1e30F;
  for (unsigned i = 0; i < n; ++i) {
    const float x = points[i].x - own.x, y = points[i].y - own.y;
    least = fminf(least, x * x + y * y);
  }
  distances[blockIdx.x * blockDim.x + threadIdx.x] = sqrtf(least);
}

__global__ void nearest_tiled(const float2* points, const float2* queries, float* distances,
                              unsigned n) {
  __shared__ float2 tile[256];
  const float2 own = queries[blockIdx.x * 256 + threadIdx.x];
  float least = 1e30F;
  for (unsigned first = 0; first < n; first += 256) {
    __syncthreads();
    tile[threadIdx.x] = points[first + threadIdx.x];
    __syncthreads();
    for (const float2 point : tile) {
      const float x = point.x - own.x, y = point.y - own.y;
      least = fminf(least, x * x + y * y);
    }
  }
  distances[blockIdx.x * 256 + threadIdx.x] = sqrtf(least);
}

/// Cube roots, eight steps.
template <class T>
__global__ void cube_roots(const T* in, T* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const T x = in[i] + T(2);
    T root = 1;
    for (unsigned step = 0; step < 8; ++step) {
      root = (2 * root + x / (root * root)) / 3;
    }
    out[i] = root;
  }
}

/// Two normal numbers of two even ones.
__global__ void normals(const float2* even, float2* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float2 u = even[i];
    const float far = sqrtf(-2 * logf(1 - 0.5F * fabsf(u.x)));
    float sine = 0, cosine = 0;
    sincosf(3.14159265F * u.y, &sine, &cosine);
    out[i] = make_float2(far * cosine, far * sine);
  }
}

__global__ void powers(const float* in, float* out, float exponent, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = powf(fabsf(in[i]), exponent);
  }
}

inline void add_checksums(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, n), [=] {
      BENCH_CHECK(cudaMemcpyToSymbol(checksum_table, random_numbers<unsigned>(256, 1U << 31).data(),
                                     256 * sizeof(unsigned)));
      auto records = filled(random_numbers<unsigned>(std::size_t{n} * 16, 1U << 31));
      auto sums = zeros<unsigned>(n);
      return [=] { kernel<<<n / 256, 256>>>(records->get(), sums->get(), n); };
    });
  };
  add("checksum_constant", checksum_constant);
  add("checksum_shared", checksum_shared);
}

template <class T>
void add_cube_roots(Runner& runner, const char* name, unsigned n) {
  runner.add(sized(name, n), [=] {
    auto in = zeros<T>(n), out = zeros<T>(n);
    return [=] { cube_roots<T><<<n / 256, 256>>>(in->get(), out->get(), n); };
  });
}

inline void add_points(Runner& runner, unsigned queries) {
  constexpr unsigned kPoints = 2048;
  const auto add = [&](const char* name, auto kernel) {
    runner.add(sized(name, queries), [=] {
      auto points = zeros<float2>(kPoints), own = zeros<float2>(queries);
      auto distances = zeros<float>(queries);
      return [=] {
        kernel<<<queries / 256, 256>>>(points->get(), own->get(), distances->get(), kPoints);
      };
    });
  };
  add("nearest_direct", nearest_direct);
  add("nearest_tiled", nearest_tiled);
}

inline void add_second_numbers(Runner& runner) {
  for (const unsigned bits : {18U, 22U}) {
    const unsigned n = 1U << bits;
    add_checksums(runner, n / 16);
    runner.add(sized("cipher", n), [=] {
      auto blocks = zeros<uint2>(n);
      return [=] { cipher<<<n / 256, 256>>>(blocks->get(), make_uint4(1, 2, 3, 4), n); };
    });
    add_cube_roots<float>(runner, "cube_roots_f32", n);
    add_cube_roots<double>(runner, "cube_roots_f64", n / 4);
    runner.add(sized("normals", n), [=] {
      auto values = floats(std::size_t{n} * 2);
      auto out = zeros<float2>(n);
      return [=] {
        normals<<<n / 256, 256>>>(reinterpret_cast<const float2*>(values->get()), out->get(), n);
      };
    });
    runner.add(sized("powers", n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { powers<<<n / 256, 256>>>(in->get(), out->get(), 1.7F, n); };
    });
  }
  for (const unsigned pairs : {1024U, 8192U}) {
    runner.add(sized("edit_diagonals", pairs), [=] {
      auto words = filled(random_numbers<unsigned char>(std::size_t{pairs} * 128, 4));
      auto distances = zeros<unsigned>(pairs);
      return [=] { edit_diagonals<<<pairs, 64>>>(words->get(), distances->get()); };
    });
  }
  for (const unsigned queries : {8192U, 131072U}) {
    add_points(runner, queries);
  }
}

}  // namespace calibration
