// The tests of exercise matmul_naive. `run` is executed by the worker, next to the student's code;
// the TEST_CASEs by the judge.
#include "matmul_naive.hpp"

#include <limits>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Matrix = std::vector<float>;  // row-major

Output<float> run(Student& student, const Input<float>& a, const Input<float>& b, Named<"m"> m,
                  Named<"k"> k, Named<"n"> n) {
  auto a_on_device = to_device(a);
  auto b_on_device = to_device(b);
  auto c = device_array<float>(m * n);
  CALL(student, matmul_naive)(a_on_device, b_on_device, c, m, k, n);
  return to_judge(c);
}

auto is_product(const Matrix& a, const Matrix& b, std::size_t m, std::size_t k, std::size_t n) {
  std::vector<double> c(m * n);
  for_each_row(m, [&](std::size_t row) {
    for (std::size_t l = 0; l < k; ++l) {
      for (std::size_t col = 0; col < n; ++col) {
        c[row * n + col] +=
            static_cast<double>(a[row * k + l]) * static_cast<double>(b[l * n + col]);
      }
    }
  });
  return IsCloseTo(c, float_rounding(k)).as_matrix(m, n).block(32, 32);
}

}  // namespace

TEST_CASE("matrices of any size are multiplied", "[task 1][correctness]") {
  const auto [m, k, n] = GENERATE(edge_products(120), long_products());
  const auto a = random_floats(m * k);
  const auto b = random_floats(k * n);
  CHECK_THAT(ask(run, a, b, m, k, n), is_product(a, b, m, k, n));
}

TEST_CASE("without a middle there is nothing to add", "[task 1][correctness]") {
  const auto [m, k, n] = GENERATE(values<ProductShape>({{3, 0, 50}, {0, 3, 4}, {4, 3, 0}}));
  const auto a = random_floats(m * k);
  const auto b = random_floats(k * n);
  CHECK_THAT(ask(run, a, b, m, k, n), is_product(a, b, m, k, n));
}

TEST_CASE("an infinity stays in its row", "[task 1][correctness]") {
  const std::size_t m = 45, k = 33, n = 70;
  auto a = random_floats(m * k, 0.1F, 1.0F);
  const auto b = random_floats(k * n, 0.1F, 1.0F);
  a[random_number(0, m * k - 1)] = std::numeric_limits<float>::infinity();
  CHECK_THAT(ask(run, a, b, m, k, n), is_product(a, b, m, k, n));
}

TEST_CASE("beats lanes that each read their own row", "[task 2][timing]") {
  const auto make = [](std::size_t n) {
    const std::size_t k = n / 4;
    return std::tuple{random_floats(n * k), random_floats(k * n), n, k, n};
  };
  CHECK_THAT(race(run, make, is_product), MeetsThreshold());
}

TEST_CASE("the lanes of a warp read along a row", "[task 2][counters]") {
  const std::size_t m = 96, k = 150, n = 200;
  const auto a = random_floats(m * k);
  const auto b = random_floats(k * n);
  CHECK_THAT(
      count(run, a, b, m, k, n).per("load_sectors_per_product", "global_load_sectors", m * k * n),
      MeetsLimits(is_product(a, b, m, k, n)));
}
