// The tests of exercise scan_hillis_steele. `step` and `scan` are executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "scan_hillis_steele.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Values = std::vector<int>;

constexpr int kBeforeStep = -1;  // what the places of `to` hold before add_step

Output<int> step(Student& student, const Input<int>& values, Named<"distance", unsigned> distance) {
  auto in = to_device(values);
  auto sums = device_array<int>(values.size());
  CALL(student, add_shifted)(in, static_cast<unsigned>(values.size()), distance, sums);
  return to_judge(sums);
}

Output<int> scan(Student& student, const Input<int>& values, Named<"rows"> rows,
                 Named<"cols"> cols) {
  auto in = to_device(values);
  auto sums = device_array<int>(values.size());
  CALL(student, scan_rows)(in, rows, cols, sums);
  return to_judge(sums);
}

Values step_on_host(const Values& values, unsigned distance) {
  Values sums = values;
  for (std::size_t i = distance; i < values.size(); ++i) {
    sums[i] += values[i - distance];
  }
  return sums;
}

Values scan_on_host(const Values& values, std::size_t cols) {
  Values sums = values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i] += i % cols == 0 ? 0 : sums[i - 1];
  }
  return sums;
}

}  // namespace

TEST_CASE("a step adds the value before, at any distance", "[task 1][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(kLongestRow)));
  const auto distance = GENERATE(1U, 3U, 32U, 512U);  // 3: any distance, not only powers of two
  CHECK_THAT(ask(step, values, distance),
             EqualsExactly(step_on_host(values, distance)).preset(kBeforeStep));
}

TEST_CASE("a row of any length is scanned", "[task 2][correctness]") {
  const auto cols = GENERATE(edge_sizes(kLongestRow));
  const auto values = random_ints(cols);
  CHECK_THAT(ask(scan, values, 1U, cols), EqualsExactly(scan_on_host(values, cols)));
}

TEST_CASE("many rows are scanned, each on its own", "[task 2][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(70, kLongestRow));
  const auto values = random_ints(rows * cols);
  CHECK_THAT(ask(scan, values, rows, cols),
             EqualsExactly(scan_on_host(values, cols)).as_matrix(rows, cols));
}

TEST_CASE("ten steps, not a thousand", "[task 2][counters]") {
  const std::size_t rows = 6, cols = 1000;
  const auto values = random_ints(rows * cols);
  auto counted = count(scan, values, rows, cols);
  CHECK_THAT(counted.with("modelled_us", counted.answer().elapsed_us())
                 .advise("shuffles_per_warp",
                         "Here every step goes from one buffer to the other, with add_step; a scan "
                         "by shuffles is what scan_large asks for."),
             MeetsLimits(EqualsExactly(scan_on_host(values, cols)).as_matrix(rows, cols)));
}
