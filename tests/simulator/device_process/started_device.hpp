// A device that is another process, for the tests of this folder.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <sys/types.h>

namespace warpschool::tests {

inline constexpr int kPatienceMs = 5'000;

/// A device and the judge's end of it.
struct Started {
  int control = -1;
  pid_t pid = 0;
  void* lanes = nullptr;  ///< a second mapping, as an enemy may have one
};

/// @param connect Do this program's calls go to it, and does it know the kernel "add"?
Started start_device(bool connect);

/// The one that this program's calls go to.
Started& device();

/// numbers[i] += by, for each thread of one block.
cudaError_t launch_add(int* numbers, int by, unsigned threads, cudaStream_t stream = nullptr);

/// A file without a name.
int memory_file(std::size_t bytes);

}  // namespace warpschool::tests
