// The stencils of module 4 beside the same without a tile, and with several outputs a thread.
//
//   bench/run.sh stencils [SIZE...]     outputs; images are about square
#include "../common.cuh"

// The answers include this, too; it must not come for the first time inside a namespace.
#include <cstddef>

// Kernels and helpers of different answers have the same names.
namespace answer_smooth {
#include "../../solutions/4_tiles/smooth_1d/smooth_1d.cu"
}
namespace answer_blur {
#include "../../solutions/4_tiles/blur_2d/blur_2d.cu"
}

namespace {

using bench::blocks_for;
using bench::Buffer;
using bench::kThreads;
using bench::Shape;
using bench::Table;
using bench::Timer;

constexpr float kThird = 1.0F / 3;  // as in the answer: a quotient costs more than the tile

__global__ void smooth_without_tile(const float* in, float* out, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float before = i > 0 ? in[i - 1] : 0;
    const float behind = i + 1 < n ? in[i + 1] : 0;
    out[i] = (before + in[i] + behind) * kThird;
  }
}

/// Threads and outputs as in the answer, three loads for each output.
__global__ void smooth_eights_without_tile(const float* __restrict__ in, float* __restrict__ out,
                                           std::size_t n) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * answer_smooth::kOutputs;
#pragma unroll
  for (unsigned round = 0; round < answer_smooth::kOutputs / answer_smooth::kThreads;
       ++round) {  // a fixed number: all loads begin together
    const std::size_t i = first + round * answer_smooth::kThreads + threadIdx.x;
    if (i < n) {
      const float before = i > 0 ? in[i - 1] : 0;
      const float behind = i + 1 < n ? in[i + 1] : 0;
      out[i] = (before + in[i] + behind) * kThird;
    }
  }
}

/// A tile for one output a thread, as variants/an_output_a_thread of smooth_1d has.
__global__ void smooth_ones(const float* in, float* out, std::size_t n) {
  __shared__ float tile[kThreads + 2];
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kThreads;
  const std::size_t i = first + threadIdx.x;
  const float mine = i < n ? in[i] : 0;
  if (threadIdx.x < 2) {
    const std::size_t other = threadIdx.x == 0 ? first - 1 : first + kThreads;
    tile[threadIdx.x * (kThreads + 1)] = other < n ? in[other] : 0;
  }
  tile[threadIdx.x + 1] = mine;
  __syncthreads();
  if (i < n) {
    out[i] = (tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2]) * kThird;
  }
}

__global__ void blur_without_tile(const float* image, float* out, int rows, int cols) {
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= rows || col >= cols) {
    return;
  }
  constexpr int kRadius = answer_blur::kRadius, kWidth = answer_blur::kWidth;
  float sum = 0;
  for (int y = 0; y < kWidth; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      const int r = min(max(row + y - kRadius, 0), rows - 1);
      const int c = min(max(col + x - kRadius, 0), cols - 1);
      sum += answer_blur::constant_weights[y * kWidth + x] *
             image[static_cast<std::size_t>(r) * cols + c];
    }
  }
  out[static_cast<std::size_t>(row) * cols + col] = sum;
}

struct Data {
  explicit Data(std::size_t size)
      : n(size), host(bench::random_floats(size, 1)), a(host), out(size) {}
  std::size_t n;
  std::vector<float> host;
  Buffer<float> a, out;
};

void compare_stencils(Timer& timer, Table& table, Data& data) {
  const std::size_t n = data.n;
  const float* in = data.a.get();
  float* out = data.out.get();
  const double moved = 8.0 * static_cast<double>(n);
  table.begin_group();
  const double copy_us = timer.median_us(
      [&] { BENCH_CHECK(cudaMemcpyAsync(out, in, n * sizeof(float), cudaMemcpyDeviceToDevice)); });
  table.add("copy from device to device", n, copy_us, moved, true);
  const double ours_us = timer.median_us([&] { answer_smooth::smooth_1d(in, out, n); });
  const std::vector<float> got = data.out.to_host();
  const double plain_us =
      timer.median_us([&] { smooth_without_tile<<<blocks_for(n), kThreads>>>(in, out, n); });
  const bool same = data.out.to_host() == got;
  table.add("smooth_1d", n, ours_us, moved, same);
  table.add("no tile, an output a thread", n, plain_us, moved, same);
  const double ones_us =
      timer.median_us([&] { smooth_ones<<<blocks_for(n), kThreads>>>(in, out, n); });
  table.add("smooth_1d, an output a thread", n, ones_us, moved, data.out.to_host() == got);
  const auto blocks =
      static_cast<unsigned>((n + answer_smooth::kOutputs - 1) / answer_smooth::kOutputs);
  const double loads_us = timer.median_us(
      [&] { smooth_eights_without_tile<<<blocks, answer_smooth::kThreads>>>(in, out, n); });
  table.add("no tile, eight outputs a thread", n, loads_us, moved, data.out.to_host() == got);
}

/// All weights alike, so that the expected sum is that of the window.
void time_blur(Timer& timer, Table& table, Data& data) {
  constexpr unsigned kWidth = answer_blur::kWidth;
  const Shape shape(data.n);
  const std::vector<float> weights(kWidth * kWidth, 0.04F);
  const double us = timer.median_us([&] {
    answer_blur::blur_2d(data.a.get(), data.out.get(), shape.rows, shape.cols, weights.data());
  });
  const std::vector<float> got = data.out.to_host();
  bool right = true;
  for (std::size_t row = kWidth; row + kWidth < shape.rows; row += 61) {
    const std::size_t col = kWidth + row % (shape.cols - 2 * kWidth);
    float sum = 0;
    for (std::size_t k = 0; k < kWidth * kWidth; ++k) {
      sum += 0.04F * data.host[(row + k / kWidth - 2) * shape.cols + col + k % kWidth - 2];
    }
    right = right && std::fabs(sum - got[row * shape.cols + col]) < 1e-5F;
  }
  const std::size_t n = shape.rows * shape.cols;
  table.begin_group();
  table.add("blur_2d", n, us, 8.0 * static_cast<double>(n), right);
  const dim3 grid(static_cast<unsigned>((shape.cols + 31) / 32),
                  static_cast<unsigned>((shape.rows + 15) / 16));
  const double loads_us = timer.median_us([&] {
    blur_without_tile<<<grid, dim3(32, 16)>>>(
        data.a.get(), data.out.get(), static_cast<int>(shape.rows), static_cast<int>(shape.cols));
  });
  table.add("blur_2d, 25 loads", n, loads_us, 8.0 * static_cast<double>(n),
            data.out.to_host() == got);
}

}  // namespace

int main(int argc, char** argv) {
  Timer timer;
  Table table(Table::kFirst);
  for (const std::size_t n : bench::sizes_of(argc, argv, {1 << 22, 1 << 24, 1 << 26})) {
    Data data(n);
    compare_stencils(timer, table, data);
    time_blur(timer, table, data);
  }
  return table.all_right() ? 0 : 1;
}
