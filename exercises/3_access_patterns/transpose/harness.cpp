// The tests of exercise transpose. `copy` and `transposed` are executed by the worker, next to the
// student's code; the TEST_CASEs by the judge.
#include "transpose.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Matrix = std::vector<float>;  // row-major

Matrix copy(Student& student, const Matrix& in, std::size_t rows, std::size_t cols) {
  auto source = to_device(in);
  auto target = device_array<float>(in.size());
  CALL(student, copy_tiled)(source, target, rows, cols);
  return to_host(target);
}

Matrix transposed(Student& student, const Matrix& in, std::size_t rows, std::size_t cols) {
  auto source = to_device(in);
  auto target = device_array<float>(in.size());
  CALL(student, transpose)(source, target, rows, cols);
  return to_host(target);
}

Matrix transposed_on_host(const Matrix& in, std::size_t rows, std::size_t cols) {
  Matrix out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    out[i % cols * rows + i / cols] = in[i];
  }
  return out;
}

auto shapes() {  // rows, cols
  return table<std::size_t, std::size_t>({{32, 32},
                                          {1, 1},
                                          {64, 96},
                                          {31, 33},
                                          {33, 31},
                                          {1, 100},
                                          {100, 1},
                                          {3, 1000},
                                          {129, 257},
                                          {0, 5},
                                          {5, 0}});
}

}  // namespace

TEST_CASE("a copy through tiles is equal to the matrix", "[task 1][correctness]") {
  const auto [rows, cols] = GENERATE(shapes());
  const auto in = random_floats(rows * cols);
  CHECK_THAT(ask(copy, in, rows, cols), EqualsExactly(in).as_matrix(rows, cols));
}

TEST_CASE("a matrix of any shape is transposed", "[task 2][correctness]") {
  const auto [rows, cols] = GENERATE(shapes());
  const auto in = random_floats(rows * cols);
  CHECK_THAT(ask(transposed, in, rows, cols),
             EqualsExactly(transposed_on_host(in, rows, cols)).as_matrix(cols, rows));
}

TEST_CASE("reads and writes whole sectors", "[task 2][counters]") {
  CHECK_THAT(count(transposed, random_floats(256 * 192), std::size_t{256}, std::size_t{192}),
             MeetsLimits());
}

TEST_CASE("beats the straight way by a factor", "[task 2][timing]") {
  CHECK_THAT(race(
                 transposed,
                 [](std::size_t n) {
                   return std::tuple{random_floats(n * n), n, n};
                 },
                 [](const Matrix& in, std::size_t rows, std::size_t cols) {
                   return EqualsExactly(transposed_on_host(in, rows, cols)).as_matrix(cols, rows);
                 }),
             MeetsThreshold());
}

TEST_CASE("no two lanes meet in a bank of shared memory", "[task 3][counters]") {
  CHECK_THAT(count(transposed, random_floats(256 * 192), std::size_t{256}, std::size_t{192}),
             MeetsLimits());
}
