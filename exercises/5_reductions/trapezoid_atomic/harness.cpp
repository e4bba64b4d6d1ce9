// The tests of exercise trapezoid_atomic. `run_inner` and `run` are executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "trapezoid_atomic.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

OutputValue<double> run_inner(Student& student, float a, float h, std::size_t n, double before) {
  auto sum = device_value(before);
  CALL(student, add_inner_points)(a, h, n, sum);
  return to_judge(sum);
}

OutputValue<double> run(Student& student, float a, float b, std::size_t n) {
  auto integral = device_value<double>();
  CALL(student, trapezoid_atomic)(a, b, n, integral);
  return to_judge(integral);
}

double f(double x) {
  return 4 / (1 + x * x);
}

double inner_points(double a, double h, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 1; i < n; ++i) {
    sum += f(a + static_cast<double>(i) * h);
  }
  return h * sum;
}

double trapezoids(double a, double b, std::size_t n) {
  const double h = (b - a) / static_cast<double>(n);
  return h * (f(a) + f(b)) / 2 + inner_points(a, h, n);
}

const auto kBound = within_relative(1e-5);

}  // namespace

TEST_CASE("the inner points, added to what is there", "[task 1][correctness]") {
  const auto n = GENERATE(edge_sizes(5000, 1));
  const float a = random_floats(1, -3, -1).front();
  const double expected = 2.5 + inner_points(a, 0x1p-10, n);
  CHECK_THAT(ask(run_inner, a, 0x1p-10F, n, 2.5), IsCloseTo(expected, kBound));
}

TEST_CASE("any number of trapezoids", "[task 2][correctness]") {
  const auto n = GENERATE(edge_sizes(1 << 16, 1));
  const float a = random_floats(1, -2, 0).front();
  const float b = random_floats(1, 1, 3).front();
  CHECK_THAT(ask(run, a, b, n), IsCloseTo(trapezoids(a, b, n), kBound));
}

TEST_CASE("very many trapezoids", "[task 2][correctness]") {
  const std::size_t n = (1 << 22) - random_number(1, 31);
  CHECK_THAT(ask(run, 0.0F, 1.0F, n), IsCloseTo(trapezoids(0, 1, n), kBound));
}

TEST_CASE("every point is computed on the device, by one of many threads", "[task 1][counters]") {
  const std::size_t n = 200'001;
  const double points = 200'000;
  CHECK_THAT(count(run_inner, 0.0F, 0x1p-17F, n, 0.0)
                 .per("atomics_per_point", "global_atomic_threads", points)
                 .per("instructions_per_point", "thread_instructions", points)
                 .per("clocks_of_a_block", "block_critical_path_clk", 1),
             MeetsLimits(IsCloseTo(inner_points(0, 0x1p-17, n), kBound)));
}
