// The tests of exercise blur_2d. `run_tiles` and `run` are executed by the worker, next to the
// student's code; the TEST_CASEs by the judge.
#include "blur_2d.hpp"

#include <algorithm>
#include <limits>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Image = std::vector<float>;  // row-major

constexpr std::size_t kWeights = std::size_t{kWidth} * kWidth;
constexpr std::size_t kTileSize = std::size_t{kTileRows} * kTileCols;

Output<float> run_tiles(Student& student, const Input<float>& image, Named<"rows"> rows,
                        Named<"cols"> cols) {
  const std::size_t blocks = (rows + kRows - 1) / kRows * ((cols + kCols - 1) / kCols);
  auto in = to_device(image);
  auto tiles = device_array<float>(blocks * kTileSize);
  CALL(student, load_tiles)(in, tiles, rows, cols);
  return to_judge(tiles);
}

Output<float> run(Student& student, const Input<float>& image, Named<"rows"> rows,
                  Named<"cols"> cols, const std::vector<float>& weights) {
  auto in = to_device(image);
  auto out = device_array<float>(rows * cols);
  CALL(student, blur_2d)(in, out, rows, cols, weights.data());
  return to_judge(out);
}

/// The nearest of the indices [0, size) to i + shift - kRadius.
std::size_t clamped(std::size_t i, std::size_t shift, std::size_t size) {
  return std::min(std::max(i + shift, std::size_t{kRadius}) - kRadius, size - 1);
}

Image expected_tiles(const Image& image, std::size_t rows, std::size_t cols) {
  Image tiles;
  for (std::size_t top = 0; top < rows; top += kRows) {
    for (std::size_t left = 0; left < cols; left += kCols) {
      for (std::size_t k = 0; k < kTileSize; ++k) {
        const std::size_t row = clamped(top, k / kTileCols, rows);
        tiles.push_back(image[row * cols + clamped(left, k % kTileCols, cols)]);
      }
    }
  }
  return tiles;
}

auto is_blurred(const Image& image, std::size_t rows, std::size_t cols,
                const std::vector<float>& weights) {
  std::vector<double> sums(rows * cols);
  for_each_row(rows, [&](std::size_t out_row) {
    for (std::size_t out_col = 0; out_col < cols; ++out_col) {
      double& sum = sums[out_row * cols + out_col];
      for (std::size_t w = 0; w < weights.size(); ++w) {
        const std::size_t row = clamped(out_row, w / kWidth, rows);
        const std::size_t col = clamped(out_col, w % kWidth, cols);
        sum += static_cast<double>(weights[w]) * static_cast<double>(image[row * cols + col]);
      }
    }
  });
  return IsCloseTo(sums, float_rounding(kWeights)).as_matrix(rows, cols).block(kCols, kRows);
}

std::vector<float> random_weights() {
  return random_floats(kWeights, 0.1F, 1.0F);
}

}  // namespace

TEST_CASE("tiles hold their pixels and the halo around them", "[task 1][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(150, 150));
  const auto image = random_floats(rows * cols);
  CHECK_THAT(ask(run_tiles, image, rows, cols), EqualsExactly(expected_tiles(image, rows, cols)));
}

TEST_CASE("images of any size are blurred", "[task 2][correctness]") {
  // The last one has more columns than 16 bits can count; as many rows would take half a second.
  const auto [rows, cols] = GENERATE(edge_shapes(150, 200), values<Shape>({{1, 65'570}}));
  const auto image = random_floats(rows * cols);
  const auto weights = random_weights();
  CHECK_THAT(ask(run, image, rows, cols, weights), is_blurred(image, rows, cols, weights));
}

TEST_CASE("an infinite pixel reaches its window and no further", "[task 2][correctness]") {
  const std::size_t rows = 40, cols = 70;
  auto image = random_floats(rows * cols);
  const auto at = GENERATE(std::size_t{0}, std::size_t{15 * 70 + 31}, std::size_t{40 * 70 - 1});
  image[at] = std::numeric_limits<float>::infinity();
  const auto weights = random_weights();
  CHECK_THAT(ask(run, image, rows, cols, weights), is_blurred(image, rows, cols, weights));
}

TEST_CASE("beats a single block", "[task 2][timing]") {
  const auto make = [](std::size_t n) {
    return std::tuple{random_floats(n * n), n, n, random_weights()};
  };
  CHECK_THAT(race(run, make, is_blurred), MeetsThreshold());
}

TEST_CASE("reads pixels for the tile alone and weights from constant memory",
          "[task 2][counters]") {
  const std::size_t rows = 200, cols = 300;
  const auto image = random_floats(rows * cols);
  const auto weights = random_weights();
  CHECK_THAT(
      count(run, image, rows, cols, weights)
          .per("global_loads_per_output", "global_load_threads", rows * cols)
          .per("load_sectors_per_output", "global_load_sectors", rows * cols)
          .advise("global_loads_per_output",
                  "Pixels come from global memory into the tile, each once a block; the sums "
                  "read the tile.")
          .per("threads_per_output", "threads", rows * cols),
      MeetsLimits(is_blurred(image, rows, cols, weights)));
}
