// The tests of exercise trapezoid_warp. What begins with `run` is executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "trapezoid_warp.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

// How a question names the interval: the judge looks for it beside the struct.
static std::string in_words(const Interval& interval) {
  return "the interval from " + number_text(interval.a) + " to " + number_text(interval.b);
}

namespace {

using Intervals = std::vector<Interval>;

Output<float> run_shuffle_sums(Student& student, const Input<float>& values) {
  auto in = to_device(values);
  auto sums = device_array<float>((values.size() + 31) / 32);
  CALL(student, warp_sums_shuffle)(in, values.size(), sums);
  return to_judge(sums);
}

Output<float> run_shared_sums(Student& student, const Input<float>& values) {
  auto in = to_device(values);
  auto sums = device_array<float>((values.size() + 31) / 32);
  CALL(student, warp_sums_shared)(in, values.size(), sums);
  return to_judge(sums);
}

OutputValue<double> run_shuffle(Student& student, const Input<Interval>& interval, Named<"n"> n) {
  auto in = to_device(interval);
  auto integral = device_value<double>();
  CALL(student, trapezoid_warp_shuffle)(in, n, integral);
  return to_judge(integral);
}

OutputValue<double> run_shared(Student& student, const Input<Interval>& interval, Named<"n"> n) {
  auto in = to_device(interval);
  auto integral = device_value<double>();
  CALL(student, trapezoid_warp_shared)(in, n, integral);
  return to_judge(integral);
}

std::vector<double> sums_of_32(const std::vector<float>& values) {
  std::vector<double> sums((values.size() + 31) / 32);
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i / 32] += static_cast<double>(values[i]);
  }
  return sums;
}

double f(double x) {
  return 4 / (1 + x * x);
}

double inner_from(double a, double h, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 1; i < n; ++i) {
    sum += f(a + static_cast<double>(i) * h);
  }
  return sum;
}

const auto kBound = within_relative(1e-5);

/// An interval, and n.
std::tuple<Intervals, std::size_t> trapezoids(std::size_t n) {
  const float a = random_floats(1, -2, 0).front();
  const float b = random_floats(1, 1, 3).front();
  return {Intervals{{a, b}}, n};
}

auto is_integral(const Intervals& interval, std::size_t n) {
  const auto from = static_cast<double>(interval.front().a);
  const auto to = static_cast<double>(interval.front().b);
  const double h = (to - from) / static_cast<double>(n);
  const double ends = h * (f(from) + f(to)) / 2;
  const double right = ends + h * inner_from(from, h, n);
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
  auto matcher = IsCloseTo(right, kBound);
  for (const auto& [value, hint] : mistakes) {
    matcher = matcher.mistaken(value, hint);
  }
  return matcher.mistaken([=] { return std::vector<double>{ends + h * inner_from(0, h, n)}; },
                          "The inner points begin at 0, not at a: point i lies at a + i * h.");
}

}  // namespace

TEST_CASE("each warp sums its 32 values by shuffles", "[task 1][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(5000)));
  CHECK_THAT(ask(run_shuffle_sums, values), IsCloseTo(sums_of_32(values), float_rounding(32)));
}

TEST_CASE("each warp sums its 32 values in shared memory", "[task 2][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(5000)));
  CHECK_THAT(ask(run_shared_sums, values), IsCloseTo(sums_of_32(values), float_rounding(32)));
}

TEST_CASE("any number of trapezoids by shuffles", "[task 3][correctness]") {
  const auto [interval, n] = trapezoids(GENERATE(edge_sizes(1 << 18, 1)));
  CHECK_THAT(ask(run_shuffle, interval, n), is_integral(interval, n));
}

TEST_CASE("any number of trapezoids in shared memory", "[task 3][correctness]") {
  const auto [interval, n] = trapezoids(GENERATE(edge_sizes(1 << 18, 1)));
  CHECK_THAT(ask(run_shared, interval, n), is_integral(interval, n));
}

TEST_CASE("shuffles beat an atomicAdd a point", "[task 3][timing]") {
  CHECK_THAT(race(run_shuffle, trapezoids, is_integral), MeetsThreshold());
}

TEST_CASE("shared memory beats an atomicAdd a point", "[task 3][timing]") {
  CHECK_THAT(race(run_shared, trapezoids, is_integral), MeetsThreshold());
}

TEST_CASE("registers alone", "[task 1][counters]") {
  const auto values = random_floats(1 << 12);
  CHECK_THAT(count(run_shuffle_sums, values),
             MeetsLimits(IsCloseTo(sums_of_32(values), float_rounding(32))));
}

TEST_CASE("shared memory alone", "[task 2][counters]") {
  const auto values = random_floats(1 << 12);
  auto counted = count(run_shared_sums, values);
  for (const char* name : {"shared_requests_per_warp", "shared_requests", "shared_store_requests",
                           "shuffles_per_warp"}) {
    counted.advise(
        name,
        "Here the lanes exchange their values in shared memory, in a tree of five steps: a "
        "lane that adds loads one value and stores one sum.");
  }
  CHECK_THAT(counted, MeetsLimits(IsCloseTo(sums_of_32(values), float_rounding(32))));
}

TEST_CASE("every point is computed on the device", "[task 3][counters]") {
  const auto [interval, n] = trapezoids(400'001);
  CHECK_THAT(count(run_shuffle, interval, n)
                 .per("atomics_per_point", "global_atomic_threads", 400'000)
                 .per("instructions_per_point", "thread_instructions", 400'000),
             MeetsLimits(is_integral(interval, n)));
}
