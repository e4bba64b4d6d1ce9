// Blind cases that calculate: bodies, fractals, random numbers, option prices, polynomials, Fourier
// transforms.
#pragma once

#include "cases.cuh"

namespace calibration {

__device__ inline float3 pulled(float3 sum, float4 self, float4 other) {
  const float x = other.x - self.x, y = other.y - self.y, z = other.z - self.z;
  const float near = rsqrtf(x * x + y * y + z * z + 0.01F);
  const float pull = other.w * near * near * near;
  return make_float3(sum.x + x * pull, sum.y + y * pull, sum.z + z * pull);
}

__global__ void bodies_direct(const float4* bodies, float3* pulls, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  const float4 self = bodies[i];
  float3 sum = make_float3(0, 0, 0);
  for (unsigned k = 0; k < n; ++k) {
    sum = pulled(sum, self, bodies[k]);
  }
  pulls[i] = sum;
}

__global__ void bodies_tiled(const float4* bodies, float3* pulls, unsigned n) {
  __shared__ float4 tile[128];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 self = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 sum = make_float3(0, 0, 0);
  for (unsigned first = 0; first < n; first += blockDim.x) {
    const unsigned other = first + threadIdx.x;
    tile[threadIdx.x] = other < n ? bodies[other] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (unsigned k = 0; k < blockDim.x; ++k) {
      sum = pulled(sum, self, tile[k]);
    }
    __syncthreads();
  }
  if (i < n) {
    pulls[i] = sum;
  }
}

__global__ void fractal(unsigned char* image, unsigned edge, int most) {
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= edge || row >= edge) {
    return;
  }
  const float re = -2.0F + 3.0F * col / edge, im = -1.5F + 3.0F * row / edge;
  float x = 0, y = 0;
  int step = 0;
  for (; step < most && x * x + y * y < 4; ++step) {
    const float next = x * x - y * y + re;
    y = 2 * x * y + im;
    x = next;
  }
  image[row * edge + col] = static_cast<unsigned char>(step);
}

/// Points of a generator a lane; those in the circle are counted.
__global__ void dice_linear(unsigned* hits, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i * 2654435761U + 1, inside = 0;
  for (unsigned k = 0; k < rounds; ++k) {
    state = state * 1664525U + 1013904223U;
    const float x = (state >> 8) * 0x1p-24F;
    state = state * 1664525U + 1013904223U;
    const float y = (state >> 8) * 0x1p-24F;
    inside += x * x + y * y < 1 ? 1 : 0;
  }
  hits[i] = inside;
}

__global__ void dice_shifted(unsigned* hits, unsigned rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long state = i * 0x9E3779B97F4A7C15ULL + 1;
  unsigned inside = 0;
  for (unsigned k = 0; k < rounds; ++k) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const float x = static_cast<unsigned>(state >> 40) * 0x1p-24F;
    const float y = static_cast<unsigned>(state & 0xFFFFFF) * 0x1p-24F;
    inside += x * x + y * y < 1 ? 1 : 0;
  }
  hits[i] = inside;
}

__device__ inline float normal(float x) {
  return 0.5F * erfcf(-x * 0.70710678F);
}

__global__ void options(const float* prices, const float* strikes, float* calls, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float price = 50 + 10 * prices[i], strike = 50 + 10 * strikes[i];
    const float root = 0.3F * sqrtf(2.0F);
    const float d = (logf(price / strike) + (0.02F + 0.045F) * 2) / root;
    calls[i] = price * normal(d) - strike * expf(-0.04F) * normal(d - root);
  }
}

template <class T>
__global__ void polynomial(const T* in, T* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const T x = in[i];
    T sum = T(0.5);
    for (unsigned k = 0; k < 64; ++k) {
      sum = sum * x + T(1) / T(3);
    }
    out[i] = sum;
  }
}

/// One step of a radix-2 transform, a butterfly a thread.
__global__ void butterflies(float2* data, unsigned half, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) {
    return;
  }
  const unsigned in_group = i % half, first = i / half * 2 * half + in_group;
  float sine = 0, cosine = 0;
  __sincosf(-3.14159265F * in_group / half, &sine, &cosine);
  const float2 a = data[first], b = data[first + half];
  const float2 turned = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
  data[first] = make_float2(a.x + turned.x, a.y + turned.y);
  data[first + half] = make_float2(a.x - turned.x, a.y - turned.y);
}

/// All ten steps of 1024 points in shared memory.
__global__ void butterflies_of_block(float2* data) {
  __shared__ float2 points[1024];
  const unsigned base = blockIdx.x * 1024;
  points[threadIdx.x] = data[base + threadIdx.x];
  points[threadIdx.x + 512] = data[base + threadIdx.x + 512];
  for (unsigned half = 1; half < 1024; half *= 2) {
    __syncthreads();
    const unsigned in_group = threadIdx.x % half;
    const unsigned first = threadIdx.x / half * 2 * half + in_group;
    float sine = 0, cosine = 0;
    __sincosf(-3.14159265F * in_group / half, &sine, &cosine);
    const float2 a = points[first], b = points[first + half];
    const float2 turned = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
    points[first] = make_float2(a.x + turned.x, a.y + turned.y);
    points[first + half] = make_float2(a.x - turned.x, a.y - turned.y);
  }
  __syncthreads();
  data[base + threadIdx.x] = points[threadIdx.x];
  data[base + threadIdx.x + 512] = points[threadIdx.x + 512];
}

inline void add_blind_arithmetic(Runner& runner) {
  for (const unsigned n : {4096U, 16384U}) {
    runner.add(sized("bodies_direct", n), [=] {
      auto bodies = zeros<float4>(n);
      auto pulls = zeros<float3>(n);
      return [=] { bodies_direct<<<n / 128, 128>>>(bodies->get(), pulls->get(), n); };
    });
    runner.add(sized("bodies_tiled", n), [=] {
      auto bodies = zeros<float4>(n);
      auto pulls = zeros<float3>(n);
      return [=] { bodies_tiled<<<n / 128, 128>>>(bodies->get(), pulls->get(), n); };
    });
  }
  for (const unsigned edge : {512U, 2048U}) {
    runner.add(sized("fractal", edge), [=] {
      auto image = zeros<unsigned char>(std::size_t{edge} * edge);
      return
          [=] { fractal<<<dim3(edge / 16, edge / 16), dim3(16, 16)>>>(image->get(), edge, 100); };
    });
  }
  for (const unsigned blocks : {264U, 2112U}) {
    runner.add(sized("dice_linear", blocks), [=] {
      auto hits = zeros<unsigned>(blocks * 256);
      return [=] { dice_linear<<<blocks, 256>>>(hits->get(), 64); };
    });
    runner.add(sized("dice_shifted", blocks), [=] {
      auto hits = zeros<unsigned>(blocks * 256);
      return [=] { dice_shifted<<<blocks, 256>>>(hits->get(), 64); };
    });
  }
  for (const unsigned bits : {18U, 22U}) {
    const unsigned n = 1U << bits;
    runner.add(sized("options", n), [=] {
      auto prices = floats(n), strikes = floats(n, 2), calls = zeros<float>(n);
      return [=] {
        options<<<bench::blocks_for(n), 256>>>(prices->get(), strikes->get(), calls->get(), n);
      };
    });
    runner.add(sized("polynomial_f32", n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { polynomial<float><<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("polynomial_f64", n), [=] {
      auto in = zeros<double>(n), out = zeros<double>(n);
      return [=] { polynomial<double><<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("fourier_by_steps", n), [=] {
      auto data = zeros<float2>(n);
      return [=] {
        for (unsigned half = 1; half < 1024; half *= 2) {
          butterflies<<<n / 512, 256>>>(data->get(), half, n);
        }
      };
    });
    runner.add(sized("fourier_by_blocks", n), [=] {
      auto data = zeros<float2>(n);
      return [=] { butterflies_of_block<<<n / 1024, 512>>>(data->get()); };
    });
  }
}

}  // namespace calibration
