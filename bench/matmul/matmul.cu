// The model answers of module 4's matrix products beside cuBLAS in single precision (no tensor
// cores).
//
//   bench/run.sh matmul [EDGE...]     square matrices of these edges
#include "../common.cuh"

// The answers include this, too; it must not come for the first time inside a namespace.
#include <cstddef>

#if !defined(__WARPSCHOOL_SIM__) && __has_include(<cublas_v2.h>)
#  include <cublas_v2.h>
#  define BENCH_HAS_CUBLAS 1
#else
#  define BENCH_HAS_CUBLAS 0
#endif

// Kernels and helpers of different answers have the same names.
namespace answer_naive {
#include "../../solutions/4_tiles/matmul_naive/matmul_naive.cu"
}
namespace answer_tiled {
#include "../../solutions/4_tiles/matmul_tiled/matmul_tiled.cu"
}
namespace answer_registers {
#include "../../solutions/4_tiles/matmul_registers/matmul_registers.cu"
}

namespace {

using bench::Buffer;
using bench::Table;
using bench::Timer;

struct Problem {
  explicit Problem(std::size_t edge_)
      : edge(edge_),
        host_a(bench::random_floats(edge * edge, 1)),
        host_b(bench::random_floats(edge * edge, 2)),
        a(host_a),
        b(host_b),
        c(edge * edge) {}

  /// Some elements, computed in double; c is forgotten afterwards, so that it is not believed
  /// twice.
  bool right() {
    const std::vector<float> got = c.to_host();
    bool good = true;
    for (std::size_t k = 0; k < 64; ++k) {
      const std::size_t row = k * 7919 % edge, col = k * 104729 % edge;
      double expected = 0;
      for (std::size_t l = 0; l < edge; ++l) {
        expected += static_cast<double>(host_a[row * edge + l]) *
                    static_cast<double>(host_b[l * edge + col]);
      }
      good = good && std::fabs(static_cast<double>(got[row * edge + col]) - expected) < 1e-3;
    }
    BENCH_CHECK(cudaMemset(c.get(), 0xFF, edge * edge * sizeof(float)));
    return good;
  }

  std::size_t edge;
  std::vector<float> host_a, host_b;
  Buffer<float> a, b, c;
};

using Product = void (*)(const float*, const float*, float*, std::size_t, std::size_t, std::size_t);

#if BENCH_HAS_CUBLAS
double time_cublas_us(Timer& timer, Problem& problem) {
  static const cublasHandle_t handle = [] {
    cublasHandle_t made = nullptr;
    cublasCreate(&made);
    return made;
  }();
  const float one = 1, zero = 0;
  const int n = static_cast<int>(problem.edge);
  // cuBLAS counts columns first: c^T = b^T a^T.
  return timer.median_us([&] {
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, problem.b.get(), n,
                problem.a.get(), n, &zero, problem.c.get(), n);
  });
}
#endif

void compare(Timer& timer, Table& table, Problem& problem) {
  const std::size_t n = problem.edge;
  const double bytes = 12.0 * static_cast<double>(n * n);
  const double flops = 2.0 * static_cast<double>(n * n) * static_cast<double>(n);
  const auto add = [&](const char* what, double us) {
    char line[96];
    std::snprintf(line, sizeof line, "%s, %.1f TFLOP/s", what, flops / us / 1e6);
    table.add(line, n, us, bytes, problem.right());
  };
  table.begin_group();
#if BENCH_HAS_CUBLAS
  add("cuBLAS sgemm", time_cublas_us(timer, problem));
#endif
  const std::pair<const char*, Product> answers[] = {
      {"matmul_registers", answer_registers::matmul_registers},
      {"matmul_tiled", answer_tiled::matmul_tiled},
      {"matmul_naive", answer_naive::matmul_naive}};
  for (const auto& [name, product] : answers) {
    const Product run = product;
    add(name,
        timer.median_us([&] { run(problem.a.get(), problem.b.get(), problem.c.get(), n, n, n); }));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (!BENCH_HAS_CUBLAS) {
    std::printf("without cuBLAS: this compiler does not bring it\n");
  }
  Timer timer;
  Table table("cuBLAS");
  for (const std::size_t edge : bench::sizes_of(argc, argv, {1024, 2048, 4096})) {
    Problem problem(edge);
    compare(timer, table, problem);
  }
  return table.all_right() ? 0 : 1;
}
