// Microbenchmarks of global memory: streams, strides, caches, constants, latencies, atomics.
#pragma once

#include "cases.cuh"

namespace calibration {

template <class T>
__global__ void copy_each(const T* in, T* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i];
  }
}

template <class T>
__global__ void write_each(T* out, std::size_t n, T value) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = value;
  }
}

/// As many blocks as fit; each thread reads four elements at a time.
__global__ void read_all(const float4* in, float* out, std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  float sum = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
    const float4 four = in[i];
    sum += four.x + four.y + four.z + four.w;
  }
  if (sum == 12345.0F) {
    out[0] = sum;
  }
}

/// Every block reads all of a buffer again and again, past L1: the bandwidth of L2.
__global__ void read_l2(const float4* in, float* out, unsigned n, unsigned rounds) {
  float sum = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned first = (blockIdx.x * 37U + round * 11U) * 1024U % n;
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      const float4 four = __ldcg(in + first + k * 256U + threadIdx.x);
      sum += four.x + four.w;
    }
  }
  if (sum == 12345.0F) {
    out[0] = sum;
  }
}

/// Loads that L1 has, lanes `stride` words apart. The place of each round depends on the values of
/// the one before, which are all 0: no compiler can load once for all rounds.
__global__ void read_l1(const float* in, float* out, unsigned rounds, unsigned stride) {
  const float* const mine = in + blockIdx.x % 132 * 4096 + threadIdx.x % 32 * stride;
  float a = 0, b = 0;
  for (unsigned i = 0; i < rounds; ++i) {
    const auto base = static_cast<unsigned>(a);
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) {
      a += mine[base + k * 32];
      b += mine[base + k * 32 + 1024];
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}

__global__ void read_stride(const float* in, float* out, std::size_t stride) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float value = in[i * stride];
  if (value == 12345.0F) {
    out[0] = value;
  }
}

__global__ void write_stride(float* out, std::size_t stride) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  out[i * stride] = 1.0F;
}

/// Each lane writes the first `words` words of a sector; `sectors` neighbouring lanes share a line,
/// and the lines of a warp lie 64 KiB apart, so that no other warp's stores fill them up.
__global__ void write_lines(float* out, unsigned sectors, unsigned words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / 32, lane = i % 32;
  const unsigned line = (lane / sectors) * 512 + warp % 512 + warp / 512 * 512 * (32 / sectors);
  float* const place = out + std::size_t{line} * 32 + lane % sectors * 8;
  for (unsigned word = 0; word < words; ++word) {
    place[word] = 1.0F;
  }
}

/// The same with sectors written wholly, by two stores of 16 bytes.
__global__ void write_whole_lines(float4* out, unsigned sectors) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / 32, lane = i % 32;
  const unsigned pairs = 2 * sectors;  // lanes a line
  const unsigned line = (lane / pairs) * 512 + warp % 512 + warp / 512 * 512 * (32 / pairs);
  out[std::size_t{line} * 8 + lane % pairs] = make_float4(1, 1, 1, 1);
}

__global__ void chase(const unsigned* next, unsigned* out, unsigned rounds) {
  unsigned place = 0;
  for (unsigned i = 0; i < rounds; ++i) {
    place = next[place];
  }
  out[0] = place;
}

__constant__ float constant_words[1024];

/// Constant loads: one address for the warp, or one for each group of lanes.
__global__ void read_constant(float* out, unsigned rounds, unsigned lanes_alike) {
  float sum = 0;
  const unsigned mine = threadIdx.x % 32 / lanes_alike;
  for (unsigned i = 0; i < rounds; ++i) {
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) {
      sum += constant_words[(mine + k * 32 + i) % 1024];
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__constant__ unsigned next_constant[256];

/// Each load of constant memory says where the next one is: all lanes go one way, or each its own.
__global__ void constant_chase(unsigned* out, unsigned turns, unsigned apart) {
  unsigned at = apart * threadIdx.x % 32;
#pragma unroll 1
  for (unsigned k = 0; k < turns; ++k) {
    at = next_constant[at];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

inline void add_constant_chases(Runner& runner) {
  for (const unsigned apart : {0U, 1U}) {
    for (const bool is_full : {false, true}) {
      const std::string of =
          std::string(apart != 0 ? "apart" : "together") + (is_full ? "/full" : "/one");
      runner.add("constant_chase_" + of, [=] {
        std::vector<unsigned> next(256);
        for (unsigned place = 0; place < 256; ++place) {
          next[place] = (place * 5 + 3) % 256;
        }
        BENCH_CHECK(cudaMemcpyToSymbol(next_constant, next.data(), 256 * sizeof(unsigned)));
        auto out = zeros<unsigned>(132 * 8 * 256);
        return [=] {
          constant_chase<<<is_full ? 132 * 8 : 1, is_full ? 256 : 32>>>(
              out->get(), is_full ? 256 : 2048, apart);
        };
      });
    }
  }
}

enum class Targets { kOne, kSector, kLine, kKilobyte, kOwn };

/// Sums that nobody reads back. asm: the compiler must not add up a warp's values first.
template <class T>
__device__ void add_to(T* place, T by);
template <>
__device__ inline void add_to(float* place, float by) {
  asm volatile("red.global.add.f32 [%0], %1;" ::"l"(place), "f"(by) : "memory");
}
template <>
__device__ inline void add_to(unsigned* place, unsigned by) {
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(place), "r"(by) : "memory");
}

template <class T>
__global__ void add_global(T* sums, Targets targets, unsigned each) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i * 2654435761U + 12345U;
  for (unsigned k = 0; k < each; ++k) {
    state = state * 1664525U + 1013904223U;
    unsigned place = 0;
    if (targets == Targets::kSector) {
      place = threadIdx.x % 8;
    } else if (targets == Targets::kLine) {
      place = threadIdx.x % 32;
    } else if (targets == Targets::kKilobyte) {
      place = state >> 24;
    } else if (targets == Targets::kOwn) {
      place = i;
    }
    add_to(sums + place, static_cast<T>(1));
  }
}

/// The same into one word, but the value is returned: only one lane a warp adds.
__global__ void fetch_one_a_warp(unsigned* sum, unsigned* out) {
  if (threadIdx.x % 32 == 0) {
    out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = atomicAdd(sum, 1U);
  }
}

inline Shared<unsigned> ring(std::size_t size, std::size_t step) {
  std::vector<unsigned> next(size);
  for (std::size_t i = 0; i < size; ++i) {
    next[i] = static_cast<unsigned>((i + step) % size);
  }
  return filled(next);
}

template <class T>
void add_copies(Runner& runner, const char* type) {
  for (const unsigned bits : {16U, 18U, 20U, 22U, 24U, 26U}) {
    const std::size_t words = std::size_t{1} << bits, n = words * 4 / sizeof(T);
    if (n > std::size_t{1} << 26) {
      continue;
    }
    const auto blocks = static_cast<unsigned>((n + 255) / 256);
    runner.add(sized(std::string("copy_") + type, words), [=] {
      auto in = zeros<T>(n), out = zeros<T>(n);
      return [=] { copy_each<T><<<blocks, 256>>>(in->get(), out->get(), n); };
    });
    if (bits % 4 == 0) {
      runner.add(sized(std::string("write_") + type, words), [=] {
        auto out = zeros<T>(n);
        return [=] { write_each<T><<<blocks, 256>>>(out->get(), n, T{}); };
      });
    }
  }
}

inline void add_cache_cases(Runner& runner) {
  for (const unsigned bits : {20U, 22U, 24U, 26U}) {
    runner.add(sized("read_float4", std::size_t{1} << bits), [=] {
      const std::size_t n = std::size_t{1} << bits;
      auto in = zeros<float4>(n / 4);
      auto out = zeros<float>(1);
      return [=] { read_all<<<132 * 8, 256>>>(in->get(), out->get(), n / 4); };
    });
  }
  for (const unsigned bits : {20U, 22U}) {
    runner.add(sized("read_l2", std::size_t{1} << bits), [=] {
      const unsigned n = 1U << bits >> 2;
      auto in = zeros<float4>(n);
      auto out = zeros<float>(1);
      return [=] { read_l2<<<132 * 8, 256>>>(in->get(), out->get(), n, 64); };
    });
  }
  for (const unsigned stride : {1U, 2U, 4U, 8U, 32U}) {
    runner.add(sized("read_l1_stride", stride), [=] {
      auto in = zeros<float>(std::size_t{133} * 4096);
      auto out = zeros<float>(132 * 8 * 256);
      return [=] { read_l1<<<132 * 8, 256>>>(in->get(), out->get(), 64, stride); };
    });
  }
}

inline void add_stride_cases(Runner& runner) {
  for (const unsigned stride : {2U, 4U, 8U, 16U, 32U, 64U}) {
    const std::size_t threads = std::size_t{1} << 20;
    const auto blocks = static_cast<unsigned>(threads / 256);
    runner.add(sized("read_stride", stride), [=] {
      auto in = zeros<float>(threads * stride);
      auto out = zeros<float>(1);
      return [=] { read_stride<<<blocks, 256>>>(in->get(), out->get(), stride); };
    });
    runner.add(sized("write_stride", stride), [=] {
      auto out = zeros<float>(threads * stride);
      return [=] { write_stride<<<blocks, 256>>>(out->get(), stride); };
    });
  }
}

inline void add_line_cases(Runner& runner) {
  constexpr unsigned kThreads = 1U << 20;
  for (const unsigned sectors : {1U, 2U, 4U}) {
    for (const unsigned words : {1U, 2U}) {
      runner.add(sized("write_lines_" + std::to_string(words), sectors), [=] {
        auto out = zeros<float>(std::size_t{kThreads} / sectors * 32);
        return [=] { write_lines<<<kThreads / 256, 256>>>(out->get(), sectors, words); };
      });
    }
    runner.add(sized("write_lines_whole", sectors), [=] {
      auto out = zeros<float4>(std::size_t{kThreads} / (2 * sectors) * 8);
      return [=] { write_whole_lines<<<kThreads / 256, 256>>>(out->get(), sectors); };
    });
  }
}

/// 16 MiB are copied from the host, or filled; then they are read, or others: does L2 have them?
inline void add_behind_copies(Runner& runner) {
  constexpr std::size_t kFours = std::size_t{1} << 20, kBytes = kFours * sizeof(float4);
  for (const bool same : {true, false}) {
    const std::string read = same ? "the_same" : "others";
    runner.add("read_behind_copy/" + read, [=] {
      auto to = zeros<float4>(kFours), others = zeros<float4>(kFours);
      auto out = zeros<float>(1);
      void* from = nullptr;  // freed by the program's end
      BENCH_CHECK(cudaMallocHost(&from, kBytes));
      return [=] {
        BENCH_CHECK(cudaMemcpyAsync(to->get(), from, kBytes, cudaMemcpyHostToDevice));
        read_all<<<132 * 8, 256>>>(same ? to->get() : others->get(), out->get(), kFours);
      };
    });
    runner.add("read_behind_fill/" + read, [=] {
      auto to = zeros<float4>(kFours), others = zeros<float4>(kFours);
      auto out = zeros<float>(1);
      return [=] {
        BENCH_CHECK(cudaMemsetAsync(to->get(), 0, kBytes));
        read_all<<<132 * 8, 256>>>(same ? to->get() : others->get(), out->get(), kFours);
      };
    });
  }
}

inline void add_memory_cases(Runner& runner) {
  add_behind_copies(runner);
  add_line_cases(runner);
  add_copies<unsigned char>(runner, "byte");
  add_copies<float>(runner, "float");
  add_copies<float4>(runner, "float4");
  add_cache_cases(runner);
  add_stride_cases(runner);
  const std::pair<std::size_t, const char*> rings[] = {
      {2048, "l1"}, {std::size_t{1} << 20, "l2_or_dram"}, {std::size_t{1} << 24, "dram"}};
  // Lines in a ring of 1 MiB: eight of nine steps find theirs in L2, and none in L1.
  runner.add("latency/l2", [=] {
    auto next = ring(std::size_t{1} << 18, 33 * 32);
    auto out = zeros<unsigned>(1);
    return [=] { chase<<<1, 1>>>(next->get(), out->get(), 9 * 8192); };
  });
  for (const auto& [size, name] : rings) {
    const std::size_t words = size;
    runner.add(std::string("latency/") + name, [=] {
      auto next = ring(words, words == 2048 ? 33 : 4099 * 8);
      auto out = zeros<unsigned>(1);
      return [=] { chase<<<1, 1>>>(next->get(), out->get(), 8192); };
    });
  }
  add_constant_chases(runner);
  for (const unsigned alike : {32U, 16U, 8U, 1U}) {
    runner.add(sized("constant_lanes_alike", alike), [=] {
      auto out = zeros<float>(132 * 8 * 256);
      return [=] { read_constant<<<132 * 8, 256>>>(out->get(), 64, alike); };
    });
  }
}

template <class T>
void add_atomics(Runner& runner, const char* type) {
  const std::pair<const char*, Targets> kinds[] = {{"one_word", Targets::kOne},
                                                   {"sector", Targets::kSector},
                                                   {"line", Targets::kLine},
                                                   {"kilobyte", Targets::kKilobyte},
                                                   {"own", Targets::kOwn}};
  for (const auto& [name, targets] : kinds) {
    const Targets chosen = targets;
    runner.add(std::string("atomic_") + type + "/" + name, [=] {
      const unsigned blocks = 132 * 8;
      auto sums = zeros<T>(std::size_t{blocks} * 256);
      return [=] { add_global<T><<<blocks, 256>>>(sums->get(), chosen, 8); };
    });
  }
}

inline void add_atomic_cases(Runner& runner) {
  add_atomics<unsigned>(runner, "u32");
  add_atomics<float>(runner, "f32");
  runner.add("atomic_u32/fetch_one_a_warp", [=] {
    const unsigned blocks = 132 * 32;
    auto sum = zeros<unsigned>(1), out = zeros<unsigned>(std::size_t{blocks} * 8);
    return [=] { fetch_one_a_warp<<<blocks, 256>>>(sum->get(), out->get()); };
  });
}

}  // namespace calibration
