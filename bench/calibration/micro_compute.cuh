// Microbenchmarks of the pipes of an SM: eight independent chains a thread of one kind of
// arithmetic, with all warps that an SM holds; and one chain with one warp, for the latency.
#pragma once

#include "cases.cuh"

namespace calibration {

struct Fma {
  using T = float;
  static __device__ T step(T x, T y) { return x * y + 1.0F; }
};
struct AddInt {
  using T = unsigned;
  static __device__ T step(T x, T y) { return (x + y) ^ 0x55U; }
};
struct MulInt {
  using T = unsigned;
  static __device__ T step(T x, T y) { return x * y + 7U; }
};
struct AddLong {
  using T = unsigned long long;
  static __device__ T step(T x, T y) { return (x + y) ^ 0x5555555555ULL; }
};
struct DivInt {
  using T = unsigned;
  static __device__ T step(T x, T y) { return (x | 0x40000000U) / y; }
};
struct RemInt {
  using T = int;
  static __device__ T step(T x, T y) { return (x | 0x40000000) % y; }
};
struct DivLong {
  using T = unsigned long long;
  static __device__ T step(T x, T y) { return (x | 0x4000000000000000ULL) / y; }
};
struct DivFloat {
  using T = float;
  static __device__ T step(T x, T y) { return (x + 1.0F) / y; }
};
struct SqrtFloat {
  using T = float;
  static __device__ T step(T x, T y) { return sqrtf(x + y); }
};
struct ExpFloat {
  using T = float;
  static __device__ T step(T x, T y) { return expf(x) * y; }
};
struct SinFloat {
  using T = float;
  static __device__ T step(T x, T y) { return sinf(x) + y; }
};
struct FastSin {
  using T = float;
  static __device__ T step(T x, T y) { return __sinf(x) + y; }
};
struct FmaDouble {
  using T = double;
  static __device__ T step(T x, T y) { return x * y + 1.0; }
};
struct DivDouble {
  using T = double;
  static __device__ T step(T x, T y) { return (x + 1.0) / y; }
};
struct MinInt {
  using T = int;
  static __device__ T step(T x, T y) { return min(x, y) ^ 3; }
};
struct PopCount {
  using T = unsigned;
  static __device__ T step(T x, T y) { return static_cast<unsigned>(__popc(x)) + y; }
};
struct ToFloat {
  using T = int;
  static __device__ T step(T x, T y) { return static_cast<int>(static_cast<float>(x) * 0.5F) + y; }
};
struct Shuffle {
  using T = unsigned;
  static __device__ T step(T x, T y) { return __shfl_xor_sync(0xffffffffU, x, 1) + y; }
};
struct Ballot {
  using T = unsigned;
  static __device__ T step(T x, T y) { return __ballot_sync(0xffffffffU, x > y) + x; }
};

template <class Op, unsigned kChains>
__global__ void chains(typename Op::T* out, unsigned rounds, typename Op::T y) {
  typename Op::T x[kChains];
#pragma unroll
  for (unsigned c = 0; c < kChains; ++c) {
    x[c] = static_cast<typename Op::T>(threadIdx.x + c + 1);
  }
  for (unsigned i = 0; i < rounds; ++i) {
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) {
#pragma unroll
      for (unsigned c = 0; c < kChains; ++c) {
        x[c] = Op::step(x[c], y);
      }
    }
  }
  typename Op::T sum = 0;
#pragma unroll
  for (unsigned c = 0; c < kChains; ++c) {
    sum += x[c];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void barriers(unsigned* out, unsigned rounds) {
  for (unsigned i = 0; i < rounds; ++i) {
    __syncthreads();
  }
  if (rounds == 0) {
    out[threadIdx.x] = 0;
  }
}

/// Full SMs (throughput) and one warp (latency) of an operation.
template <class Op>
void add_pipe(Runner& runner, const char* name, typename Op::T y, unsigned rounds) {
  using T = typename Op::T;
  runner.add(std::string("pipe/") + name, [=] {
    const unsigned blocks = 132 * 4;
    auto out = zeros<T>(std::size_t{blocks} * 256);
    return [=] { chains<Op, 4><<<blocks, 256>>>(out->get(), rounds, y); };
  });
  runner.add(std::string("latency/") + name, [=] {
    auto out = zeros<T>(32);
    return [=] { chains<Op, 1><<<1, 32>>>(out->get(), 4 * rounds, y); };
  });
}

inline void add_compute_cases(Runner& runner) {
  add_pipe<Fma>(runner, "fma", 0.5F, 64);
  add_pipe<AddInt>(runner, "add_xor", 3U, 64);
  add_pipe<MulInt>(runner, "imad", 3U, 64);
  add_pipe<AddLong>(runner, "add_xor_64", 3ULL, 64);
  add_pipe<MinInt>(runner, "min_xor", 1000, 64);
  add_pipe<DivInt>(runner, "div_u32", 3U, 16);
  add_pipe<RemInt>(runner, "rem_s32", 1000003, 16);
  add_pipe<DivLong>(runner, "div_u64", 0x300000000ULL, 4);
  add_pipe<DivFloat>(runner, "div_f32", 3.0F, 16);
  add_pipe<SqrtFloat>(runner, "sqrt_f32", 3.0F, 16);
  add_pipe<ExpFloat>(runner, "expf", 0.01F, 16);
  add_pipe<SinFloat>(runner, "sinf", 0.01F, 16);
  add_pipe<FastSin>(runner, "fast_sinf", 0.01F, 32);
  add_pipe<FmaDouble>(runner, "fma_f64", 0.5, 32);
  add_pipe<DivDouble>(runner, "div_f64", 3.0, 4);
  add_pipe<PopCount>(runner, "popc", 3U, 32);
  add_pipe<ToFloat>(runner, "int_float_int", 3, 32);
  add_pipe<Shuffle>(runner, "shuffle", 3U, 32);
  add_pipe<Ballot>(runner, "ballot", 3U, 32);
  for (const unsigned threads : {32U, 256U, 1024U}) {
    runner.add(sized("barrier", threads), [=] {
      auto out = zeros<unsigned>(1024);
      return [=] {
        barriers<<<132 * (2048 / threads > 16 ? 16 : 2048 / threads), threads>>>(out->get(), 256);
      };
    });
  }
}

}  // namespace calibration
