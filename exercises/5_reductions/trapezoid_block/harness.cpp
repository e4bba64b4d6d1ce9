// The tests of exercise trapezoid_block. What begins with `run` is executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "trapezoid_block.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

// How a question names the interval: the judge looks for it beside the struct.
static std::string in_words(const Interval& interval) {
  return "the interval from " + number_text(interval.a) + " to " + number_text(interval.b);
}

namespace {

using Intervals = std::vector<Interval>;

OutputValue<float> run_block(Student& student, const Input<float>& values) {
  auto in = to_device(values);
  auto sum = device_value<float>();
  CALL(student, sum_of_block)(in, static_cast<unsigned>(values.size()), sum);
  return to_judge(sum);
}

OutputValue<double> run(Student& student, const Input<Interval>& interval, Named<"n"> n,
                        Named<"threads", unsigned> threads) {
  auto in = to_device(interval);
  auto integral = device_value<double>();
  CALL(student, trapezoid_block)(in, n, threads, integral);
  return to_judge(integral);
}

OutputValue<double> run_1024(Student& student, const Input<Interval>& interval, Named<"n"> n) {
  return run(student, interval, n, 1024);
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

/// Blocks launched for 200 inner points, where one of 256 threads is enough.
double blocks_for_few_points() {
  const auto [interval, n] = trapezoids(201);
  const auto few = count(run, interval, n, 256U);
  return counters_of(few.answer()).value_or(CounterValues{})["blocks"];
}

/// Threads a block, on the average of all launches, over the block size that they should have.
template <class R>
double size_of_that_asked_for(const Counted<R>& counted, unsigned threads) {
  CounterValues counters = counters_of(counted.answer()).value_or(CounterValues{});
  const double blocks = counters["blocks"];
  const unsigned asked_for = (threads + 31) / 32 * 32;  // whole warps
  return blocks > 0 ? counters["threads"] / blocks / asked_for : 0;
}

}  // namespace

TEST_CASE("a block of any number of warps sums its values", "[task 1][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(1024)));
  CHECK_THAT(ask(run_block, values), IsSumOf(values));
}

TEST_CASE("few trapezoids, by one block", "[task 2][correctness]") {
  const auto [interval, n] = trapezoids(GENERATE(edge_sizes(1025, 1)));
  CHECK_THAT(ask(run, interval, n, 1024U), is_integral(interval, n));
}

TEST_CASE("any number of trapezoids", "[task 3][correctness]") {
  const auto [interval, n] = trapezoids(GENERATE(edge_sizes(1 << 18, 1)));
  CHECK_THAT(ask(run, interval, n, 256U), is_integral(interval, n));
}

TEST_CASE("blocks of any size", "[task 3][correctness]") {
  const auto threads = GENERATE(1U, 31U, 33U, 100U, 500U, 1023U);
  const auto [interval, n] = trapezoids(20'000 + threads);
  CHECK_THAT(ask(run, interval, n, threads), is_integral(interval, n));
}

TEST_CASE("very many trapezoids", "[task 3][correctness]") {
  const auto [interval, n] = trapezoids((1 << 22) - random_number(1, 31));
  CHECK_THAT(ask(run, interval, n, 512U), is_integral(interval, n));
}

TEST_CASE("beats an atomicAdd a warp", "[task 3][timing]") {
  CHECK_THAT(race(run_1024, trapezoids, is_integral), MeetsThreshold());
}

TEST_CASE("one barrier", "[task 1][counters]") {
  const auto values = random_floats(1024);
  CHECK_THAT(count(run_block, values), MeetsLimits(IsSumOf(values)));
}

TEST_CASE("one atomicAdd a block of the size asked for", "[task 3][counters]") {
  const auto threads = GENERATE(1024U, 100U);
  const auto [interval, n] = trapezoids(400'001);
  auto counted = count(run, interval, n, threads);
  CHECK_THAT(counted.per("instructions_per_point", "thread_instructions", 400'000)
                 .per("threads_per_point", "threads", 400'000)
                 .advise("threads_per_point",
                         "As many threads as points: limit the number of blocks, and let each "
                         "thread go on to further points.")
                 .with("size_of_that_asked_for", size_of_that_asked_for(counted, threads),
                       "threads of a block, divided by those asked for")
                 .with("blocks_for_few_points", blocks_for_few_points(),
                       "blocks of 256 threads launched for 200 points"),
             MeetsLimits(is_integral(interval, n)));
}
