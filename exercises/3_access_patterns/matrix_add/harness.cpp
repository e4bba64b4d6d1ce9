// The tests of exercise matrix_add. `run` is executed by the worker, next to the student's code;
// the TEST_CASEs by the judge.
#include "matrix_add.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Matrix = std::vector<float>;  // row-major

Output<float> run(Student& student, const Input<float>& a, const Input<float>& b,
                  Named<"rows"> rows, Named<"cols"> cols) {
  auto a_on_device = to_device(a);
  auto b_on_device = to_device(b);
  auto sum = device_array<float>(a.size());
  CALL(student, matrix_add)(a_on_device, b_on_device, sum, rows, cols);
  return to_judge(sum);
}

Matrix sum_of(const Matrix& a, const Matrix& b) {
  Matrix sum(a.size());  // one rounding, the same on every device: compared exactly
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] = a[i] + b[i];
  }
  return sum;
}

void check_sum(const Shape& shape) {
  const Matrix a = random_floats(shape.size()), b = random_floats(shape.size());
  CHECK_THAT(ask(run, a, b, shape.rows, shape.cols),
             EqualsExactly(sum_of(a, b)).as_matrix(shape.rows, shape.cols).block(32, 8));
}

void check_limits(const Shape& shape) {
  const Matrix a = random_floats(shape.size()), b = random_floats(shape.size());
  auto counted = count(run, a, b, shape.rows, shape.cols);
  const std::size_t size = shape.size();
  CHECK_THAT(
      counted.per("load_sectors_per_element", "global_load_sectors", size)
          .per("store_sectors_per_element", "global_store_sectors", size)
          .per("threads_per_element", "threads", size)
          .advise("threads_per_element",
                  "Whole blocks lie outside of the matrix: how many blocks of this width and "
                  "height does it need, rounded up, and no more?")
          .advise("stores_per_element",
                  "Some elements are written more than once: row and column need a guard "
                  "each, for a column beyond its row's end is one of the next row.")
          .per("stores_per_element", "global_store_threads", size)
          .with("modelled_us", counted.answer().elapsed_us()),
      MeetsLimits(EqualsExactly(sum_of(a, b))));
}

}  // namespace

TEST_CASE("one block adds a small matrix", "[task 1][correctness]") {
  check_sum(GENERATE(values<Shape>({{8, 32}, {1, 1}, {7, 31}, {8, 3}, {3, 32}, {1, 32}, {8, 1}})));
}

TEST_CASE("a matrix of any shape is added", "[task 2][correctness]") {
  // The last one has more rows than a grid has rows of blocks, or 16 bits can count.
  check_sum(GENERATE(edge_shapes(600, 900), values<Shape>({{65'570, 1}})));
}

TEST_CASE("lanes walk along rows", "[task 1][counters]") {
  check_limits(GENERATE(values<Shape>({{8, 32}, {8, 24}})));  // in a row of 24 some have nothing
}

TEST_CASE("the grid has the shape of the matrix", "[task 2][counters]") {
  check_limits(GENERATE(values<Shape>({{256, 1016}, {1024, 256}})));
}
