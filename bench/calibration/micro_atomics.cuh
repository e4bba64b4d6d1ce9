// Microbenchmarks of what compilers and shared memory make of atomics, and of data that an earlier
// launch left in L2.
#pragma once

#include "cases.cuh"

namespace calibration {

/// What is done at a place, in shared or global memory.
struct Inc {
  using T = unsigned;
  static __device__ void at(T* place, T) { atomicAdd(place, 1U); }
};
struct AddValue {
  using T = unsigned;
  static __device__ void at(T* place, T by) { atomicAdd(place, by); }
};
struct Most {
  using T = unsigned;
  static __device__ void at(T* place, T by) { atomicMax(place, by); }
};
struct AddFloat {
  using T = float;
  static __device__ void at(T* place, T by) { atomicAdd(place, by); }
};
struct AddDouble {
  using T = double;
  static __device__ void at(T* place, T by) { atomicAdd(place, by); }
};
struct AddLongValue {
  using T = unsigned long long;
  static __device__ void at(T* place, T by) { atomicAdd(place, by); }
};

/// Lanes in groups of `alike` work on one word, known at run time only; each warp has words of its
/// own.
template <class Op>
__global__ void work_on_shared(typename Op::T* out, unsigned rounds, unsigned alike,
                               typename Op::T by) {
  __shared__ typename Op::T words[256];
  words[threadIdx.x] = 0;
  __syncthreads();
  const unsigned place = threadIdx.x / 32 * 32 + threadIdx.x % 32 / alike;
  for (unsigned i = 0; i < rounds; ++i) {
    Op::at(&words[place], by);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = words[threadIdx.x];
}

/// The same with the old value in use.
__global__ void fetch_from_shared(unsigned* out, unsigned rounds, unsigned alike) {
  __shared__ unsigned words[256];
  words[threadIdx.x] = 0;
  __syncthreads();
  const unsigned place = threadIdx.x / 32 * 32 + threadIdx.x % 32 / alike;
  unsigned sum = 0;
  for (unsigned i = 0; i < rounds; ++i) {
    sum += atomicAdd(&words[place], 1U);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// One address that the compiler knows to be every lane's.
template <class Op>
__global__ void work_on_one(typename Op::T* sum, const typename Op::T* values) {
  Op::at(sum, values[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void fetch_from_one(unsigned* sum, unsigned* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = atomicAdd(sum, 1U);
}

/// Groups of `alike` lanes on one of 4096 words at random, with the old value or without.
template <bool kFetch>
__global__ void work_at_random(unsigned* sums, unsigned* out, unsigned alike) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned place = (i / alike * 2654435761U >> 8) % 4096;
  if (kFetch) {
    out[i] = atomicAdd(sums + place, i);
  } else {
    atomicAdd(sums + place, i);
  }
}

/// Threads add to words at random, of `words` that begin at one: how much of them one slice has.
__global__ void work_on_pieces(unsigned* sums, unsigned first, unsigned words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(sums + first + (i * 2654435761U >> 8) % words, i);
}

__global__ void read_again(const float* in, float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == 12345.0F) {
    out[0] = 1;
  }
}

__global__ void write_again(float* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 1;
  }
}

/// `width` of 8 neighbouring words are written by one warp, the others by another one.
__global__ void write_parts(float* out, unsigned width) {
  const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const unsigned parts = 8 / width, sector = (warp / parts) * (32 / width) + lane / width;
  out[sector * 8 + warp % parts * width + lane % width] = 1.0F;
}

/// Each lane writes a struct of some words, word by word: does L1 join them?
template <unsigned kWords>
__global__ void write_structs(float* out, float value) {
  float* const mine = out + std::size_t{blockIdx.x * blockDim.x + threadIdx.x} * kWords;
#pragma unroll
  for (unsigned word = 0; word < kWords; ++word) {
    mine[word] = value + static_cast<float>(word);
  }
}

template <unsigned kWords>
void add_structs(Runner& runner) {
  runner.add("write_structs/" + std::to_string(kWords), [=] {
    constexpr unsigned kThreads = 1U << 20;
    auto out = zeros<float>(std::size_t{kThreads} * kWords);
    return [=] { write_structs<kWords><<<kThreads / 256, 256>>>(out->get(), 1.0F); };
  });
}

template <class Op>
void add_shared_work(Runner& runner, const std::string& name) {
  for (const unsigned alike : {1U, 2U, 4U, 8U, 32U}) {
    runner.add(sized("shared_" + name + "_alike", alike), [=] {
      auto out = zeros<typename Op::T>(132 * 4 * 256);
      return [=] { work_on_shared<Op><<<132 * 4, 256>>>(out->get(), 128, alike, 3); };
    });
  }
}

template <class Op>
void add_work_on_one(Runner& runner, const std::string& name) {
  runner.add("uniform_" + name + "/2^20", [=] {
    auto sum = zeros<typename Op::T>(1), values = zeros<typename Op::T>(1U << 20);
    return [=] { work_on_one<Op><<<4096, 256>>>(sum->get(), values->get()); };
  });
}

inline void add_random_work(Runner& runner) {
  for (const unsigned alike : {1U, 4U, 32U}) {
    runner.add(sized("random_red_alike", alike), [=] {
      auto sums = zeros<unsigned>(4096), out = zeros<unsigned>(1U << 20);
      return [=] { work_at_random<false><<<4096, 256>>>(sums->get(), out->get(), alike); };
    });
    runner.add(sized("random_fetch_alike", alike), [=] {
      auto sums = zeros<unsigned>(4096), out = zeros<unsigned>(1U << 20);
      return [=] { work_at_random<true><<<4096, 256>>>(sums->get(), out->get(), alike); };
    });
  }
}

inline void add_pieces(Runner& runner) {
  const std::pair<unsigned, unsigned> pieces[] = {{0, 64},    {32, 64}, {0, 128},   {0, 192},
                                                  {128, 192}, {0, 256}, {128, 256}, {0, 512}};
  for (const auto& piece : pieces) {
    const unsigned first = piece.first, words = piece.second;
    const std::string name = std::to_string(words) + "_from_" + std::to_string(first);
    runner.add("atomic_pieces/" + name, [=] {
      auto sums = zeros<unsigned>(1024);
      return [=] { work_on_pieces<<<4096, 256>>>(sums->get(), first, words); };
    });
  }
}

/// Two launches of which the second finds its data in L2, and pairs of partial stores.
inline void add_warm_cases(Runner& runner) {
  for (const unsigned bits : {18U, 20U, 22U, 24U}) {
    const unsigned n = 1U << bits;
    runner.add(sized("read_read", n), [=] {
      auto in = zeros<float>(n), out = zeros<float>(1);
      return [=] {
        read_again<<<n / 256, 256>>>(in->get(), out->get(), n);
        read_again<<<n / 256, 256>>>(in->get(), out->get(), n);
      };
    });
    runner.add(sized("read_once", n), [=] {
      auto in = zeros<float>(n), out = zeros<float>(1);
      return [=] { read_again<<<n / 256, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("write_read", n), [=] {
      auto in = zeros<float>(n), out = zeros<float>(1);
      return [=] {
        write_again<<<n / 256, 256>>>(in->get(), n);
        read_again<<<n / 256, 256>>>(in->get(), out->get(), n);
      };
    });
  }
  for (const unsigned width : {1U, 2U, 4U, 8U}) {
    runner.add(sized("write_parts", width), [=] {
      auto out = zeros<float>(1U << 22);
      return [=] { write_parts<<<(1U << 22) / 256, 256>>>(out->get(), width); };
    });
  }
}

inline void add_compiled_atomics(Runner& runner) {
  add_structs<2>(runner);
  add_structs<3>(runner);
  add_structs<4>(runner);
  add_structs<6>(runner);
  add_structs<8>(runner);
  add_structs<9>(runner);
  add_structs<16>(runner);
  add_shared_work<Inc>(runner, "inc");
  add_shared_work<AddValue>(runner, "add");
  add_shared_work<Most>(runner, "max");
  add_shared_work<AddFloat>(runner, "add_f32");
  add_shared_work<AddDouble>(runner, "add_f64");
  add_shared_work<AddLongValue>(runner, "add_u64");
  for (const unsigned alike : {1U, 2U, 4U, 8U, 32U}) {
    runner.add(sized("shared_fetch_alike", alike), [=] {
      auto out = zeros<unsigned>(132 * 4 * 256);
      return [=] { fetch_from_shared<<<132 * 4, 256>>>(out->get(), 128, alike); };
    });
  }
  add_work_on_one<Inc>(runner, "inc");
  add_work_on_one<AddValue>(runner, "add");
  add_work_on_one<Most>(runner, "max");
  add_work_on_one<AddFloat>(runner, "add_f32");
  add_work_on_one<AddLongValue>(runner, "add_u64");
  runner.add("uniform_fetch/2^20", [=] {
    auto sum = zeros<unsigned>(1), out = zeros<unsigned>(1U << 20);
    return [=] { fetch_from_one<<<4096, 256>>>(sum->get(), out->get()); };
  });
  add_random_work(runner);
  add_pieces(runner);
  add_warm_cases(runner);
}

}  // namespace calibration
