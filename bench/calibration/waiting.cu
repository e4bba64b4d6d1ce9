// Kernels whose blocks wait for each other, as courses have them: scans that hand a sum on, sums
// under a lock, the last block that adds up, steps with a barrier of the grid. They took no part in
// the constants of micro_waiting.cuh.
#include "cases.cuh"

#include <algorithm>
#include <cooperative_groups.h>

namespace calibration {

constexpr unsigned kThreads = 256, kOfThread = 8, kTile = kThreads * kOfThread;
constexpr unsigned kMostOfLock = 1U << 14;  ///< blocks: more take longer, and tell nothing new

/// The sum of the values of this and all earlier threads of the block.
__device__ unsigned sum_up_to(unsigned* sums, unsigned own) {
  const unsigned t = threadIdx.x;
  sums[t] = own;
  __syncthreads();
  for (unsigned far = 1; far < kThreads; far *= 2) {
    const unsigned before = t >= far ? sums[t - far] : 0;
    __syncthreads();
    sums[t] += before;
    __syncthreads();
  }
  return sums[t];
}

/// A tile's values, summed up by thread.
struct Values {
  unsigned first, up_to[kOfThread];

  __device__ Values(const unsigned* in, unsigned tile, unsigned n)
      : first(tile * kTile + threadIdx.x * kOfThread) {
    unsigned sum = 0;
    for (unsigned k = 0; k < kOfThread; ++k) {
      sum += first + k < n ? in[first + k] : 0;
      up_to[k] = sum;
    }
  }
  __device__ void write(unsigned* out, unsigned base, unsigned n) const {
    for (unsigned k = 0; k < kOfThread; ++k) {
      if (first + k < n) {
        out[first + k] = base + up_to[k];
      }
    }
  }
  __device__ unsigned all() const { return up_to[kOfThread - 1]; }
};

/// Each block waits for the sum of the one before.
__global__ void scan_chained(const unsigned* in, unsigned* out, volatile unsigned* flags,
                             volatile unsigned* sums, unsigned round, unsigned n) {
  __shared__ unsigned of_threads[kThreads], before;
  const Values values(in, blockIdx.x, n);
  const unsigned up_to = sum_up_to(of_threads, values.all());
  if (threadIdx.x == 0) {
    before = 0;
    if (blockIdx.x > 0) {
      while (flags[blockIdx.x - 1] != round) {
      }
      __threadfence();
      before = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + of_threads[kThreads - 1];
    __threadfence();
    flags[blockIdx.x] = round;
  }
  __syncthreads();
  values.write(out, before + up_to - values.all(), n);
}

/// Each block tells its own sum at once, and adds up those before it until one knows all.
__global__ void scan_looking_back(const unsigned* in, unsigned* out, unsigned* next,
                                  volatile unsigned long long* states, unsigned round, unsigned n) {
  __shared__ unsigned of_threads[kThreads], before, tile;
  if (threadIdx.x == 0) {
    tile = atomicAdd(next, 1U) % gridDim.x;
  }
  __syncthreads();
  const Values values(in, tile, n);
  const unsigned up_to = sum_up_to(of_threads, values.all());
  if (threadIdx.x == 0) {
    const unsigned own = of_threads[kThreads - 1];
    unsigned sum = 0;
    if (tile > 0) {
      states[tile] = static_cast<unsigned long long>(2 * round) << 32 | own;
      for (unsigned at = tile - 1;; --at) {
        unsigned long long state = 0;
        do {
          state = states[at];
        } while (state >> 33 != round);
        sum += static_cast<unsigned>(state);
        if ((state >> 32 & 1U) != 0) {
          break;
        }
      }
    }
    states[tile] = static_cast<unsigned long long>(2 * round + 1) << 32 | (sum + own);
    before = sum;
  }
  __syncthreads();
  values.write(out, before + up_to - values.all(), n);
}

__device__ unsigned sum_of_block(const unsigned* in, unsigned n, unsigned* sums) {
  unsigned own = 0;
  for (unsigned i = blockIdx.x * kThreads + threadIdx.x; i < n; i += kThreads * gridDim.x) {
    own += in[i];
  }
  sum_up_to(sums, own);
  return sums[kThreads - 1];
}

__global__ void sum_locked(const unsigned* in, volatile unsigned* sum, unsigned* lock, unsigned n) {
  __shared__ unsigned sums[kThreads];
  const unsigned own = sum_of_block(in, n, sums);
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0U, 1U) != 0U) {
    }
    __threadfence();
    *sum += own;
    __threadfence();
    atomicExch(lock, 0U);
  }
}

__global__ void sum_by_last_block(const unsigned* in, volatile unsigned* parts, unsigned* arrived,
                                  unsigned* sum, unsigned n) {
  __shared__ unsigned sums[kThreads];
  __shared__ bool is_last;
  const unsigned own = sum_of_block(in, n, sums);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = own;
    __threadfence();
    is_last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) {
    unsigned all = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += kThreads) {
      all += parts[i];
    }
    __syncthreads();
    sum_up_to(sums, all);
    if (threadIdx.x == 0) {
      *sum = sums[kThreads - 1];
    }
  }
}

__global__ void smooth_together(float* from, float* to, unsigned n, unsigned steps) {
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  for (unsigned step = 0; step < steps; ++step) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
      to[i] = 0.5F * from[i] + 0.25F * (from[i != 0 ? i - 1 : 0] + from[i + 1 < n ? i + 1 : i]);
    }
    grid.sync();
    float* const other = from;
    from = to;
    to = other;
  }
}

void add_scans(Runner& runner, unsigned n) {
  const unsigned blocks = (n + kTile - 1) / kTile;
  runner.add(sized("chainscan_handed", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 100));
    auto out = zeros<unsigned>(n), flags = zeros<unsigned>(blocks), sums = zeros<unsigned>(blocks);
    auto round = std::make_shared<unsigned>(0);
    return [=] {
      scan_chained<<<blocks, kThreads>>>(in->get(), out->get(), flags->get(), sums->get(), ++*round,
                                         n);
    };
  });
  runner.add(sized("chainscan_looking", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 100));
    auto out = zeros<unsigned>(n), next = zeros<unsigned>(1);
    auto states = zeros<unsigned long long>(blocks);
    auto round = std::make_shared<unsigned>(0);
    return [=] {
      scan_looking_back<<<blocks, kThreads>>>(in->get(), out->get(), next->get(), states->get(),
                                              ++*round, n);
    };
  });
}

void add_sums(Runner& runner, unsigned n) {
  const unsigned few = std::min(n / kTile, 1056U);
  for (const unsigned blocks : {few, n / kThreads}) {
    const char* const name = blocks == few ? "latesum_locked" : "latesum_locked_by_all";
    if (blocks > kMostOfLock) {
      continue;
    }
    runner.add(sized(name, n), [=] {
      auto in = filled(random_numbers<unsigned>(n, 100));
      auto sum = zeros<unsigned>(1), lock = zeros<unsigned>(1);
      return [=] { sum_locked<<<blocks, kThreads>>>(in->get(), sum->get(), lock->get(), n); };
    });
  }
  runner.add(sized("latesum_last_block", n), [=] {
    auto in = filled(random_numbers<unsigned>(n, 100));
    auto parts = zeros<unsigned>(few), arrived = zeros<unsigned>(1), sum = zeros<unsigned>(1);
    return [=] {
      sum_by_last_block<<<few, kThreads>>>(in->get(), parts->get(), arrived->get(), sum->get(), n);
    };
  });
}

void add_steps(Runner& runner, unsigned n) {
  for (const unsigned steps : {2U, 20U}) {
    runner.add(sized("gridsteps_" + std::to_string(steps), n), [=] {
      auto a = floats(n), b = floats(n);
      return [=] {
        float *from = a->get(), *to = b->get();
        unsigned count = n, times = steps;
        void* arguments[] = {&from, &to, &count, &times};
        BENCH_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(smooth_together),
                                                dim3(132 * 4), dim3(kThreads), arguments, 0,
                                                nullptr));
      };
    });
  }
}

}  // namespace calibration

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  for (const unsigned n : {1U << 18, 1U << 22, 1U << 24}) {
    calibration::add_scans(runner, n);
    calibration::add_sums(runner, n);
    calibration::add_steps(runner, n);
  }
  return 0;
}
