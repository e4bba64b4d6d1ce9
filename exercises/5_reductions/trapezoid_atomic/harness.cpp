// The tests of exercise trapezoid_atomic. What begins with `run` is executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "trapezoid_atomic.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

// How a question names the interval: the judge looks for it beside the struct.
static std::string in_words(const Interval& interval) {
  return "the interval from " + number_text(interval.a) + " to " + number_text(interval.b);
}

namespace {

using Intervals = std::vector<Interval>;

OutputValue<double> run_inner(Student& student, const Input<Interval>& interval, Named<"n"> n,
                              Named<"before", double> before) {
  auto in = to_device(interval);
  auto sum = device_value<double>(before);
  CALL(student, add_inner_points)(in, n, sum);
  return to_judge(sum);
}

OutputValue<double> run_ends(Student& student, const Input<Interval>& interval, Named<"n"> n) {
  auto in = to_device(interval);
  auto integral = device_value<double>();
  CALL(student, store_ends)(in, n, integral);
  return to_judge(integral);
}

OutputValue<double> run(Student& student, const Input<Interval>& interval, Named<"n"> n) {
  auto in = to_device(interval);
  auto integral = device_value<double>();
  CALL(student, trapezoid_atomic)(in, n, integral);
  return to_judge(integral);
}

double f(double x) {
  return 4 / (1 + x * x);
}

double width(const Intervals& interval, std::size_t n) {
  const auto [a, b] = interval.front();
  return (static_cast<double>(b) - static_cast<double>(a)) / static_cast<double>(n);
}

double inner_from(double a, double h, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 1; i < n; ++i) {
    sum += f(a + static_cast<double>(i) * h);
  }
  return sum;
}

double inner_points(const Intervals& interval, std::size_t n) {
  const double h = width(interval, n);
  return h * inner_from(static_cast<double>(interval.front().a), h, n);
}

double ends_of(const Intervals& interval, std::size_t n) {
  const auto [a, b] = interval.front();
  return width(interval, n) * (f(static_cast<double>(a)) + f(static_cast<double>(b))) / 2;
}

auto is_integral(const Intervals& interval, std::size_t n) {
  const auto from = static_cast<double>(interval.front().a);
  const auto to = static_cast<double>(interval.front().b);
  const double h = width(interval, n), ends = ends_of(interval, n);
  const double right = ends + inner_points(interval, n);
  const std::pair<double, const char*> mistakes[] = {
      {right + h * f(from),
       "The first point, a, is in the sum once more: half of it is there already, and the threads' "
       "points begin with 1."},
      {right + h * f(to),
       "The last point, b, is in the sum once more: half of it is there already, and the threads' "
       "points end with n - 1."},
      {right - h * f(to - h), "Point n - 1 is missing in the sum."},
      {ends + (right - ends) / h,
       "The values at the inner points are added without the width h of a trapezoid."}};
  auto matcher = IsCloseTo(right, within_relative(1e-5));
  for (const auto& [value, hint] : mistakes) {
    matcher = matcher.mistaken(value, hint);
  }
  return matcher.mistaken([=] { return std::vector<double>{ends + h * inner_from(0, h, n)}; },
                          "The inner points begin at 0, not at a: point i lies at a + i * h.");
}

Intervals random_interval() {
  return {{random_floats(1, -2, 0).front(), random_floats(1, 1, 3).front()}};
}

}  // namespace

TEST_CASE("the inner points, added to what is there", "[task 1][correctness]") {
  const auto n = GENERATE(edge_sizes(5000, 1));
  const float a = random_floats(1, -3, -1).front();
  const Intervals interval{{a, a + static_cast<float>(n) * 0x1p-10F}};
  CHECK_THAT(ask(run_inner, interval, n, 2.5),
             IsCloseTo(2.5 + inner_points(interval, n), within_relative(1e-5)));
}

TEST_CASE("half of each end, whatever was there before", "[task 2][correctness]") {
  const auto n = GENERATE(1UL, 2UL, 33UL, 1000UL);
  const Intervals interval = random_interval();
  CHECK_THAT(ask(run_ends, interval, n), IsCloseTo(ends_of(interval, n), within_relative(1e-5)));
}

TEST_CASE("any number of trapezoids", "[task 3][correctness]") {
  const auto n = GENERATE(edge_sizes(1 << 16, 1));
  const Intervals interval = random_interval();
  CHECK_THAT(ask(run, interval, n), is_integral(interval, n));
}

TEST_CASE("very many trapezoids", "[task 3][correctness]") {
  const std::size_t n = (1 << 22) - random_number(1, 31);
  const Intervals interval{{0, 1}};
  CHECK_THAT(ask(run, interval, n), is_integral(interval, n));
}

TEST_CASE("every point is computed on the device, by one of many threads", "[task 1][counters]") {
  const std::size_t n = 200'001, points = 200'000;
  const Intervals interval{{0, 1.5}};
  auto counted = count(run_inner, interval, n, 0.0);
  CHECK_THAT(counted.per("atomics_per_point", "global_atomic_threads", points)
                 .per("atomic_requests_of_those_needed", "global_atomic_requests", points / 32)
                 .with("modelled_us", counted.answer().elapsed_us())
                 .per("instructions_per_point", "thread_instructions", points)
                 .per("clocks_of_a_block", "block_critical_path_clk", 1),
             MeetsLimits(IsCloseTo(inner_points(interval, n), within_relative(1e-5))));
}
