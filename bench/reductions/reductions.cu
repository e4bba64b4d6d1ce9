// The model answers of module 5 beside CUB and a copy from device to device: sums and dot products.
//
//   bench/run.sh reductions [SIZE...]
#include "../common.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

// The answers include these, too; they must not come for the first time inside a namespace.
#include <algorithm>
#include <cstddef>

#if __has_include(<cub/device/device_reduce.cuh>)
#  include <cub/device/device_reduce.cuh>
#  include <thrust/iterator/transform_iterator.h>
#  include <thrust/iterator/zip_iterator.h>
#  include <thrust/tuple.h>
#  define BENCH_HAS_CUB 1
#else
#  define BENCH_HAS_CUB 0
#endif

// Kernels and helpers of different answers have the same names.
namespace shared {
#include "../../solutions/5_reductions/reduce_shared/reduce_shared.cu"
}
namespace shuffle {
#include "../../solutions/5_reductions/reduce_shuffle/reduce_shuffle.cu"
}
namespace cooperative {
#include "../../solutions/5_reductions/dot_cooperative/dot_cooperative.cu"
}

namespace {

using cooperative::dot_cooperative;
using shared::reduce_shared;
using shuffle::reduce_shuffle;

using bench::Buffer;
using bench::Table;
using bench::Timer;

/// One size: inputs, what comes out at best, and the result of whoever ran last.
struct Problem {
  explicit Problem(std::size_t size)
      : n(size),
        host_a(bench::random_floats(n, 1)),
        host_b(bench::random_floats(n, 2)),
        a(host_a),
        b(host_b),
        copy(n),
        result(1) {
    for (std::size_t i = 0; i < n; ++i) {
      sum += static_cast<double>(host_a[i]);
      dot += static_cast<double>(host_a[i]) * static_cast<double>(host_b[i]);
    }
  }
  /// Eight standard deviations of what rounding does to a plain order of additions.
  bool right(double expected) const {
    const double got = static_cast<double>(result.to_host().front());
    return std::fabs(got - expected) <= 8 * 1.2e-7 * static_cast<double>(n) / std::sqrt(24.0);
  }

  std::size_t n;
  std::vector<float> host_a, host_b;
  Buffer<float> a, b, copy, result;
  double sum = 0, dot = 0;
};

#if BENCH_HAS_CUB
struct Product {
  __host__ __device__ float operator()(const thrust::tuple<float, float>& pair) const {
    return thrust::get<0>(pair) * thrust::get<1>(pair);
  }
};

/// cub::DeviceReduce::Sum over any iterator, its scratch memory allocated beforehand.
template <class Iterator>
double time_cub_us(Timer& timer, Problem& problem, Iterator values) {
  std::size_t bytes = 0;
  BENCH_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, values, problem.result.get(), problem.n));
  Buffer<unsigned char> scratch(bytes);
  return timer.median_us([&] {
    BENCH_CHECK(
        cub::DeviceReduce::Sum(scratch.get(), bytes, values, problem.result.get(), problem.n));
  });
}
#endif

void compare_sums(Timer& timer, Table& table, Problem& problem) {
  const std::size_t n = problem.n;
  const double bytes = 4.0 * static_cast<double>(n);
  const float* a = problem.a.get();
  float* result = problem.result.get();
  table.begin_group();
#if BENCH_HAS_CUB
  const double cub_us = time_cub_us(timer, problem, a);
  table.add("CUB DeviceReduce::Sum", n, cub_us, bytes, problem.right(problem.sum));
#endif
  const double shuffle_us = timer.median_us([&] { reduce_shuffle(a, n, result); });
  table.add("reduce_shuffle", n, shuffle_us, bytes, problem.right(problem.sum));
  for (const unsigned threads : {256U, 512U, 1024U}) {
    const double us = timer.median_us([&] { reduce_shared(a, n, threads, result); });
    table.add("reduce_shared, " + std::to_string(threads) + " threads", n, us, bytes,
              problem.right(problem.sum));
  }
}

void compare_dots(Timer& timer, Table& table, Problem& problem) {
  const std::size_t n = problem.n;
  const double bytes = 8.0 * static_cast<double>(n);
  const float* a = problem.a.get();
  const float* b = problem.b.get();
  float* result = problem.result.get();
  table.begin_group();
#if BENCH_HAS_CUB
  const auto pairs = thrust::make_zip_iterator(thrust::make_tuple(a, b));
  const auto products = thrust::make_transform_iterator(pairs, Product());
  const double cub_us = time_cub_us(timer, problem, products);
  table.add("CUB Sum of products", n, cub_us, bytes, problem.right(problem.dot));
#endif
  const double us = timer.median_us([&] { dot_cooperative(a, b, n, result); });
  table.add("dot_cooperative", n, us, bytes, problem.right(problem.dot));
}

void time_copy(Timer& timer, Table& table, Problem& problem) {
  const std::size_t bytes = problem.n * sizeof(float);
  table.begin_group();
  const double us = timer.median_us([&] {
    BENCH_CHECK(
        cudaMemcpyAsync(problem.copy.get(), problem.a.get(), bytes, cudaMemcpyDeviceToDevice));
  });
  table.add("copy from device to device", problem.n, us, 2.0 * static_cast<double>(bytes), true);
}

}  // namespace

int main(int argc, char** argv) {
  if (!BENCH_HAS_CUB) {
    std::printf("without CUB: this compiler does not bring it\n");
  }
  Timer timer;
  Table table("CUB");
  for (const std::size_t n : bench::sizes_of(argc, argv, {1 << 20, 1 << 24, 1 << 26})) {
    Problem problem(n);
    compare_sums(timer, table, problem);
    compare_dots(timer, table, problem);
    time_copy(timer, table, problem);
  }
  return table.all_right() ? 0 : 1;
}
