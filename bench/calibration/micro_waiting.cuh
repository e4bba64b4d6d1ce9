// Microbenchmarks of blocks that wait for other blocks: a flag that is handed on, a lock, a barrier
// of the grid. What is waited for goes up from run to run, so that nothing is reset between them.
#pragma once

#include "cases.cuh"

#include <cooperative_groups.h>

namespace calibration {

__device__ inline void wait_until(const volatile unsigned* flag, unsigned value) {
  while (*flag < value) {
  }
}

/// Each block waits for the one before: `rounds` times around.
template <bool Fenced>
__global__ void hand_on(unsigned* flags, unsigned first_round, unsigned rounds) {
  volatile unsigned* const own = flags + blockIdx.x;
  volatile unsigned* const before = flags + (blockIdx.x == 0 ? gridDim.x - 1 : blockIdx.x - 1);
  for (unsigned round = first_round + 1; round <= first_round + rounds; ++round) {
    if (threadIdx.x == 0) {
      wait_until(before, blockIdx.x == 0 ? round - 1 : round);
      if (Fenced) {
        __threadfence();
      }
      *own = round;
    }
    __syncthreads();
  }
}

/// Block after block adds to a number that a lock keeps.
__global__ void lock_and_add(unsigned* lock, unsigned* sum, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) {
      while (atomicCAS(lock, 0U, 1U) != 0U) {
      }
      __threadfence();
      *(volatile unsigned*)sum += 1;
      __threadfence();
      atomicExch(lock, 0U);
    }
    __syncthreads();
  }
}

/// The same with numbers that are drawn: blocks come in the order in which they drew.
__global__ void draw_and_add(unsigned* next, unsigned* served, unsigned* sum, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0) {
      const unsigned ticket = atomicAdd(next, 1U);
      while (*(volatile unsigned*)served != ticket) {
      }
      __threadfence();
      *(volatile unsigned*)sum += 1;
      __threadfence();
      *(volatile unsigned*)served = ticket + 1;
    }
    __syncthreads();
  }
}

__global__ void meet_all(unsigned* out, unsigned rounds) {
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  for (unsigned round = 0; round < rounds; ++round) {
    grid.sync();
  }
  out[blockIdx.x] = rounds;
}

/// A barrier of one's own: the last to arrive opens it.
__global__ void meet_by_hand(unsigned* arrived, volatile unsigned* opened, unsigned first_round,
                             unsigned rounds) {
  for (unsigned round = first_round + 1; round <= first_round + rounds; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      if (atomicAdd(arrived, 1U) == gridDim.x * round - 1) {
        *opened = round;
      }
      wait_until(opened, round);
      __threadfence();
    }
    __syncthreads();
  }
}

inline std::string of_grid(const std::string& what, unsigned blocks, unsigned threads,
                           unsigned rounds) {
  return what + "/" + std::to_string(blocks) + "x" + std::to_string(threads) + "/" +
         std::to_string(rounds);
}

template <bool Fenced>
void add_hand_on(Runner& runner, const std::string& name, unsigned blocks, unsigned threads,
                 unsigned rounds) {
  runner.add(of_grid(name, blocks, threads, rounds), [=] {
    auto flags = zeros<unsigned>(blocks);
    auto round = std::make_shared<unsigned>(0);
    return [=] {
      hand_on<Fenced><<<blocks, threads>>>(flags->get(), *round, rounds);
      *round += rounds;
    };
  });
}

inline void add_locks(Runner& runner, unsigned blocks, unsigned rounds) {
  runner.add(of_grid("lock", blocks, 32, rounds), [=] {
    auto lock = zeros<unsigned>(1), sum = zeros<unsigned>(1);
    return [=] { lock_and_add<<<blocks, 32>>>(lock->get(), sum->get(), rounds); };
  });
  runner.add(of_grid("ticket", blocks, 32, rounds), [=] {
    auto next = zeros<unsigned>(64), sum = zeros<unsigned>(1);
    return [=] { draw_and_add<<<blocks, 32>>>(next->get(), next->get() + 32, sum->get(), rounds); };
  });
}

inline void add_barriers(Runner& runner, unsigned blocks, unsigned threads, unsigned rounds) {
  runner.add(of_grid("grid_sync", blocks, threads, rounds), [=] {
    auto out = zeros<unsigned>(blocks);
    return [=] {
      unsigned* to = out->get();
      unsigned times = rounds;
      void* arguments[] = {&to, &times};
      BENCH_CHECK(cudaLaunchCooperativeKernel((void*)meet_all, dim3(blocks), dim3(threads),
                                              arguments, 0, nullptr));
    };
  });
  runner.add(of_grid("barrier_by_hand", blocks, threads, rounds), [=] {
    auto arrived = zeros<unsigned>(1), opened = zeros<unsigned>(1);
    auto round = std::make_shared<unsigned>(0);
    return [=] {
      meet_by_hand<<<blocks, threads>>>(arrived->get(), opened->get(), *round, rounds);
      *round += rounds;
    };
  });
}

inline void add_waiting_blocks(Runner& runner) {
  for (const unsigned blocks : {2U, 16U, 132U, 528U, 2112U}) {
    const unsigned rounds = blocks < 100 ? 64 : 2;
    add_hand_on<false>(runner, "hand_on", blocks, 32, rounds);
    add_hand_on<true>(runner, "hand_on_fenced", blocks, 32, rounds);
    add_locks(runner, blocks, rounds);
  }
  add_hand_on<true>(runner, "hand_on_fenced", 132, 256, 2);
  add_hand_on<true>(runner, "hand_on_fenced", 528, 256, 2);
  for (const unsigned rounds : {2U, 32U}) {
    for (const unsigned blocks : {2U, 16U, 132U, 528U, 2112U}) {
      add_barriers(runner, blocks, 32, rounds);
    }
    add_barriers(runner, 132, 256, rounds);
    add_barriers(runner, 1056, 256, rounds);
  }
}

}  // namespace calibration
