// The kernels of modules 1 and 3 that only move data, beside a copy from device to device; and what
// the mistakes that they teach cost.
//
//   bench/run.sh access [SIZE...]     elements; matrices are about square
#include "../common.cuh"

// The answers include these, too; they must not come for the first time inside a namespace.
#include <algorithm>
#include <cstddef>

// Kernels and helpers of different answers have the same names.
namespace answer_vector_add {
#include "../../solutions/1_first_kernels/vector_add/vector_add.cu"
}
namespace answer_grid_stride {
#include "../../solutions/1_first_kernels/grid_stride/grid_stride.cu"
}
namespace answer_matrix_add {
#include "../../solutions/3_access_patterns/matrix_add/matrix_add.cu"
}
// What it defines in C is one function in whatever namespace: the variant's goes by another name.
#define matrix_add matrix_add_of_two_rows
namespace variant_matrix_add {
#include "../../solutions/3_access_patterns/matrix_add/variants/two_rows_a_thread.cu"
}
#undef matrix_add
namespace answer_coalescing {
#include "../../solutions/3_access_patterns/coalescing/coalescing.cu"
}
namespace answer_divergence {
#include "../../solutions/3_access_patterns/divergence/divergence.cu"
}
namespace answer_transpose {
#include "../../solutions/3_access_patterns/transpose/transpose.cu"
}

namespace {

using bench::blocks_for;
using bench::Buffer;
using bench::kThreads;
using bench::Shape;
using bench::Table;
using bench::Timer;

/// matrix_add with x down the columns: what near miss counters_x_runs_down_the_columns does.
__global__ void add_down_the_columns(const float* a, const float* b, float* sum, std::size_t rows,
                                     std::size_t cols) {
  const std::size_t row = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    sum[row * cols + col] = a[row * cols + col] + b[row * cols + col];
  }
}

/// The lanes of a warp decide: even elements are stirred, odd ones shaken.
__global__ void scramble_by_lane(const unsigned* in, unsigned* out, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = i % 2 == 0 ? answer_divergence::stirred(in[i]) : answer_divergence::shaken(in[i]);
  }
}

__global__ void transpose_plainly(const float* in, float* out, std::size_t rows, std::size_t cols) {
  const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) {
    out[col * rows + row] = in[row * cols + col];
  }
}

/// Four floats a load: variants of vector_add and matrix_add do so.
__global__ void add_fours(const float4* a, const float4* b, float4* sum, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float4 x = a[i], y = b[i];
    sum[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
}

/// saxpy on the answer's grid, with the loads of kRounds rounds before the first of their stores.
template <unsigned kRounds>
__global__ void saxpy_in_rounds(float a, const float* __restrict__ x, float* __restrict__ y,
                                std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i + (kRounds - 1) * stride < n; i += kRounds * stride) {
    float sums[kRounds];
#pragma unroll
    for (unsigned k = 0; k < kRounds; ++k) {
      sums[k] = a * x[i + k * stride] + y[i + k * stride];
    }
#pragma unroll
    for (unsigned k = 0; k < kRounds; ++k) {
      y[i + k * stride] = sums[k];
    }
  }
  for (; i < n; i += stride) {
    y[i] = a * x[i] + y[i];
  }
}

/// The same with loads of 16 bytes: grid_stride's variant four_elements_a_load.
__global__ void saxpy_fours(float a, const float4* __restrict__ x, float4* __restrict__ y,
                            std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    const float4 p = x[i], q = y[i];
    y[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
  }
}

/// vector_add with kPairs pairs a thread, a block apart, all loaded before the first is stored.
template <unsigned kPairs>
__global__ void add_pairs(const float* __restrict__ a, const float* __restrict__ b,
                          float* __restrict__ sum, std::size_t n) {
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x * kPairs + threadIdx.x;
  float sums[kPairs];
#pragma unroll
  for (unsigned k = 0; k < kPairs; ++k) {
    const std::size_t i = first + k * blockDim.x;
    sums[k] = i < n ? a[i] + b[i] : 0;
  }
#pragma unroll
  for (unsigned k = 0; k < kPairs; ++k) {
    const std::size_t i = first + k * blockDim.x;
    if (i < n) {
      sum[i] = sums[k];
    }
  }
}

__global__ void copy_floats(const float* in, float* out, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = in[i];
  }
}

struct Data {
  explicit Data(std::size_t size)
      : n(size), host(bench::random_floats(size, 1)), a(host), b(host), out(size) {}
  bool out_is(float (*expected)(const std::vector<float>&, std::size_t)) const {
    const std::vector<float> got = out.to_host();
    for (std::size_t i = 0; i < n; i += 997) {
      if (std::fabs(got[i] - expected(host, i)) > 1e-6F) {
        return false;
      }
    }
    return true;
  }
  std::size_t n;
  std::vector<float> host;
  Buffer<float> a, b, out;
};

void time_copy(Timer& timer, Table& table, const Data& data) {
  table.begin_group();
  const std::size_t bytes = data.n * sizeof(float);
  const double us = timer.median_us([&] {
    BENCH_CHECK(cudaMemcpyAsync(data.out.get(), data.a.get(), bytes, cudaMemcpyDeviceToDevice));
  });
  table.add("copy from device to device", data.n, us, 2.0 * static_cast<double>(bytes), true);
  const double floats_us = timer.median_us(
      [&] { copy_floats<<<blocks_for(data.n), kThreads>>>(data.a.get(), data.out.get(), data.n); });
  table.add("a kernel that copies a float a thread", data.n, floats_us,
            2.0 * static_cast<double>(bytes), data.out.to_host() == data.host);
}

/// One after the other on the same data, on the grid that the answer chooses for its blocks.
void compare_saxpy(Timer& timer, Table& table, Data& data) {
  const std::size_t n = data.n;
  const float* x = data.a.get();
  float* y = data.out.get();
  const auto add = [&](const char* name, const auto& run) {
    const double us = timer.median_us(run);
    BENCH_CHECK(cudaMemset(y, 0, n * sizeof(float)));
    run();
    table.add(
        name, n, us, 12.0 * static_cast<double>(n),
        data.out_is([](const std::vector<float>& host, std::size_t i) { return 2 * host[i]; }));
  };
  const unsigned blocks = answer_grid_stride::blocks_for(n, kThreads);
  add("saxpy of grid_stride", [&] { answer_grid_stride::saxpy(2.0F, x, y, n, kThreads); });
  add("saxpy, a round at a time", [&] { saxpy_in_rounds<1><<<blocks, kThreads>>>(2, x, y, n); });
  add("saxpy, two rounds at a time", [&] { saxpy_in_rounds<2><<<blocks, kThreads>>>(2, x, y, n); });
  add("saxpy, four rounds at a time",
      [&] { saxpy_in_rounds<4><<<blocks, kThreads>>>(2, x, y, n); });
  add("saxpy, eight rounds at a time",
      [&] { saxpy_in_rounds<8><<<blocks, kThreads>>>(2, x, y, n); });
  add("saxpy, four elements a load", [&] {
    saxpy_fours<<<blocks, kThreads>>>(2, reinterpret_cast<const float4*>(x),
                                      reinterpret_cast<float4*>(y), n / 4);
  });
}

void compare_streams(Timer& timer, Table& table, Data& data) {
  const std::size_t n = data.n;
  const float *a = data.a.get(), *b = data.b.get();
  float* out = data.out.get();
  const double moved = 12.0 * static_cast<double>(n);
  table.begin_group();
  const double add_us = timer.median_us([&] { answer_vector_add::vector_add(a, b, out, n); });
  const auto twice = [](const std::vector<float>& host, std::size_t i) { return 2 * host[i]; };
  table.add("vector_add", n, add_us, moved, data.out_is(twice));
  const auto as_fours = [](const Buffer<float>& buffer) {
    return reinterpret_cast<float4*>(buffer.get());
  };
  BENCH_CHECK(cudaMemset(out, 0, n * sizeof(float)));
  const double fours_us = timer.median_us([&] {
    add_fours<<<blocks_for(n / 4), kThreads>>>(as_fours(data.a), as_fours(data.b),
                                               as_fours(data.out), n / 4);
  });
  table.add("vector_add, four floats a load", n, fours_us, moved, data.out_is(twice));
  const auto add_more = [&](const char* name, const auto& kernel, unsigned pairs) {
    BENCH_CHECK(cudaMemset(out, 0, n * sizeof(float)));
    const double us = timer.median_us(
        [&] { kernel<<<blocks_for((n + pairs - 1) / pairs), kThreads>>>(a, b, out, n); });
    table.add(name, n, us, moved, data.out_is(twice));
  };
  add_more("vector_add, two pairs a thread", add_pairs<2>, 2);
  add_more("vector_add, four pairs a thread", add_pairs<4>, 4);
  compare_saxpy(timer, table, data);
  const Shape shape(n);
  table.begin_group();
  const double matrix_us =
      timer.median_us([&] { answer_matrix_add::matrix_add(a, b, out, shape.rows, shape.cols); });
  table.add("matrix_add", n, matrix_us, moved, data.out_is(twice));
  BENCH_CHECK(cudaMemset(out, 0, n * sizeof(float)));
  const double rows_us = timer.median_us([&] {
    variant_matrix_add::matrix_add_of_two_rows(a, b, out, shape.rows, shape.cols);
  });
  table.add("matrix_add, two rows a thread", n, rows_us, moved, data.out_is(twice));
  const dim3 grid(static_cast<unsigned>((shape.rows + 31) / 32),
                  static_cast<unsigned>((shape.cols + 7) / 8));
  const double down_us = timer.median_us(
      [&] { add_down_the_columns<<<grid, dim3(32, 8)>>>(a, b, out, shape.rows, shape.cols); });
  table.add("matrix_add, x down the columns", n, down_us, moved, data.out_is(twice));
}

/// Do all cells of eight floats, `step` apart, begin with the same number above 0?
bool equally_warm(const std::vector<float>& state, std::size_t cells, std::size_t step) {
  for (std::size_t i = 0; i < cells; ++i) {
    if (!(state[i * step] > 0) || state[i * step] != state[0]) {
      return false;
    }
  }
  return true;
}

void compare_layouts(Timer& timer, Table& table, std::size_t n) {
  const std::size_t cells = n / answer_coalescing::kFields;
  Buffer<float> state(cells * answer_coalescing::kFields);
  const auto clear = [&] { BENCH_CHECK(cudaMemset(state.get(), 0, state.size() * sizeof(float))); };
  const double used = 8.0 * static_cast<double>(cells);
  table.begin_group();
  clear();
  const double arrays_us =
      timer.median_us([&] { answer_coalescing::warm(state.get(), cells, 1.0F); });
  table.add("coalescing: struct of arrays", cells, arrays_us, used,
            equally_warm(state.to_host(), cells, 1));
  clear();
  auto* const structs = reinterpret_cast<answer_coalescing::Cell*>(state.get());
  const double structs_us =
      timer.median_us([&] { answer_coalescing::warm_structs(structs, cells, 1.0F); });
  table.add("coalescing: array of structs", cells, structs_us, used,
            equally_warm(state.to_host(), cells, answer_coalescing::kFields));
}

void compare_branches(Timer& timer, Table& table, const Data& data) {
  const std::size_t n = data.n;
  const auto* in = reinterpret_cast<const unsigned*>(data.a.get());
  Buffer<unsigned> ours(n), theirs(n);
  table.begin_group();
  const double moved = 8.0 * static_cast<double>(n);
  const double warps_us = timer.median_us([&] { answer_divergence::scramble(in, ours.get(), n); });
  const double lanes_us =
      timer.median_us([&] { scramble_by_lane<<<blocks_for(n), kThreads>>>(in, theirs.get(), n); });
  const bool same = ours.to_host() == theirs.to_host();
  table.add("divergence: warps decide", n, warps_us, moved, same);
  table.add("divergence: lanes decide", n, lanes_us, moved, same);
}

void compare_transposes(Timer& timer, Table& table, Data& data) {
  const Shape shape(data.n);
  const std::size_t n = shape.rows * shape.cols;
  const float* in = data.a.get();
  float* out = data.out.get();
  const double moved = 8.0 * static_cast<double>(n);
  table.begin_group();
  const double ours_us =
      timer.median_us([&] { answer_transpose::transpose(in, out, shape.rows, shape.cols); });
  const std::vector<float> got = data.out.to_host();
  bool right = true;
  for (std::size_t i = 0; i < n; i += 997) {
    right = right && got[i % shape.cols * shape.rows + i / shape.cols] == data.host[i];
  }
  table.add("transpose", n, ours_us, moved, right);
  const dim3 grid(static_cast<unsigned>((shape.cols + 31) / 32),
                  static_cast<unsigned>((shape.rows + 7) / 8));
  const double plain_us = timer.median_us(
      [&] { transpose_plainly<<<grid, dim3(32, 8)>>>(in, out, shape.rows, shape.cols); });
  table.add("transpose without a tile", n, plain_us, moved, data.out.to_host() == got);
}

}  // namespace

int main(int argc, char** argv) {
  Timer timer;
  Table table(Table::kFirst);
  for (const std::size_t n : bench::sizes_of(argc, argv, {1 << 20, 1 << 24, 1 << 26})) {
    Data data(n);
    time_copy(timer, table, data);
    compare_streams(timer, table, data);
    compare_layouts(timer, table, n);
    compare_branches(timer, table, data);
    compare_transposes(timer, table, data);
  }
  return table.all_right() ? 0 : 1;
}
