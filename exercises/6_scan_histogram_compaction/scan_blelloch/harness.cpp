// The tests of exercise scan_blelloch. `trees`, `step` and `scan` are executed by the worker, next
// to the student's code; the TEST_CASEs by the judge.
#include "scan_blelloch.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Values = std::vector<int>;

Output<int> trees(Student& student, const Input<int>& values, Named<"rows"> rows,
                  Named<"cols"> cols) {
  auto in = to_device(values);
  auto result = device_array<int>(rows * kLongestRow);
  CALL(student, sum_trees)(in, rows, cols, result);
  return to_judge(result);
}

Output<int> step(Student& student, const Input<int>& places, Named<"d", unsigned> d) {
  auto in = to_device(places);
  auto result = device_array<int>(kLongestRow);
  CALL(student, one_step_down)(in, d, result);
  return to_judge(result);
}

Output<int> scan(Student& student, const Input<int>& values, Named<"rows"> rows,
                 Named<"cols"> cols) {
  auto in = to_device(values);
  auto sums = device_array<int>(values.size());
  CALL(student, scan_rows_exclusive)(in, rows, cols, sums);
  return to_judge(sums);
}

Values trees_on_host(const Values& values, std::size_t rows, std::size_t cols) {
  Values result(rows * kLongestRow);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < kLongestRow; ++i) {
      // Place i ends with the sum of as many values as the lowest bit of i + 1 says.
      for (std::size_t j = i + 1 - ((i + 1) & ~i); j <= i; ++j) {
        result[row * kLongestRow + i] += j < cols ? values[row * cols + j] : 0;
      }
    }
  }
  return result;
}

Values step_on_host(Values places, std::size_t d) {
  for (std::size_t i = 2 * d - 1; i < places.size(); i += 2 * d) {
    const int before = places[i - d];
    places[i - d] = places[i];
    places[i] += before;
  }
  return places;
}

Values scan_on_host(const Values& values, std::size_t cols) {
  Values sums(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i] = i % cols == 0 ? 0 : sums[i - 1] + values[i - 1];
  }
  return sums;
}

auto are_scanned(const Values& values, std::size_t cols) {
  const Values sums = scan_on_host(values, cols);
  return EqualsExactly(sums).mistaken(
      [=] {
        std::vector<double> raised(sums.begin(), sums.end());
        for (std::size_t i = 0; i < raised.size(); ++i) {
          const std::size_t last = i / cols * cols + cols - 1;
          raised[i] += static_cast<double>(sums[last]) + values[last];
        }
        return raised;
      },
      "The sum of the whole row is in each of its sums: the last place becomes 0 before the first "
      "step down.");
}

void check_limits() {
  const std::size_t rows = 5, cols = 1000;
  const auto values = random_ints(rows * cols);
  auto counted = count(scan, values, rows, cols);
  CHECK_THAT(counted.with("modelled_us", counted.answer().elapsed_us()),
             MeetsLimits(EqualsExactly(scan_on_host(values, cols)).as_matrix(rows, cols)));
}

}  // namespace

TEST_CASE("the tree of a row of any length", "[task 1][correctness]") {
  const auto cols = GENERATE(edge_sizes(kLongestRow));
  const auto values = random_ints(3 * cols);
  CHECK_THAT(ask(trees, values, 3U, cols),
             EqualsExactly(trees_on_host(values, 3, cols)).as_matrix(3, kLongestRow));
}

TEST_CASE("one step down hands on and adds", "[task 2][correctness]") {
  const auto places = random_ints(kLongestRow);
  const auto d = GENERATE(512U, 256U, 32U, 16U, 4U, 2U, 1U);
  CHECK_THAT(ask(step, places, d), EqualsExactly(step_on_host(places, d)));
}

TEST_CASE("a row of any length is scanned", "[task 3][correctness]") {
  const auto cols = GENERATE(edge_sizes(kLongestRow));
  const auto values = random_ints(cols);
  CHECK_THAT(ask(scan, values, 1U, cols), are_scanned(values, cols));
}

TEST_CASE("many rows are scanned, each on its own", "[task 3][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(70, kLongestRow));
  const auto values = random_ints(rows * cols);
  CHECK_THAT(ask(scan, values, rows, cols), are_scanned(values, cols).as_matrix(rows, cols));
}

TEST_CASE("twenty short steps, not a thousand", "[task 3][counters]") {
  check_limits();
}

TEST_CASE("no two lanes meet in a bank of shared memory", "[task 4][counters]") {
  check_limits();
}
