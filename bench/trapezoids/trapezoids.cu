// What an addition to one address costs by the point, the warp and the block: module 5's
// trapezoids.
//
//   bench/run.sh trapezoids [SIZE...]
#include "../common.cuh"

// The answers include these, too; they must not come for the first time inside a namespace.
#include <algorithm>
#include <cstddef>

// Kernels and helpers of different answers have the same names.
namespace by_point {
#include "../../solutions/5_reductions/trapezoid_atomic/trapezoid_atomic.cu"
}
namespace by_warp {
#include "../../solutions/5_reductions/trapezoid_warp/trapezoid_warp.cu"
}
namespace by_block {
#include "../../solutions/5_reductions/trapezoid_block/trapezoid_block.cu"
}

namespace {

using bench::Buffer;
using bench::Table;
using bench::Timer;

/// The integral of 4 / (1 + x^2) over [0, 1] is pi.
void compare_trapezoids(Timer& timer, Table& table, std::size_t n) {
  Buffer<double> integral(1);
  const auto add = [&](const char* what, const auto& run) {
    const double us = timer.median_us([&] { run(integral.get()); });
    const double pi = integral.to_host().front();
    table.add(what, n, us, 0, std::fabs(pi - 3.14159265) < 1e-4);
  };
  table.begin_group();
  add("trapezoids, an atomic a block",
      [n](double* sum) { by_block::trapezoid_block(0, 1, n, 256, sum); });
  add("trapezoids, an atomic a warp (shuffles)",
      [n](double* sum) { by_warp::trapezoid_warp_shuffle(0, 1, n, sum); });
  add("trapezoids, an atomic a warp (shared memory)",
      [n](double* sum) { by_warp::trapezoid_warp_shared(0, 1, n, sum); });
  add("trapezoids, an atomic a point",
      [n](double* sum) { by_point::trapezoid_atomic(0, 1, n, sum); });
}

}  // namespace

int main(int argc, char** argv) {
  Timer timer;
  Table table(Table::kFirst);
  for (const std::size_t n : bench::sizes_of(argc, argv, {1 << 20, 1 << 24})) {
    compare_trapezoids(timer, table, n);
  }
  return table.all_right() ? 0 : 1;
}
