// What a compiler from PTX to the host's vectors would make of the two kernels in kernels.cu: a
// function for each stretch between barriers, all warps of a block one after the other in it,
// registers as vectors of 32 lanes that are kept from stretch to stretch. Written by hand, with
// nothing that such a compiler could not know; measured beside the interpreter by run.sh.
#include "simd_lanes.hpp"

#include <algorithm>
#include <ctime>
#include <vector>

namespace native {
namespace {

constexpr unsigned kWarps = 8;
constexpr unsigned kEdge = 256, kCount = 1U << 20;
constexpr std::size_t kElements = std::size_t{kEdge} * kEdge;

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

/// Distances of the lanes of a warp whose threads are rows of 16: in bytes, for rows of `pitch`.
Words rows_of_16(int pitch) {
  return lane_numbers() / 16 * pitch + lane_numbers() % 16 * 4;
}

template <Does kDoes>
struct Product {
  Product(Memory left, Memory right, Memory result) : a(left), b(right), c(result) {}

  Memory a, b, c;
  std::vector<float> tiles = std::vector<float>(512);
  Memory shared = memory_of(tiles, true);
  Counts counts;
  std::array<Site, 2 * 16 + 5> sites;

  static std::uint64_t global(unsigned row, unsigned col) {
    return (std::uint64_t{row} * kEdge + col) * 4;
  }

  void fetch(unsigned warp, unsigned first, unsigned block_row, unsigned block_col) {
    const unsigned y = 2 * warp;
    const Words rows = rows_of_16(kEdge * 4), tile = rows_of_16(64);
    const Floats one = load<kDoes, Pattern::kTwoRows>(a, {global(block_row * 16 + y, first), rows},
                                                      sites[0], counts);
    store<kDoes, Pattern::kRow>(shared, {y * 64, tile}, one, ~Words{}, sites[1], counts);
    const Floats two = load<kDoes, Pattern::kTwoRows>(b, {global(first + y, block_col * 16), rows},
                                                      sites[2], counts);
    store<kDoes, Pattern::kRow>(shared, {1024 + y * 64, tile}, two, ~Words{}, sites[3], counts);
    counts.instructions += kDoes == Does::kChecksAndCounts ? 14 : 0;
  }

  /// The loop over k is unrolled, as clang unrolls it.
  Floats multiply(unsigned warp, Floats sum) {
    const Words rows = lane_numbers() / 16 * 64, cols = lane_numbers() % 16 * 4;
#pragma clang loop unroll(full)
    for (unsigned k = 0; k < 16; ++k) {
      const Floats one =
          load<kDoes, Pattern::kHalves>(shared, {warp * 128 + 4 * k, rows}, sites[5 + k], counts);
      const Floats two =
          load<kDoes, Pattern::kTwice>(shared, {1024 + 64 * k, cols}, sites[21 + k], counts);
      sum += one * two;
    }
    counts.instructions += kDoes == Does::kChecksAndCounts ? 52 : 0;
    return sum;
  }

  void run_block(unsigned block_row, unsigned block_col) {
    std::array<Floats, kWarps> sums{};  // registers of the warps that live across barriers
    for (unsigned first = 0; first < kEdge; first += 16) {
      for (unsigned w = 0; w < kWarps; ++w) {
        fetch(w, first, block_row, block_col);
      }
      for (unsigned w = 0; w < kWarps; ++w) {
        sums[w] = multiply(w, sums[w]);
      }
    }
    for (unsigned w = 0; w < kWarps; ++w) {
      const Place place{global(block_row * 16 + 2 * w, block_col * 16), rows_of_16(kEdge * 4)};
      store<kDoes, Pattern::kTwoRows>(c, place, sums[w], ~Words{}, sites[4], counts);
    }
  }

  void run() {
    for (unsigned row = 0; row < kEdge / 16; ++row) {
      for (unsigned col = 0; col < kEdge / 16; ++col) {
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

  void fold(unsigned warp, unsigned half) {
    const Words active = lane_numbers() + static_cast<int>(warp * kLanes) < static_cast<int>(half);
    if (all(active == Words{})) {
      counts.instructions += kDoes == Does::kChecksAndCounts ? 4 : 0;
      return;  // the whole warp passes by
    }
    // Lanes that are switched off read what is there for them, and store nothing.
    const Words row = lane_numbers() * 4;
    const std::uint64_t first = std::uint64_t{warp} * kLanes * 4;
    const Floats own = load<kDoes, Pattern::kRow>(shared, {first, row}, sites[2], counts);
    const Floats other = load<kDoes, Pattern::kRow>(shared, {first + std::uint64_t{half} * 4, row},
                                                    sites[3], counts);
    store<kDoes, Pattern::kRow>(shared, {first, row}, own + other, active, sites[4], counts);
    counts.instructions += kDoes == Does::kChecksAndCounts ? 9 : 0;
  }

  void run_block(unsigned block) {
    const Words row = lane_numbers() * 4;
    for (unsigned w = 0; w < kWarps; ++w) {
      const std::uint64_t first = std::uint64_t{w} * kLanes * 4;
      const Floats value = load<kDoes, Pattern::kRow>(
          in, {std::uint64_t{block} * 1024 + first, row}, sites[0], counts);
      store<kDoes, Pattern::kRow>(shared, {first, row}, value, ~Words{}, sites[1], counts);
      counts.instructions += kDoes == Does::kChecksAndCounts ? 12 : 0;
    }
    for (unsigned half = 128; half > 0; half /= 2) {
      for (unsigned w = 0; w < kWarps; ++w) {
        fold(w, half);
      }
    }
    std::memcpy(sums.data + std::size_t{4} * block, tile.data(), 4);
  }

  void run() {
    for (unsigned block = 0; block < kCount / 256; ++block) {
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
  std::vector<float> a = random_floats(kElements, 1), b = random_floats(kElements, 2);
  std::vector<float> c(kElements), in = random_floats(kCount, 3), sums(kCount / 256);
  Product<kDoes> product(memory_of(a), memory_of(b), memory_of(c));
  report("multiply", does, product, c);
  Sum<kDoes> sum(memory_of(in), memory_of(sums));
  report("add_up", does, sum, sums);
}

}  // namespace
}  // namespace native

int main() {
  native::measure<native::Does::kLaneAddresses>("native: an address a lane");
  native::measure<native::Does::kAccesses>("native: a base and distances");
  native::measure<native::Does::kChecks>("native: with bounds");
  native::measure<native::Does::kChecksAndCounts>("native: with bounds and counters");
}
