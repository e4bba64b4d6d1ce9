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

/// The integral of 4 / (1 + x^2) over [0, 1] is pi. Each answer has an interval type of its own.
template <class Interval>
class Trial {
 public:
  using Answer = void (*)(const Interval* interval, std::size_t n, double* integral);

  void add_to(Table& table, Timer& timer, const char* what, std::size_t n, Answer run) const {
    const double us = timer.median_us([&] { run(interval_.get(), n, integral_.get()); });
    const double pi = integral_.to_host().front();
    table.add(what, n, us, 0, std::fabs(pi - 3.14159265) < 1e-4);
  }

 private:
  Buffer<Interval> interval_{std::vector<Interval>{{0, 1}}};
  Buffer<double> integral_{1};
};

void compare_trapezoids(Timer& timer, Table& table, std::size_t n) {
  const Trial<by_point::Interval> by_points;
  const Trial<by_warp::Interval> by_warps;
  const Trial<by_block::Interval> by_blocks;
  table.begin_group();
  by_blocks.add_to(table, timer, "trapezoids, an atomic a block", n,
                   [](const by_block::Interval* interval, std::size_t points, double* sum) {
                     by_block::trapezoid_block(interval, points, 256, sum);
                   });
  by_warps.add_to(table, timer, "trapezoids, an atomic a warp (shuffles)", n,
                  by_warp::trapezoid_warp_shuffle);
  by_warps.add_to(table, timer, "trapezoids, an atomic a warp (shared memory)", n,
                  by_warp::trapezoid_warp_shared);
  by_points.add_to(table, timer, "trapezoids, an atomic a point", n, by_point::trapezoid_atomic);
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
