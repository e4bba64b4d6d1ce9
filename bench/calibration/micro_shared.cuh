// Microbenchmarks of shared memory: conflicts of loads and stores, vectors, atomics, latency.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Loads whose lanes lie `stride` words apart; `stride` is the degree of conflict if it is a power
/// of two.
__global__ void load_shared(float* out, unsigned rounds, unsigned stride) {
  __shared__ volatile float words[2048];
  for (unsigned i = threadIdx.x; i < 2048; i += blockDim.x) {
    words[i] = static_cast<float>(i);
  }
  __syncthreads();
  const unsigned place = threadIdx.x % 32 * stride % 1024;
  float a = 0, b = 0, c = 0, d = 0;
  for (unsigned i = 0; i < rounds; ++i) {
    a += words[place], b += words[place + 64], c += words[place + 128], d += words[place + 192];
    a += words[place + 256], b += words[place + 320], c += words[place + 384];
    d += words[place + 448];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

__global__ void load_shared_fours(float* out, unsigned rounds) {
  __shared__ float4 words[512];
  for (unsigned i = threadIdx.x; i < 512; i += blockDim.x) {
    words[i] = make_float4(1, 2, 3, static_cast<float>(i));
  }
  __syncthreads();
  float sum = 0;
  for (unsigned i = 0; i < rounds; ++i) {
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) {
      const float4 four = words[(threadIdx.x + k * 32 + i) % 512];
      sum += four.x + four.w;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// All lanes load the same words, so many at a time.
template <class T>
__global__ void load_shared_alike(float* out, unsigned rounds) {
  __shared__ T words[256];
  words[threadIdx.x] = T{};
  __syncthreads();
  float sum = 0;
  unsigned place = 0;
  for (unsigned i = 0; i < rounds; ++i) {
#pragma unroll
    for (unsigned k = 0; k < 8; ++k) {
      const T some = words[place + k];
      sum += *reinterpret_cast<const float*>(&some);
      sum += *(reinterpret_cast<const float*>(&some + 1) - 1);
    }
    place = (place + 8) % 256;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// What a search for the nearest of many points does with each: differences, squares, a minimum.
/// @tparam kFromShared the points are in shared memory, all lanes at one; else they are made up.
template <bool kFromShared>
__global__ void distances(int* out, unsigned rounds, int4 own) {
  __shared__ int4 points[64];
  if (threadIdx.x < 64) {
    points[threadIdx.x] = make_int4(1, 2, 3, static_cast<int>(threadIdx.x));
  }
  __syncthreads();
  int least = INT32_MAX;
  own.x += static_cast<int>(threadIdx.x);
  for (unsigned i = 0; i < rounds; ++i) {
#pragma unroll 4
    for (unsigned k = 0; k < 64; ++k) {
      const int turn = static_cast<int>(i + k);
      const int4 point = kFromShared ? points[k] : make_int4(turn, turn + 1, turn ^ 3, turn + 5);
      const int x = own.x - point.x, y = own.y - point.y, z = own.z - point.z, w = own.w - point.w;
      least = min(least, x * x + y * y + z * z + w * w);
    }
    own.y += least & 1;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = least;
}

/// Blocks of two warps, each of which has words of its own.
__global__ void store_shared(float* out, unsigned rounds, unsigned stride) {
  __shared__ volatile float all_words[2 * 1536];
  volatile float* const words = all_words + threadIdx.x / 32 * 1536;
  const unsigned place = threadIdx.x % 32 * stride % 1024;
  for (unsigned i = 0; i < rounds; ++i) {
    const auto value = static_cast<float>(i);
    words[place] = value;
    words[place + 64] = value;
    words[place + 128] = value;
    words[place + 192] = value;
    words[place + 256] = value;
    words[place + 320] = value;
    words[place + 384] = value;
    words[place + 448] = value;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = words[place];
}

/// One lane after the other's place: the latency of a load.
__global__ void chase_shared(unsigned* out, unsigned rounds) {
  __shared__ unsigned next[1024];
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) {
    next[i] = (i + 33) % 1024;
  }
  __syncthreads();
  unsigned place = threadIdx.x;
  for (unsigned i = 0; i < rounds; ++i) {
    place = next[place];
  }
  out[threadIdx.x] = place;
}

enum class Words { kOne, kLanes, kPairs, kRandom };

template <class T>
__global__ void add_shared(T* out, unsigned rounds, Words words, T by) {
  __shared__ T sums[1024];
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) {
    sums[i] = 0;
  }
  __syncthreads();
  unsigned state = threadIdx.x * 2654435761U;
  for (unsigned i = 0; i < rounds; ++i) {
    unsigned place = 0;
    if (words == Words::kLanes) {
      place = threadIdx.x;
    } else if (words == Words::kPairs) {
      place = threadIdx.x / 2;
    } else if (words == Words::kRandom) {
      state = state * 1664525U + 1013904223U;
      place = state >> 24;
    }
    atomicAdd(&sums[place], by);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sums[threadIdx.x];
}

template <class T>
void add_shared_atomics(Runner& runner, const char* type) {
  const std::pair<const char*, Words> kinds[] = {{"one_word", Words::kOne},
                                                 {"word_a_lane", Words::kLanes},
                                                 {"word_a_pair", Words::kPairs},
                                                 {"random_256", Words::kRandom}};
  for (const auto& [name, words] : kinds) {
    const Words chosen = words;
    runner.add(std::string("shared_atomic_") + type + "/" + name, [=] {
      auto out = zeros<T>(132 * 4 * 256);
      return [=] { add_shared<T><<<132 * 4, 256>>>(out->get(), 128, chosen, static_cast<T>(1)); };
    });
  }
}

inline void add_shared_cases(Runner& runner) {
  for (const unsigned stride : {1U, 2U, 4U, 8U, 32U}) {
    runner.add(sized("shared_load_stride", stride), [=] {
      auto out = zeros<float>(132 * 8 * 256);
      return [=] { load_shared<<<132 * 8, 256>>>(out->get(), 64, stride); };
    });
    runner.add(sized("shared_store_stride", stride), [=] {
      auto out = zeros<float>(132 * 8 * 256);
      return [=] { store_shared<<<132 * 16, 64>>>(out->get(), 64, stride); };
    });
  }
  runner.add("shared_load_float4", [=] {
    auto out = zeros<float>(132 * 8 * 256);
    return [=] { load_shared_fours<<<132 * 8, 256>>>(out->get(), 64); };
  });
  const auto add_alike = [&](const char* name, auto kernel) {
    runner.add(std::string("shared_load_alike/") + name, [=] {
      auto out = zeros<float>(132 * 8 * 256);
      return [=] { kernel<<<132 * 8, 256>>>(out->get(), 64); };
    });
  };
  add_alike("float", load_shared_alike<float>);
  add_alike("float2", load_shared_alike<float2>);
  add_alike("float4", load_shared_alike<float4>);
  const auto add_distances = [&](const char* name, auto kernel) {
    runner.add(std::string("distances/") + name, [=] {
      auto out = zeros<int>(132 * 8 * 256);
      return [=] { kernel<<<132 * 8, 256>>>(out->get(), 16, make_int4(5, 6, 7, 8)); };
    });
  };
  add_distances("shared", distances<true>);
  add_distances("registers", distances<false>);
  runner.add("latency/shared", [=] {
    auto out = zeros<unsigned>(32);
    return [=] { chase_shared<<<1, 32>>>(out->get(), 4096); };
  });
  add_shared_atomics<unsigned>(runner, "u32");
  add_shared_atomics<float>(runner, "f32");
}

}  // namespace calibration
