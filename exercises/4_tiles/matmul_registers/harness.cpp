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

Output<float> run(Student& student, const Input<float>& a, const Input<float>& b, Named<"m"> m,
                  Named<"k"> k, Named<"n"> n) {
  auto a_on_device = to_device(a);
  auto b_on_device = to_device(b);
  auto c = device_array<float>(m * n);
  CALL(student, matmul_registers)(a_on_device, b_on_device, c, m, k, n);
  return to_judge(c);
}

/// @param from the first product of a sum
std::vector<double> product(const Matrix& a, const Matrix& b, std::size_t m, std::size_t k,
                            std::size_t n, std::size_t from = 0) {
  std::vector<double> c(m * n);
  for_each_row(m, [&](std::size_t row) {
    for (std::size_t l = from; l < k; ++l) {
      const double factor = static_cast<double>(a[row * k + l]);
      for (std::size_t col = 0; col < n; ++col) {
        c[row * n + col] += factor * static_cast<double>(b[l * n + col]);
      }
    }
  });
  return c;
}

/// Where row or column `i` of a block's elements is found: the thread's place and the one of eight.
std::size_t in_block(std::size_t place, std::size_t eight) {
  return eight / 4 * (kBlock / 2) + 4 * place + eight % 4;
}

/// A product of whole blocks, each element from another one of its block.
template <class From>
std::vector<double> exchanged(const std::vector<double>& c, std::size_t n, From from) {
  constexpr std::size_t kPlaces = kBlock / 8;
  std::vector<double> other(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) {
    const std::size_t row = i / n, col = i % n;
    const auto place = [](std::size_t at) { return at % (kBlock / 2) / 4 % kPlaces; };
    const auto eight = [](std::size_t at) { return at % kBlock / (kBlock / 2) * 4 + at % 4; };
    const auto [in_row, in_col] = from(place(row), eight(row), place(col), eight(col));
    other[i] = c[(row / kBlock * kBlock + in_row) * n + col / kBlock * kBlock + in_col];
  }
  return other;
}

/// What the steps of a are where each but the first is that of the one before: b likewise.
Matrix late(const Matrix& matrix, std::size_t cols, bool along_rows) {
  Matrix staged = matrix;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const std::size_t l = along_rows ? i % cols : i / cols;
    staged[i] = l < kDepth ? matrix[i] : matrix[i - kDepth * (along_rows ? 1 : cols)];
  }
  return staged;
}

auto is_product(const Matrix& a, const Matrix& b, std::size_t m, std::size_t k, std::size_t n) {
  auto matcher = IsCloseTo(product(a, b, m, k, n), float_rounding(k)).as_matrix(m, n);
  if (m % kBlock != 0 || n % kBlock != 0 || k % kDepth != 0 || k == 0) {
    return matcher;
  }
  using Places = std::pair<std::size_t, std::size_t>;
  return matcher
      .mistaken([=] { return product(a, b, m, k, n, k - 1); },
                "That is the last product alone: the products of a step are added to the patch.")
      .mistaken(
          [=] {
            return exchanged(product(a, b, m, k, n), n, [](auto y, auto i, auto x, auto j) {
              return Places{in_block(y, j), in_block(x, i)};
            });
          },
          "Rows and columns of each thread's patch are exchanged: patch[i][j] is row i, column j.")
      .mistaken(
          [=] {
            return exchanged(product(a, b, m, k, n), n, [](auto y, auto i, auto x, auto j) {
              return Places{in_block(x, i), in_block(y, j)};
            });
          },
          "place.y and place.x are exchanged: the rows are those of place.y, the columns those of "
          "place.x.")
      .mistaken([=] { return product(late(a, k, true), late(b, n, false), m, k, n); },
                "Each step multiplies what belongs to the one before, the first one twice: while a "
                "step is multiplied, the next one is to be fetched, kDepth further on.");
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
