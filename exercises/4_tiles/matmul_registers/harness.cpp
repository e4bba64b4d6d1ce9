// The tests of exercise matmul_registers. `run_stage` and `run` are executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "matmul_registers.hpp"

#include <limits>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Matrix = std::vector<float>;  // row-major

/// Both stages, one behind the other.
auto run_stage(Student& student, const Input<float>& a, const Input<float>& b) {
  auto a_on_device = to_device(a);
  auto b_on_device = to_device(b);
  auto a_staged = device_array<float>(a.size());
  auto b_staged = device_array<float>(b.size());
  CALL(student, stage_step)(a_on_device, b_on_device, a_staged, b_staged);
  constexpr auto kJoin = [](Matrix both, const Matrix& second) {
    both.insert(both.end(), second.begin(), second.end());
    return both;
  };
  return in_judge(kJoin, to_judge(a_staged), to_judge(b_staged));
}

Output<float> run(Student& student, const Input<float>& a, const Input<float>& b, std::size_t m,
                  std::size_t k, std::size_t n) {
  auto a_on_device = to_device(a);
  auto b_on_device = to_device(b);
  auto c = device_array<float>(m * n);
  CALL(student, matmul_registers)(a_on_device, b_on_device, c, m, k, n);
  return to_judge(c);
}

auto is_product(const Matrix& a, const Matrix& b, std::size_t m, std::size_t k, std::size_t n) {
  std::vector<double> c(m * n);
  for_each_row(m, [&](std::size_t row) {
    for (std::size_t l = 0; l < k; ++l) {
      const double factor = static_cast<double>(a[row * k + l]);
      for (std::size_t col = 0; col < n; ++col) {
        c[row * n + col] += factor * static_cast<double>(b[l * n + col]);
      }
    }
  });
  return IsCloseTo(std::move(c), float_rounding(k)).as_matrix(m, n);
}

void check_product(std::size_t m, std::size_t k, std::size_t n) {
  const auto a = random_floats(m * k);
  const auto b = random_floats(k * n);
  CHECK_THAT(ask(run, a, b, m, k, n), is_product(a, b, m, k, n));
}

}  // namespace

TEST_CASE("a step is staged, with a transposed", "[task 1][correctness]") {
  const auto a = random_floats(std::size_t{kBlock} * kDepth);
  const auto b = random_floats(std::size_t{kDepth} * kBlock);
  Matrix expected;
  for (std::size_t i = 0; i < a.size(); ++i) {
    expected.push_back(a[i % kBlock * kDepth + i / kBlock]);
  }
  expected.insert(expected.end(), b.begin(), b.end());
  CHECK_THAT(ask(run_stage, a, b),
             EqualsExactly(expected).as_matrix(std::size_t{2} * kDepth, kBlock));
}

TEST_CASE("a single step is multiplied", "[task 2][correctness]") {
  const auto blocks = GENERATE(values<Shape>({{1, 1}, {2, 1}, {1, 3}}));
  check_product(kBlock * blocks.rows, kDepth, kBlock * blocks.cols);
}

TEST_CASE("whole steps and whole blocks are multiplied", "[task 3][correctness]") {
  const auto parts = GENERATE(values<ProductShape>({{1, 2, 1}, {1, 3, 2}, {2, 8, 1}, {1, 25, 1}}));
  check_product(kBlock * parts.rows, kDepth * parts.inner, kBlock * parts.cols);
}

TEST_CASE("matrices of any size are multiplied", "[task 4][correctness]") {
  const auto [m, k, n] = GENERATE(edge_products(140));
  check_product(m, k, n);
}

TEST_CASE("edges between two blocks and between two steps", "[task 4][correctness]") {
  const auto [m, k, n] = GENERATE(values<ProductShape>(
      {{3, 0, 50}, {129, 7, 127}, {127, 9, 129}, {260, 12, 64}, {5, 16, 132}, {130, 13, 130}}));
  check_product(m, k, n);
}

TEST_CASE("an infinity stays in its row", "[task 4][correctness]") {
  const std::size_t m = 140, k = 21, n = 70;
  auto a = random_floats(m * k, 0.1F, 1.0F);
  const auto b = random_floats(k * n, 0.1F, 1.0F);
  a[GENERATE(std::size_t{0}, 21 * std::size_t{127}, 140 * std::size_t{21} - 1)] =
      std::numeric_limits<float>::infinity();
  CHECK_THAT(ask(run, a, b, m, k, n), is_product(a, b, m, k, n));
}

TEST_CASE("beats one thread an element", "[task 3][timing]") {
  const auto make = [](std::size_t n) {
    const std::size_t k = n < 2048 ? 16 : 192;  // short where it is simulated
    return std::tuple{random_floats(n * k), random_floats(k * n), n, k, n};
  };
  CHECK_THAT(race(run, make, is_product), MeetsThreshold());
}
