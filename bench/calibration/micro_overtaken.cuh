// Stores to what a load of the same warp is still bringing: "old = x[i]; x[i] = now;", where what
// was there is looked at later, beside stores that wait for the load, and loads and stores alone.
#pragma once

#include "cases.cuh"

namespace calibration {

enum class Order { kBehind, kWaits, kLoads, kStores };

/// Each thread goes through an array in steps of the grid.
template <Order kOrder>
__global__ void overtaken(unsigned* x, unsigned n, unsigned now, unsigned* out) {
  unsigned sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if constexpr (kOrder == Order::kStores) {
      x[i] = now;
    } else {
      const unsigned old = x[i];
      if constexpr (kOrder == Order::kBehind) {
        x[i] = now;
      } else if constexpr (kOrder == Order::kWaits) {
        x[i] = now + (old & 1);
      }
      sum += old;
    }
  }
  if (sum == 12345) {
    *out = sum;
  }
}

template <Order kOrder>
void add_overtaken(Runner& runner, const std::string& order) {
  for (const unsigned bits : {18U, 20U, 22U, 24U}) {
    const unsigned n = 1U << bits;
    for (const unsigned blocks : {1024U, n / 256}) {
      runner.add(sized("overtaken_" + order + "_" + std::to_string(blocks), n), [=] {
        auto x = zeros<unsigned>(n);
        auto out = zeros<unsigned>(1);
        return [=] { overtaken<kOrder><<<blocks, 256>>>(x->get(), n, 7, out->get()); };
      });
      if (n / 256 == blocks) {
        break;
      }
    }
  }
}

inline void add_overtaken_loads(Runner& runner) {
  add_overtaken<Order::kBehind>(runner, "behind");
  add_overtaken<Order::kWaits>(runner, "waits");
  add_overtaken<Order::kLoads>(runner, "loads");
  add_overtaken<Order::kStores>(runner, "stores");
}

}  // namespace calibration
