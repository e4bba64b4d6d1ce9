// The kernels of the benchmark as plain C++: loops over the blocks of a grid and the threads of a
// block, a loop over threads ending at each barrier. One host thread, no simulator.
#pragma once

#include <vector>

namespace warpschool::bench {

/// c[i] = a[i] + b[i]; blocks of 256 threads.
void cpu_vector_add(const std::vector<float>& a, const std::vector<float>& b,
                    std::vector<float>& c);
/// c = a * b, square matrices of n x n values, n a multiple of 16; tiles and blocks of 16 x 16.
void cpu_matmul(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c,
                int n);
/// out[block] = sum of the block's 256 values, by a tree in shared memory.
void cpu_reduce_tree(const std::vector<float>& in, std::vector<float>& out);
/// out[v] += how often byte v is in `in`; 256 blocks of 256 threads, bins in shared memory.
void cpu_histogram(const std::vector<unsigned char>& in, std::vector<int>& out);

}  // namespace warpschool::bench
