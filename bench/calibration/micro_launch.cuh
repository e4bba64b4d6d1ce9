// Microbenchmarks of the launch: empty kernels, chains of them, blocks that come and go, tails.
#pragma once

#include "cases.cuh"

namespace calibration {

__global__ void empty() {}

/// Nothing but its beginning and end, and a store that is never made.
__global__ void little(unsigned* out) {
  if (out[0] == 12345) {
    out[blockIdx.x] = threadIdx.x;
  }
}

/// A chain of `steps` dependent additions and multiplications a thread.
__global__ void spin(float* out, unsigned steps, float by) {
  float value = static_cast<float>(threadIdx.x);
#pragma unroll 16
  for (unsigned i = 0; i < steps; ++i) {
    value = value * by + 1.0F;
  }
  if (value == 12345.0F) {
    out[blockIdx.x] = value;
  }
}

__global__ void add_one(float* values, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    values[i] += 1.0F;
  }
}

/// Copies and fills, alone and before a kernel: from pageable or pinned memory.
inline void add_copy_cases(Runner& runner) {
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{1} << 16, std::size_t{1} << 22}) {
    runner.add(sized("fill", bytes), [=] {
      auto to = zeros<char>(bytes);
      return [=] { BENCH_CHECK(cudaMemsetAsync(to->get(), 0, bytes)); };
    });
    runner.add(sized("copy_on_device", bytes), [=] {
      auto from = zeros<char>(bytes), to = zeros<char>(bytes);
      return [=] {
        BENCH_CHECK(cudaMemcpyAsync(to->get(), from->get(), bytes, cudaMemcpyDeviceToDevice));
      };
    });
    runner.add(sized("copy_pageable_to_device", bytes), [=] {
      auto to = zeros<char>(bytes);
      auto from = std::make_shared<std::vector<char>>(bytes);
      return [=] {
        BENCH_CHECK(cudaMemcpyAsync(to->get(), from->data(), bytes, cudaMemcpyHostToDevice));
      };
    });
    runner.add(sized("copy_pinned_to_device", bytes), [=] {
      auto to = zeros<char>(bytes);
      void* from = nullptr;  // freed by the program's end
      BENCH_CHECK(cudaMallocHost(&from, bytes));
      return [=] { BENCH_CHECK(cudaMemcpyAsync(to->get(), from, bytes, cudaMemcpyHostToDevice)); };
    });
    runner.add(sized("copy_device_to_pinned", bytes), [=] {
      auto from = zeros<char>(bytes);
      void* to = nullptr;
      BENCH_CHECK(cudaMallocHost(&to, bytes));
      return [=] { BENCH_CHECK(cudaMemcpyAsync(to, from->get(), bytes, cudaMemcpyDeviceToHost)); };
    });
    runner.add(sized("fill_then_kernel", bytes), [=] {
      auto to = zeros<char>(bytes);
      return [=] {
        BENCH_CHECK(cudaMemsetAsync(to->get(), 0, bytes));
        empty<<<132, 256>>>();
      };
    });
    runner.add(sized("copy_then_kernel", bytes), [=] {
      auto to = zeros<char>(bytes);
      auto from = std::make_shared<std::vector<char>>(bytes);
      return [=] {
        BENCH_CHECK(cudaMemcpyAsync(to->get(), from->data(), bytes, cudaMemcpyHostToDevice));
        empty<<<132, 256>>>();
      };
    });
  }
}

inline void add_launch_cases(Runner& runner) {
  add_copy_cases(runner);
  for (const unsigned blocks : {1U, 132U, 1056U, 10560U, 105600U}) {
    runner.add(sized("empty_256", blocks), [=] { return [=] { empty<<<blocks, 256>>>(); }; });
  }
  for (const unsigned blocks : {4224U, 42240U}) {
    runner.add(sized("empty_32", blocks), [=] { return [=] { empty<<<blocks, 32>>>(); }; });
    runner.add(sized("empty_1024", blocks), [=] { return [=] { empty<<<blocks, 1024>>>(); }; });
  }
  for (const unsigned blocks : {1056U, 42240U}) {
    runner.add(sized("little_256", blocks), [=] {
      auto out = zeros<unsigned>(blocks);
      return [=] { little<<<blocks, 256>>>(out->get()); };
    });
  }
  for (const unsigned launches : {1U, 2U, 4U, 10U}) {
    runner.add(sized("chain_empty", launches), [=] {
      return [=] {
        for (unsigned i = 0; i < launches; ++i) {
          empty<<<132, 256>>>();
        }
      };
    });
    runner.add(sized("chain_add", launches), [=] {
      const unsigned n = 1U << 20;
      auto values = zeros<float>(n);
      return [=] {
        for (unsigned i = 0; i < launches; ++i) {
          add_one<<<n / 256, 256>>>(values->get(), n);
        }
      };
    });
  }
  for (const unsigned blocks : {1U, 132U, 133U, 264U, 1056U, 1057U}) {
    runner.add(sized("spin_256", blocks), [=] {
      auto out = zeros<float>(blocks);
      return [=] { spin<<<blocks, 256>>>(out->get(), 4096, 0.5F); };
    });
  }
}

}  // namespace calibration
