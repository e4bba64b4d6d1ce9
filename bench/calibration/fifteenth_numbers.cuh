// Fifteenth blind test, numbers: bodies that attract each other, pi by chance, Fourier's
// transform, a = b + s c, drops of rain.
#pragma once

#include "cases.cuh"

namespace calibration {

constexpr float kSoftening = 1e-3F;                  // of the bodies' distances
constexpr int kBodyTile = 128;                       // bodies in shared memory
constexpr int kThrows = 64;                          // a thread, for pi
constexpr unsigned kPoints = 1024, kPointBits = 10;  // of a transform
constexpr int kTriadPiece = 16;                      // elements a thread has in one piece
constexpr float kStep = 0.01F;                       // of the rain's time

struct Body {
  float x, y, z, mass;
};

/// Accelerations of bodies: a thread a body, all others from global memory, 1 / sqrt and a cube.
__global__ void nbody_naive(const Body* bodies, float3* acc, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  float Fx = 0.0f;
  float Fy = 0.0f;
  float Fz = 0.0f;
  for (int j = 0; j < n; j++) {
    float dx = bodies[j].x - bodies[i].x;
    float dy = bodies[j].y - bodies[i].y;
    float dz = bodies[j].z - bodies[i].z;
    float distSqr = dx * dx + dy * dy + dz * dz + kSoftening;
    float invDist = 1.0f / sqrtf(distSqr);
    float invDist3 = invDist * invDist * invDist;
    Fx += bodies[j].mass * dx * invDist3;
    Fy += bodies[j].mass * dy * invDist3;
    Fz += bodies[j].mass * dz * invDist3;
  }
  acc[i] = make_float3(Fx, Fy, Fz);
}

/// The same: bodies as float4 by tiles in shared memory, rsqrtf, the inner loop unrolled.
__global__ void nbody_tiles(const float4* __restrict__ bodies, float4* __restrict__ acc, int n) {
  __shared__ float4 tile[kBodyTile];
  const float4 me = bodies[blockIdx.x * kBodyTile + threadIdx.x];
  float3 a = make_float3(0, 0, 0);
  for (int start = 0; start < n; start += kBodyTile) {
    tile[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < kBodyTile; j++) {
      const float4 other = tile[j];
      const float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + kSoftening);
      const float s = other.w * inv * inv * inv;
      a.x += dx * s;
      a.y += dy * s;
      a.z += dz * s;
    }
    __syncthreads();
  }
  acc[blockIdx.x * kBodyTile + threadIdx.x] = make_float4(a.x, a.y, a.z, 0);
}

/// Marsaglia's xorshift of 32 bits.
__device__ inline unsigned xorshift(unsigned& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

/// Pi by chance: each throw that hits is counted in global memory at once.
__global__ void montepi_hits(unsigned long long* hits, unsigned seed) {
  unsigned state = seed + 2654435761u * (blockIdx.x * blockDim.x + threadIdx.x + 1);
  for (int k = 0; k < kThrows; k++) {
    double x = xorshift(state) / 4294967296.0;
    double y = xorshift(state) / 4294967296.0;
    if (x * x + y * y <= 1.0) {
      atomicAdd(hits, 1ULL);
    }
  }
}

/// The same in floats, hits in a register and one sum a block.
__global__ void montepi_counts(unsigned long long* hits, unsigned seed) {
  __shared__ unsigned block_hits;
  if (threadIdx.x == 0) {
    block_hits = 0;
  }
  __syncthreads();
  unsigned state = seed + 2654435761u * (blockIdx.x * blockDim.x + threadIdx.x + 1);
  unsigned mine = 0;
#pragma unroll 4
  for (int k = 0; k < kThrows; k++) {
    const float x = static_cast<float>(xorshift(state)) * 0x1p-32f;
    const float y = static_cast<float>(xorshift(state)) * 0x1p-32f;
    mine += x * x + y * y <= 1.0f ? 1 : 0;
  }
  atomicAdd(&block_hits, mine);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(hits, static_cast<unsigned long long>(block_hits));
  }
}

/// Transforms of 1024 points each: first, points to the places with their bits in reverse.
__global__ void fft_reorder(const float2* in, float2* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned within = i % kPoints;
  out[i - within + (__brev(within) >> (32 - kPointBits))] = in[i];
}

/// A stage in global memory, a thread a butterfly that works its sine and cosine out.
__global__ void fft_stage(float2* data, unsigned half) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned k = t % half;
  const unsigned top = t / half * half * 2 + k, bottom = top + half;
  const float angle = -3.14159265f * k / half;
  const float c = cosf(angle), s = sinf(angle);
  const float2 a = data[top], b = data[bottom];
  const float2 turned = make_float2(c * b.x - s * b.y, c * b.y + s * b.x);
  data[top] = make_float2(a.x + turned.x, a.y + turned.y);
  data[bottom] = make_float2(a.x - turned.x, a.y - turned.y);
}

/// All stages of a transform in shared memory by 512 threads, sines and cosines from a table.
__global__ void fft_onchip(const float2* __restrict__ in, float2* __restrict__ out,
                           const float2* __restrict__ table) {
  __shared__ float2 point[kPoints];
  const unsigned first = blockIdx.x * kPoints, t = threadIdx.x;
  point[__brev(t) >> (32 - kPointBits)] = in[first + t];
  point[__brev(t + kPoints / 2) >> (32 - kPointBits)] = in[first + t + kPoints / 2];
  for (unsigned bit = 0; bit < kPointBits; ++bit) {
    __syncthreads();
    const unsigned half = 1u << bit, k = t & (half - 1);
    const unsigned top = ((t >> bit) << (bit + 1)) + k;
    const float2 w = table[k << (kPointBits - 1 - bit)];
    const float2 a = point[top], b = point[top + half];
    const float2 turned = make_float2(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);
    point[top] = make_float2(a.x + turned.x, a.y + turned.y);
    point[top + half] = make_float2(a.x - turned.x, a.y - turned.y);
  }
  __syncthreads();
  out[first + t] = point[t];
  out[first + t + kPoints / 2] = point[t + kPoints / 2];
}

/// a = b + s c: each thread has a piece of 16 elements that lie together.
__global__ void triad_pieces(float* a, const float* b, const float* c, float s, int n) {
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * kTriadPiece;
  int end = begin + kTriadPiece;
  if (end > n) {
    end = n;
  }
  for (int i = begin; i < end; i++) {
    a[i] = b[i] + s * c[i];
  }
}

/// The same with a stride of the whole grid.
__global__ void triad_gridstride(float* a, const float* b, const float* c, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    a[i] = b[i] + s * c[i];
  }
}

__device__ inline float4 fma4(float s, float4 c, float4 b) {
  return make_float4(b.x + s * c.x, b.y + s * c.y, b.z + s * c.z, b.w + s * c.w);
}

/// The same, two float4 a thread, all loads before the first store.
__global__ void triad_float4(float4* __restrict__ a, const float4* __restrict__ b,
                             const float4* __restrict__ c, float s) {
  const unsigned i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  const float4 b0 = b[i], b1 = b[i + blockDim.x];
  const float4 c0 = c[i], c1 = c[i + blockDim.x];
  a[i] = fma4(s, c0, b0);
  a[i + blockDim.x] = fma4(s, c1, b1);
}

struct Drop {
  float x, y, z;
  float vx, vy, vz;
  float size;
  int splashes;
};

/// Drops of rain fall, are slowed down by the air and begin anew: an array of structures.
__global__ void rain_aos(Drop* drops, int count, float wind) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < count) {
    Drop& d = drops[id];
    d.vx += (wind - d.vx) * d.size * kStep;
    d.vz -= (9.81f + d.vz * d.size) * kStep;
    d.x += d.vx * kStep;
    d.z += d.vz * kStep;
    if (d.z < 0) {
      d.z += 100;
      d.vz = 0;
      d.splashes++;
    }
  }
}

struct Drops {
  float *x, *z, *vx, *vz, *size;
  int* splashes;
};

/// The same with an array for each field.
__global__ void rain_soa(Drops d, int count, float wind) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id < count) {
    const float size = d.size[id];
    const float vx = d.vx[id] + (wind - d.vx[id]) * size * kStep;
    float vz = d.vz[id];
    vz -= (9.81f + vz * size) * kStep;
    float z = d.z[id] + vz * kStep;
    d.x[id] += vx * kStep;
    if (z < 0) {
      z += 100;
      vz = 0;
      d.splashes[id]++;
    }
    d.vx[id] = vx;
    d.z[id] = z;
    d.vz[id] = vz;
  }
}

inline void add_fifteenth_bodies(Runner& runner, unsigned n) {
  runner.add(sized("nbody_naive", n), [=] {
    auto bodies = floats(n * 4);
    auto acc = zeros<float3>(n);
    return [=] {
      nbody_naive<<<n / 128, 128>>>(reinterpret_cast<const Body*>(bodies->get()), acc->get(),
                                    static_cast<int>(n));
    };
  });
  runner.add(sized("nbody_tiles", n), [=] {
    auto bodies = floats(n * 4);
    auto acc = zeros<float4>(n);
    return [=] {
      nbody_tiles<<<n / kBodyTile, kBodyTile>>>(reinterpret_cast<const float4*>(bodies->get()),
                                                acc->get(), static_cast<int>(n));
    };
  });
}

inline void add_fifteenth_throws(Runner& runner, unsigned throws) {
  const auto add = [&](const char* name, auto* kernel) {
    runner.add(sized(name, throws), [=] {
      auto hits = zeros<unsigned long long>(1);
      return [=] { kernel<<<throws / kThrows / 256, 256>>>(hits->get(), 2024U); };
    });
  };
  add("montepi_hits", montepi_hits);
  add("montepi_counts", montepi_counts);
}

inline void add_fifteenth_transforms(Runner& runner, unsigned n) {
  const auto points = [=] {
    const std::vector<float> values = bench::random_floats(std::size_t{n} * 2, 3);
    std::vector<float2> all(n);
    std::memcpy(all.data(), values.data(), n * sizeof(float2));
    return filled(all);
  };
  runner.add(sized("fft_stages", n), [=] {
    auto in = points(), data = zeros<float2>(n);
    return [=] {
      fft_reorder<<<n / 256, 256>>>(in->get(), data->get());
      for (unsigned half = 1; half < kPoints; half *= 2) {
        fft_stage<<<n / 512, 256>>>(data->get(), half);
      }
    };
  });
  runner.add(sized("fft_onchip", n), [=] {
    std::vector<float2> angles(kPoints / 2);
    for (std::size_t k = 0; k < angles.size(); ++k) {
      const double angle = -2 * 3.14159265358979 * static_cast<double>(k) / kPoints;
      angles[k] =
          make_float2(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
    }
    auto in = points(), out = zeros<float2>(n), table = filled(angles);
    return [=] { fft_onchip<<<n / kPoints, kPoints / 2>>>(in->get(), out->get(), table->get()); };
  });
}

inline void add_fifteenth_triads(Runner& runner, unsigned n) {
  const auto add = [&](const char* name, auto* kernel, unsigned blocks) {
    runner.add(sized(name, n), [=] {
      auto a = zeros<float>(n), b = floats(n), c = floats(n, 2);
      return
          [=] { kernel<<<blocks, 256>>>(a->get(), b->get(), c->get(), 3.0F, static_cast<int>(n)); };
    });
  };
  add("triad_pieces", triad_pieces, n / 256 / kTriadPiece);
  add("triad_gridstride", triad_gridstride, std::min(n / 256, 1056U));
  runner.add(sized("triad_float4", n), [=] {
    auto a = zeros<float>(n), b = floats(n), c = floats(n, 2);
    return [=] {
      triad_float4<<<n / 2048, 256>>>(reinterpret_cast<float4*>(a->get()),
                                      reinterpret_cast<const float4*>(b->get()),
                                      reinterpret_cast<const float4*>(c->get()), 3.0F);
    };
  });
}

inline void add_fifteenth_rain(Runner& runner, unsigned n) {
  const int count = static_cast<int>(n);
  runner.add(sized("rain_aos", n), [=] {
    const std::vector<float> z = bench::random_floats(n, 3), size = bench::random_floats(n, 4);
    std::vector<Drop> all(n);
    for (std::size_t i = 0; i < n; ++i) {
      all[i] = {0, 0, 50 + 50 * z[i], 0, 0, -5, 1.5F + size[i], 0};
    }
    auto drops = filled(all);
    return [=] { rain_aos<<<n / 256, 256>>>(drops->get(), count, 2.0F); };
  });
  runner.add(sized("rain_soa", n), [=] {
    std::vector<float> heights = bench::random_floats(n, 3), sizes = bench::random_floats(n, 4);
    for (std::size_t i = 0; i < n; ++i) {
      heights[i] = 50 + 50 * heights[i];
      sizes[i] += 1.5F;
    }
    auto x = zeros<float>(n), z = filled(heights), vx = zeros<float>(n), size = filled(sizes);
    auto vz = filled(std::vector<float>(n, -5.0F));
    auto splashes = zeros<int>(n);
    return [=] {
      const Drops drops{x->get(), z->get(), vx->get(), vz->get(), size->get(), splashes->get()};
      rain_soa<<<n / 256, 256>>>(drops, count, 2.0F);
    };
  });
}

inline void add_fifteenth_numbers(Runner& runner) {
  for (const unsigned n : {1U << 10, 1U << 12}) {
    add_fifteenth_bodies(runner, n);
  }
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_fifteenth_throws(runner, n);
  }
  for (const unsigned n : {1U << 14, 1U << 20}) {
    add_fifteenth_transforms(runner, n);
  }
  for (const unsigned n : {1U << 16, 1U << 24}) {
    add_fifteenth_triads(runner, n);
    add_fifteenth_rain(runner, std::min(n, 1U << 22));
  }
}

}  // namespace calibration
