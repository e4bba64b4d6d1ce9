// The tests of exercise reduce_shuffle. `run_warps` and `run` are executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "reduce_shuffle.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

Output<float> run_warps(Student& student, const Input<float>& values) {
  auto in = to_device(values);
  auto sums = device_array<float>((values.size() + 31) / 32);
  CALL(student, warp_sums)(in, values.size(), sums);
  return to_judge(sums);
}

OutputValue<float> run(Student& student, const Input<float>& values) {
  auto in = to_device(values);
  auto sum = device_value<float>();
  CALL(student, reduce_shuffle)(in, values.size(), sum);
  return to_judge(sum);
}

std::vector<double> sums_of_32(const std::vector<float>& values) {
  std::vector<double> sums((values.size() + 31) / 32);
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i / 32] += static_cast<double>(values[i]);
  }
  return sums;
}

}  // namespace

TEST_CASE("each warp sums its 32 values", "[task 1][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(5000)));
  CHECK_THAT(ask(run_warps, values), IsCloseTo(sums_of_32(values), float_rounding(32)));
}

TEST_CASE("the sum of up to 256 values, by one block", "[task 2][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(256)));
  CHECK_THAT(ask(run, values), IsSumOf(values));
}

TEST_CASE("the sum of any number of values", "[task 3][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(1 << 18, 257)));
  CHECK_THAT(ask(run, values), IsSumOf(values));
}

TEST_CASE("the sum where the last tile has few values", "[task 3][correctness]") {
  const auto values = random_floats(GENERATE(2049U, 2148U, 4224U, 10'275U));
  CHECK_THAT(ask(run, values), IsSumOf(values));
}

TEST_CASE("the sum of more values than all threads take at a time", "[task 3][correctness]") {
  const auto values = random_floats((1 << 22) + 77);
  CHECK_THAT(ask(run, values), IsSumOf(values));
}

TEST_CASE("beats an atomicAdd a thread", "[task 3][timing]") {
  CHECK_THAT(race(
                 run, [](std::size_t n) { return std::tuple{random_floats(n)}; },
                 [](const std::vector<float>& values) { return IsSumOf(values); }),
             MeetsThreshold());
}

TEST_CASE("a block sums in registers", "[task 2][counters]") {
  const auto values = random_floats(256);
  CHECK_THAT(count(run, values), MeetsLimits(IsSumOf(values)));
}

TEST_CASE("one atomicAdd a block", "[task 3][counters]") {
  const auto values = random_floats(1 << 16);
  CHECK_THAT(count(run, values), MeetsLimits(IsSumOf(values)));
}
