// The tests of exercise constant_filter. `stored` and `filtered` are executed by the worker, next
// to the student's code; the TEST_CASEs by the judge.
#include "constant_filter.hpp"

#include <limits>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Floats = std::vector<float>;

// The weights as the device has them, after others that must be gone.
Output<float> stored(Student& student, const Floats& before, Floats weights) {
  CALL(student, set_weights)(before.data());
  CALL(student, set_weights)(weights.data());
  weights.assign(kWeights, 0);  // the caller may do so
  auto out = device_array<float>(kWeights);
  CALL_UNTIMED(student, get_weights)(out);  // what failed is set_weights
  return to_judge(out);
}

// Setting the weights is not what is timed.
Output<float> filtered(Student& student, const Floats& weights, const Input<float>& in,
                       Named<"rows"> rows, Named<"cols"> cols) {
  auto in_on_device = to_device(in);
  auto out = device_array<float>(rows * cols);
  CALL_UNTIMED(student, set_weights)(weights.data());
  CALL(student, filter)(in_on_device, out, rows, cols);
  return to_judge(out);
}

Floats random_input(std::size_t rows, std::size_t cols) {
  return random_floats((rows + kBorder) * (cols + kBorder));
}

// @param stride elements of a row of `in`
std::vector<double> filtered_on_host(const Floats& weights, const Floats& in, std::size_t rows,
                                     std::size_t cols, std::size_t stride) {
  std::vector<double> out(rows * cols);
  for_each_row(rows, [&](std::size_t row) {
    for (std::size_t tap = 0; tap < kWeights; ++tap) {
      const float* from = &in[(row + tap / kTaps) * stride + tap % kTaps];
      double* to = &out[row * cols];
      const auto weight = static_cast<double>(weights[tap]);
      for (std::size_t col = 0; col < cols; ++col) {
        to[col] += weight * static_cast<double>(from[col]);
      }
    }
  });
  return out;
}

auto is_filtered(const Floats& weights, const Floats& in, std::size_t rows, std::size_t cols) {
  return IsCloseTo(filtered_on_host(weights, in, rows, cols, cols + kBorder),
                   float_rounding(kWeights))
      .as_matrix(rows, cols)
      .block(32, 8)
      .mistaken(
          [=] { return filtered_on_host(weights, in, rows, cols, cols); },
          "These are the sums for rows of cols elements: each row of the input has the border "
          "beside them, too.");
}

}  // namespace

TEST_CASE("the device has the weights that were set last", "[task 1][correctness]") {
  const auto before = random_floats(kWeights);
  const auto weights = random_floats(kWeights);
  CHECK_THAT(ask(stored, before, weights), EqualsExactly(weights));
}

TEST_CASE("an image of any shape is filtered", "[task 2][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(70, 140));
  const auto weights = random_floats(kWeights);
  const auto in = random_input(rows, cols), other = random_input(rows, cols);
  CHECK_THAT(ask(filtered, weights, in, rows, cols), is_filtered(weights, in, rows, cols));
  CHECK_THAT(ask(filtered, weights, other, rows, cols), is_filtered(weights, other, rows, cols));
  CHECK_THAT(ask(filtered, weights, in, 0U, cols), is_filtered(weights, in, 0, cols));
}

TEST_CASE("an infinity reaches the outputs above it and no others", "[task 2][correctness]") {
  constexpr std::size_t kRows = 30, kCols = 50;
  const auto weights = random_floats(kWeights, 0.1F, 1.0F);
  auto in = random_input(kRows, kCols);
  in[random_number(kBorder, kRows - 1) * (kCols + kBorder) + random_number(kBorder, kCols - 1)] =
      std::numeric_limits<float>::infinity();
  CHECK_THAT(ask(filtered, weights, in, kRows, kCols), is_filtered(weights, in, kRows, kCols));
}

TEST_CASE("beats weights in global memory", "[task 2][timing]") {
  CHECK_THAT(race(
                 filtered,
                 [](std::size_t n) {
                   return std::tuple{random_floats(kWeights), random_input(n, n), n, n};
                 },
                 is_filtered),
             MeetsThreshold());
}

TEST_CASE("a warp asks for one weight at a time", "[task 2][counters]") {
  constexpr std::size_t kRows = 48, kCols = 65;
  const auto weights = random_floats(kWeights);
  const auto in = random_input(kRows, kCols);
  auto counted = count(filtered, weights, in, kRows, kCols);
  if (counters_of(counted.answer()).value_or(CounterValues{})["constant_requests"] == 0) {
    counted.advise("constant_passes_per_request",
                   "The kernel reads no weight through constant memory: it must name "
                   "weights_on_device itself. A pointer parameter, a copy, and __ldg() read global "
                   "memory.");
  }
  CHECK_THAT(counted.per("threads_per_output", "threads", kRows * kCols)
                 .per("weights_of_constant_memory", "constant_requests", (kRows * kCols + 31) / 32),
             MeetsLimits(is_filtered(weights, in, kRows, kCols)));
}
