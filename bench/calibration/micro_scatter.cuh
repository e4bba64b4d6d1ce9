// Microbenchmarks of atomics that are spread over tables: at random, in runs, row by row, by
// blocks.
#pragma once

#include "micro_atomics.cuh"

namespace calibration {

__device__ inline unsigned scattered(unsigned i) {
  i = (i ^ (i >> 16)) * 0x7feb352dU;
  i = (i ^ (i >> 15)) * 0x846ca68bU;
  return i ^ (i >> 16);
}

/// Each thread works on a word at random of `words`, a power of two.
template <class Op>
__global__ void scatter_table(typename Op::T* sums, unsigned words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Op::at(sums + (scattered(i) & (words - 1)), static_cast<typename Op::T>(i));
}

/// So many neighbours work on one word: what is sorted looks like that.
template <class Op>
__global__ void scatter_runs(typename Op::T* sums, unsigned run) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Op::at(sums + i / run, static_cast<typename Op::T>(i));
}

/// All threads work on a word at random of each of some rows, one row after the other.
template <class Op>
__global__ void scatter_rows(typename Op::T* sums, unsigned words, unsigned rows) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned row = 0; row < rows; ++row) {
    Op::at(sums + row * words + (scattered(i + row * 0x9e3779b9U) & (words - 1)),
           static_cast<typename Op::T>(i));
  }
}

/// Each block has words of its own.
template <class Op>
__global__ void scatter_blocks(typename Op::T* sums, unsigned words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  Op::at(sums + blockIdx.x * words + (scattered(i) & (words - 1)), static_cast<typename Op::T>(i));
}

template <class Op>
void add_scatters(Runner& runner, const std::string& type) {
  using T = typename Op::T;
  constexpr unsigned kThreads = 1U << 20;
  for (unsigned words = 1U << 8; words <= 1U << 24; words *= 4) {
    runner.add(sized("scatter_table_" + type, words), [=] {
      auto sums = zeros<T>(words);
      return [=] { scatter_table<Op><<<kThreads / 256, 256>>>(sums->get(), words); };
    });
  }
  for (unsigned run = 1; run <= 64; run *= 2) {
    runner.add("scatter_runs_" + type + "/" + std::to_string(run), [=] {
      auto sums = zeros<T>(kThreads);
      return [=] { scatter_runs<Op><<<kThreads / 256, 256>>>(sums->get(), run); };
    });
  }
  for (unsigned words = 1U << 8; words <= 1U << 16; words *= 4) {
    runner.add(sized("scatter_rows_" + type, words), [=] {
      constexpr unsigned kRows = 32;
      auto sums = zeros<T>(std::size_t{words} * kRows);
      return [=] { scatter_rows<Op><<<kThreads / 1024, 256>>>(sums->get(), words, kRows); };
    });
  }
  for (unsigned words = 1; words <= 256; words *= 4) {
    runner.add("scatter_blocks_" + type + "/" + std::to_string(words), [=] {
      auto sums = zeros<T>(std::size_t{words} * kThreads / 256);
      return [=] { scatter_blocks<Op><<<kThreads / 256, 256>>>(sums->get(), words); };
    });
  }
}

inline void add_scattered_atomics(Runner& runner) {
  add_scatters<AddValue>(runner, "u32");
  add_scatters<Most>(runner, "max");
  add_scatters<AddFloat>(runner, "f32");
}

}  // namespace calibration
