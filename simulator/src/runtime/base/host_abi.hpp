// What clang's host code hands over: the record of a file with kernels, and the numbers of a
// <<<>>>. For the runtime and for the one whose device is another process.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace warpschool::sim::runtime {

/// The record that clang's constructor passes (its layout is part of the launch ABI).
struct FatBinaryWrapper {
  int magic;
  int version;
  const char* image;
  const void* unused;
};
inline constexpr int kWrapperMagic = 0x466243b1;

struct PendingLaunch {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
  const void* return_address = nullptr;
};

/// Between <<<>>> and the call of the kernel's stub; a stack, as arguments may launch kernels
/// themselves. Needs no destructor: static objects of the program launch kernels when a thread's
/// variables are gone.
struct PendingLaunches {
  std::array<PendingLaunch, 16> stack;
  std::size_t count = 0;

  void push(const PendingLaunch& launch) {
    if (count == stack.size()) {
      // Launches whose arguments threw leave theirs behind: the oldest is never asked for.
      std::move(stack.begin() + 1, stack.end(), stack.begin());
      --count;
    }
    stack[count++] = launch;
  }
  /// False if there is none. @param return_address of its <<<>>>
  bool pop(dim3* grid, dim3* block, std::size_t* shared_bytes, void* stream,
           const void*& return_address) {
    if (count == 0) {
      return false;
    }
    const PendingLaunch& launch = stack[--count];
    *grid = launch.grid;
    *block = launch.block;
    *shared_bytes = launch.shared_bytes;
    *static_cast<cudaStream_t*>(stream) = launch.stream;
    return_address = launch.return_address;
    return true;
  }
};

}  // namespace warpschool::sim::runtime
