// What a compiler from PTX to the host's vectors would make of the two kernels in kernels.cu: a
// function for each stretch between barriers, all warps of a block one after the other in it,
// registers as vectors of 32 lanes that are kept from stretch to stretch. Written by hand, with
// nothing that such a compiler could not know; measured beside the interpreter by run.sh.
#include "lanes.hpp"

#include <algorithm>
#include <ctime>
#include <vector>

namespace native {
namespace {

constexpr unsigned kWarps = 8;
constexpr unsigned kEdge = 256, kCount = 1U << 20;

Addresses wide(Words words) {
  return __builtin_convertvector(words, Addresses);
}

/// The same numbers as bench::random_floats.
std::vector<float> random_floats(std::size_t count, std::uint64_t seed) {
  std::vector<float> values(count);
  std::uint64_t state = seed * 0x9E3779B97F4A7C15ULL + 1;
  for (float& value : values) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    value = static_cast<float>(state >> 40) * 0x1p-23F - 1;
  }
  return values;
}

Memory memory_of(std::vector<float>& values, bool is_shared = false) {
  return {reinterpret_cast<char*>(values.data()), values.size() * sizeof(float), is_shared};
}

/// Registers of a warp that live across barriers, in the product.
struct ProductRegisters {
  Words x{}, y{};
  Floats sum{};
};

template <Does kDoes>
struct Product {
  Product(Memory left, Memory right, Memory result) : a(left), b(right), c(result) {}

  Memory a, b, c;
  std::vector<float> tiles = std::vector<float>(512);
  Memory shared = memory_of(tiles, true);
  Counts counts;
  std::array<Site, 2 * 16 + 5> sites;

  void fetch(ProductRegisters& r, int first, int block_row, int block_col) {
    const Words row = block_row * 16 + r.y, col = block_col * 16 + r.x;
    const int n = static_cast<int>(kEdge);
    const Floats one = load<kDoes>(a, wide((row * n + first + r.x) * 4), sites[0], counts);
    store<kDoes>(shared, wide((r.y * 16 + r.x) * 4), one, ~Words{}, sites[1], counts);
    const Floats two = load<kDoes>(b, wide(((first + r.y) * n + col) * 4), sites[2], counts);
    store<kDoes>(shared, wide((256 + r.y * 16 + r.x) * 4), two, ~Words{}, sites[3], counts);
    counts.instructions += kDoes == Does::kChecksAndCounts ? 14 : 0;
  }

  /// The loop over k is unrolled, as clang unrolls it.
  void multiply(ProductRegisters& r) {
    const Addresses row = wide(r.y * 64), col = wide((256 + r.x) * 4);
#pragma clang loop unroll(full)
    for (unsigned k = 0; k < 16; ++k) {
      const Floats one = load<kDoes>(shared, row + 4 * k, sites[5 + k], counts);
      const Floats two = load<kDoes>(shared, col + 64 * k, sites[21 + k], counts);
      r.sum += one * two;
    }
    counts.instructions += kDoes == Does::kChecksAndCounts ? 52 : 0;
  }

  void run_block(int block_row, int block_col) {
    std::array<ProductRegisters, kWarps> warps;
    for (unsigned w = 0; w < kWarps; ++w) {
      warps[w].x = lane_numbers() % 16;
      warps[w].y = lane_numbers() / 16 + static_cast<int>(w * 2);
    }
    for (int first = 0; first < static_cast<int>(kEdge); first += 16) {
      for (ProductRegisters& warp : warps) {
        fetch(warp, first, block_row, block_col);
      }
      for (ProductRegisters& warp : warps) {
        multiply(warp);
      }
    }
    for (ProductRegisters& r : warps) {
      const Words place = (block_row * 16 + r.y) * static_cast<int>(kEdge) + block_col * 16 + r.x;
      store<kDoes>(c, wide(place * 4), r.sum, ~Words{}, sites[4], counts);
    }
  }

  void run() {
    for (int row = 0; row < static_cast<int>(kEdge / 16); ++row) {
      for (int col = 0; col < static_cast<int>(kEdge / 16); ++col) {
        run_block(row, col);
      }
    }
  }
};

template <Does kDoes>
struct Sum {
  Sum(Memory values, Memory results) : in(values), sums(results) {}

  Memory in, sums;
  std::vector<float> tile = std::vector<float>(256);
  Memory shared = memory_of(tile, true);
  Counts counts;
  std::array<Site, 7> sites;

  void fold(Words tid, int half) {
    const Words active = tid < half;
    if (all(active == Words{})) {
      counts.instructions += kDoes == Does::kChecksAndCounts ? 4 : 0;
      return;  // the whole warp passes by
    }
    // Lanes that are switched off read a place that is there; what they read goes nowhere.
    const Words place = active & tid;
    const Floats own = load<kDoes>(shared, wide(place * 4), sites[2], counts);
    const Floats other = load<kDoes>(shared, wide((place + half) * 4), sites[3], counts);
    store<kDoes>(shared, wide(place * 4), own + other, active, sites[4], counts);
    counts.instructions += kDoes == Does::kChecksAndCounts ? 9 : 0;
  }

  void run_block(int block) {
    const auto tid = [](unsigned warp) { return lane_numbers() + static_cast<int>(warp * kLanes); };
    for (unsigned w = 0; w < kWarps; ++w) {
      const Floats value = load<kDoes>(in, wide((block * 256 + tid(w)) * 4), sites[0], counts);
      store<kDoes>(shared, wide(tid(w) * 4), value, ~Words{}, sites[1], counts);
      counts.instructions += kDoes == Does::kChecksAndCounts ? 12 : 0;
    }
    for (int half = 128; half > 0; half /= 2) {
      for (unsigned w = 0; w < kWarps; ++w) {
        fold(tid(w), half);
      }
    }
    std::memcpy(sums.data + 4 * static_cast<std::size_t>(block), tile.data(), 4);
  }

  void run() {
    for (int block = 0; block < static_cast<int>(kCount / 256); ++block) {
      run_block(block);
    }
  }
};

template <class Kernel>
void report(const char* kernel, const char* does, Kernel& work, const std::vector<float>& result) {
  double best = 1e30, sum = 0;
  for (int i = 0; i < 5; ++i) {
    const std::clock_t begin = std::clock();
    work.run();
    best = std::min(best, 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  for (const float value : result) {
    sum += static_cast<double>(value);
  }
  std::printf("%s,%s,%.3f,%.6g\n", kernel, does, best, sum);
}

template <Does kDoes>
void measure(const char* does) {
  std::vector<float> a = random_floats(kEdge * kEdge, 1), b = random_floats(kEdge * kEdge, 2);
  std::vector<float> c(kEdge * kEdge), in = random_floats(kCount, 3), sums(kCount / 256);
  Product<kDoes> product(memory_of(a), memory_of(b), memory_of(c));
  report("multiply", does, product, c);
  Sum<kDoes> sum(memory_of(in), memory_of(sums));
  report("add_up", does, sum, sums);
}

}  // namespace
}  // namespace native

int main() {
  native::measure<native::Does::kAccesses>("native");
  native::measure<native::Does::kChecks>("native: with bounds");
  native::measure<native::Does::kChecksAndCounts>("native: with bounds and counters");
}
