// The tests of exercise vector_add. `run` is executed by the worker, next to the student's code;
// the TEST_CASEs by the judge.
#include "vector_add.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

Output<float> run(Student& student, const Input<float>& a, const Input<float>& b) {
  auto a_on_device = to_device(a);
  auto b_on_device = to_device(b);
  auto sum = device_array<float>(a.size());
  CALL(student, vector_add)(a_on_device, b_on_device, sum, a.size());
  return to_judge(sum);
}

std::vector<float> sum_of(const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> sum(a.size());  // one rounding, the same on every device: compared exactly
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] = a[i] + b[i];
  }
  return sum;
}

void check_sum_of(std::size_t n) {
  const auto a = random_floats(n);
  const auto b = random_floats(n);
  CHECK_THAT(ask(run, a, b), EqualsExactly(sum_of(a, b)).threads(256));
}

/// Blocks beyond those that n threads fill: less than 1 if no block is idle, whatever its size, and
/// negative if threads add several pairs each.
template <class R>
double idle_blocks(const Counted<R>& counted, std::size_t n) {
  const CounterValues counters = counters_of(counted.answer()).value_or(CounterValues{});
  const auto threads = counters.find("threads"), blocks = counters.find("blocks");
  if (threads == counters.end() || blocks == counters.end() || threads->second == 0) {
    return static_cast<double>(n);
  }
  return (threads->second - static_cast<double>(n)) * blocks->second / threads->second;
}

}  // namespace

TEST_CASE("one block adds up to 256 pairs", "[task 1][correctness]") {
  check_sum_of(GENERATE(values<std::size_t>({256, 1, 2, 31, 32, 33, 255})));
}

TEST_CASE("any number of pairs is added", "[task 2][correctness]") {
  check_sum_of(GENERATE(values<std::size_t>({257, 512, 997, 1000, 1024, 1025, (1 << 20) + 3, 0})));
}

TEST_CASE("just enough blocks share the work", "[task 2][counters]") {
  const auto n = GENERATE(values<std::size_t>({1 << 18, (1 << 18) + 3}));
  const auto a = random_floats(n), b = random_floats(n);
  auto counted = count(run, a, b);
  CHECK_THAT(counted
                 .with("idle_blocks", idle_blocks(counted, n),
                       "blocks launched, less n / threads: below 1 where only the last block has "
                       "threads to spare")
                 .advise("idle_blocks",
                         "A block has no pair at all: n / threads, rounded up, is not n / threads "
                         "+ 1 where n is a multiple of threads.")
                 .per("stores_per_pair", "global_store_threads", n)
                 .per("store_requests_of_those_needed", "global_store_requests", n / 32)
                 .with("modelled_us", counted.answer().elapsed_us()),
             MeetsLimits(EqualsExactly(sum_of(a, b))));
}
