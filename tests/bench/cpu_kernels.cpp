// The benchmark's kernels as plain loops on the host: what the simulator is compared with.
#include "cpu_kernels.hpp"

#include <algorithm>
#include <cstddef>

namespace warpschool::bench {
namespace {

constexpr std::size_t kThreads = 256;
constexpr std::size_t kTile = 16;

std::size_t blocks_for(std::size_t count) {
  return (count + kThreads - 1) / kThreads;
}

void matmul_block(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c,
                  std::size_t n, std::size_t block_x, std::size_t block_y) {
  float tile_a[kTile][kTile], tile_b[kTile][kTile], sums[kTile][kTile] = {};
  for (std::size_t t = 0; t < n / kTile; ++t) {
    for (std::size_t y = 0; y < kTile; ++y) {
      for (std::size_t x = 0; x < kTile; ++x) {
        tile_a[y][x] = a[(block_y * kTile + y) * n + t * kTile + x];
        tile_b[y][x] = b[(t * kTile + y) * n + block_x * kTile + x];
      }
    }
    for (std::size_t y = 0; y < kTile; ++y) {
      for (std::size_t x = 0; x < kTile; ++x) {
        for (std::size_t k = 0; k < kTile; ++k) {
          sums[y][x] += tile_a[y][k] * tile_b[k][x];
        }
      }
    }
  }
  for (std::size_t y = 0; y < kTile; ++y) {
    for (std::size_t x = 0; x < kTile; ++x) {
      c[(block_y * kTile + y) * n + block_x * kTile + x] = sums[y][x];
    }
  }
}

}  // namespace

void cpu_vector_add(const std::vector<float>& a, const std::vector<float>& b,
                    std::vector<float>& c) {
  for (std::size_t block = 0; block < blocks_for(c.size()); ++block) {
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      const std::size_t i = block * kThreads + thread;
      if (i < c.size()) {
        c[i] = a[i] + b[i];
      }
    }
  }
}

void cpu_matmul(const std::vector<float>& a, const std::vector<float>& b, std::vector<float>& c,
                int n) {
  const auto size = static_cast<std::size_t>(n);
  for (std::size_t y = 0; y < size / kTile; ++y) {
    for (std::size_t x = 0; x < size / kTile; ++x) {
      matmul_block(a, b, c, size, x, y);
    }
  }
}

void cpu_reduce_tree(const std::vector<float>& in, std::vector<float>& out) {
  for (std::size_t block = 0; block < blocks_for(in.size()); ++block) {
    float partial[kThreads];
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      const std::size_t i = block * kThreads + thread;
      partial[thread] = i < in.size() ? in[i] : 0.0f;
    }
    for (std::size_t distance = kThreads / 2; distance > 0; distance /= 2) {
      for (std::size_t thread = 0; thread < distance; ++thread) {
        partial[thread] += partial[thread + distance];
      }
    }
    out[block] = partial[0];
  }
}

void cpu_histogram(const std::vector<unsigned char>& in, std::vector<int>& out) {
  constexpr std::size_t kBlocks = 256;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    int bins[256] = {};
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      for (std::size_t i = block * kThreads + thread; i < in.size(); i += kBlocks * kThreads) {
        ++bins[in[i]];
      }
    }
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      out[thread] += bins[thread];
    }
  }
}

}  // namespace warpschool::bench
