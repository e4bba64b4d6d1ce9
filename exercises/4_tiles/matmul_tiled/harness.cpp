// The tests of exercise matmul_tiled. `run` is executed by the worker, next to the student's code;
// the TEST_CASEs by the judge.
#include "matmul_tiled.hpp"

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
  CALL(student, matmul_tiled)(a_on_device, b_on_device, c, m, k, n);
  return to_judge(c);
}

std::vector<double> product(const Matrix& a, const Matrix& b, std::size_t m, std::size_t k,
                            std::size_t n) {
  std::vector<double> c(m * n);
  for (std::size_t row = 0; row < m; ++row) {
    for (std::size_t l = 0; l < k; ++l) {
      for (std::size_t col = 0; col < n; ++col) {
        c[row * n + col] +=
            static_cast<double>(a[row * k + l]) * static_cast<double>(b[l * n + col]);
      }
    }
  }
  return c;
}

auto is_product(const Matrix& a, const Matrix& b, std::size_t m, std::size_t k, std::size_t n) {
  return IsCloseTo(product(a, b, m, k, n), float_rounding(k)).as_matrix(m, n).block(16, 16);
}

void check_product(std::size_t m, std::size_t k, std::size_t n) {
  const auto a = random_floats(m * k);
  const auto b = random_floats(k * n);
  CHECK_THAT(ask(run, a, b, m, k, n), is_product(a, b, m, k, n));
}

}  // namespace

TEST_CASE("matrices of whole tiles are multiplied", "[task 1][correctness]") {
  const auto tiles = GENERATE(values<ProductShape>({{1, 1, 1}, {1, 2, 1}, {3, 4, 2}, {2, 1, 5}}));
  check_product(16 * tiles.rows, 16 * tiles.inner, 16 * tiles.cols);
}

TEST_CASE("matrices of any size are multiplied", "[task 2][correctness]") {
  // Without a middle there is nothing to add: c is 0.
  const auto [m, k, n] = GENERATE(edge_products(120), long_products(),
                                  values<ProductShape>({{3, 0, 50}, {0, 3, 4}, {4, 3, 0}}));
  check_product(m, k, n);
}

TEST_CASE("what lies beyond an edge is not even multiplied by 0", "[task 2][correctness]") {
  const std::size_t m = 40, k = 21, n = 35;
  auto a = random_floats(m * k, 0.1F, 1.0F);
  auto b = random_floats(k * n, 0.1F, 1.0F);
  const auto at = static_cast<std::size_t>(random_number(1, m - 1));
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  a[0] = b[0] = kInfinity;  // where an index that is no element's may be sent
  a[at * k] = kInfinity;    // in memory it follows the row before
  b[random_number(0, k - 1) * n] = kInfinity;
  a[random_number(0, m - 1) * k + k - 1] = kInfinity;  // nearest to what lies beyond
  b[(k - 1) * n + random_number(0, n - 1)] = kInfinity;
  CHECK_THAT(ask(run, a, b, m, k, n), is_product(a, b, m, k, n));
}

TEST_CASE("reads global memory once a tile", "[task 1][counters]") {
  const std::size_t m = 192, k = 160, n = 256;
  const auto a = random_floats(m * k);
  const auto b = random_floats(k * n);
  auto counted = count(run, a, b, m, k, n);
  CHECK_THAT(
      counted.per("global_loads_per_product", "global_load_threads", m * k * n)
          .per("load_sectors_per_product", "global_load_sectors", m * k * n)
          .advise("global_loads_per_product",
                  "Each element is loaded for the tile once, by one thread, and then read "
                  "from shared memory by all threads of its row or column.")
          .advise("load_sectors_per_product",
                  "The lanes of a warp, neighbours in threadIdx.x, should load neighbours of "
                  "a row, of both matrices.")
          .with("modelled_us", counted.answer().elapsed_us()),
      MeetsLimits(is_product(a, b, m, k, n)));
}
