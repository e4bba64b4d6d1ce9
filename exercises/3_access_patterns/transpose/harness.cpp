// The tests of exercise transpose. `copy` and `transposed` are executed by the worker, next to the
// student's code; the TEST_CASEs by the judge.
#include "transpose.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Matrix = std::vector<float>;  // row-major

Output<float> copy(Student& student, const Input<float>& in, Named<"rows"> rows,
                   Named<"cols"> cols) {
  auto source = to_device(in);
  auto target = device_array<float>(in.size());
  CALL(student, copy_tiled)(source, target, rows, cols);
  return to_judge(target);
}

Output<float> transposed(Student& student, const Input<float>& in, Named<"rows"> rows,
                         Named<"cols"> cols) {
  auto source = to_device(in);
  auto target = device_array<float>(in.size());
  CALL(student, transpose)(source, target, rows, cols);
  return to_judge(target);
}

Matrix transposed_on_host(const Matrix& in, std::size_t rows, std::size_t cols) {
  Matrix out(in.size());
  for_each_row(cols, [&](std::size_t col) {
    for (std::size_t row = 0; row < rows; ++row) {
      out[col * rows + row] = in[row * cols + col];
    }
  });
  return out;
}

void check_limits(std::size_t rows, std::size_t cols) {
  const auto in = random_floats(rows * cols);
  const auto expected = transposed_on_host(in, rows, cols);
  auto counted = count(transposed, in, rows, cols);
  CHECK_THAT(counted.with("modelled_us", counted.answer().elapsed_us())
                 .per("load_sectors_per_element", "global_load_sectors", rows * cols)
                 .per("store_sectors_per_element", "global_store_sectors", rows * cols)
                 .per("shared_loads_of_those_needed", "shared_load_requests", rows * cols / 32),
             MeetsLimits(EqualsExactly(expected)));
}

}  // namespace

TEST_CASE("a copy through tiles is equal to the matrix", "[task 1][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(260, 1000), long_shapes());
  const auto in = random_floats(rows * cols);
  CHECK_THAT(ask(copy, in, rows, cols), EqualsExactly(in).as_matrix(rows, cols));
}

TEST_CASE("a matrix of any shape is transposed", "[task 2][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(260, 1000), long_shapes());
  const auto in = random_floats(rows * cols);
  CHECK_THAT(ask(transposed, in, rows, cols),
             EqualsExactly(transposed_on_host(in, rows, cols)).as_matrix(cols, rows));
}

TEST_CASE("beats the straight way", "[task 2][timing]") {
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

TEST_CASE("reads and writes whole sectors", "[task 2][counters]") {
  check_limits(256, 192);
}

TEST_CASE("no two lanes meet in a bank of shared memory", "[task 3][counters]") {
  check_limits(192, 256);
}
