// The tests of exercise reduce_global. `run_step` and `run` are executed by the worker, next to the
// student's code; the TEST_CASEs by the judge.
#include "reduce_global.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

Output<float> run_step(Student& student, const Input<float>& values, Named<"stride"> stride) {
  auto array = to_device_in_place(values);
  CALL(student, reduce_step)(array, values.size(), stride);
  return to_judge(array);
}

// The first 256 elements after a step. All values are 1 and made here: so many need not travel.
Output<float> run_far_step(Student& student, Named<"n"> n, Named<"stride"> stride) {
  auto array = to_device_in_place(std::vector<float>(n, 1));
  CALL(student, reduce_step)(array, n, stride);
  return to_judge(array, 256);
}

// The first value after the reduction; 0 if there is none.
auto run(Student& student, const Input<float>& values) {
  auto array = to_device_in_place(values);
  CALL(student, reduce_global)(array, values.size());
  constexpr auto kFirst = [](const std::vector<float>& first) {
    return first.empty() ? 0 : first.front();
  };
  return in_judge(kFirst, to_judge(array, 1));
}

std::vector<float> after_step(std::vector<float> values, std::size_t stride) {
  for (std::size_t i = 0; i + stride < values.size(); i += 2 * stride) {
    values[i] += values[i + stride];
  }
  return values;
}

/// The first value after steps of these strides.
template <class Next>
std::vector<double> after_strides(std::vector<float> values, std::size_t stride, Next next) {
  for (; stride > 0 && stride < values.size(); stride = next(stride)) {
    values = after_step(std::move(values), stride);
  }
  return {values.empty() ? 0.0 : static_cast<double>(values.front())};
}

auto is_sum_of(const std::vector<float>& values) {
  return IsSumOf(values)
      .mistaken(
          [=] { return after_strides(values, 1, [](std::size_t s) { return s + 1; }); },
          "That is what strides 1, 2, 3, 4, ... give: each must be twice the one before, as a step "
          "leaves sums in places twice as far apart.")
      .mistaken(
          [=] { return after_strides(values, 1, [](std::size_t s) { return s + 2; }); },
          "That is what strides 1, 3, 5, ... give: each must be twice the one before, as a step "
          "leaves sums in places twice as far apart.")
      .mistaken(
          [=] {
            return after_strides(values, values.size() / 2, [](std::size_t s) { return s / 2; });
          },
          "That is what strides n / 2, n / 4, ..., 1 give. The pairs of a step lie 2 * stride "
          "apart, in places that the steps of smaller strides have filled: begin with 1.");
}

}  // namespace

TEST_CASE("a step adds the pairs of its stride", "[task 1][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(5000)));
  const auto stride = GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{64}, std::size_t{1024});
  CHECK_THAT(ask(run_step, values, stride), EqualsExactly(after_step(values, stride)));
}

TEST_CASE("threads without a pair, whose places do not fit into 32 bits", "[task 1][correctness]") {
  const std::size_t stride = 8'421'505;  // 255 * 2 * stride is 2^32 + 254
  std::vector<float> expected(256, 1);
  expected[0] = 2;
  CHECK_THAT(ask(run_far_step, stride + 300, stride), EqualsExactly(expected));
}

TEST_CASE("the sum of any number of values", "[task 2][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(1 << 16)));
  CHECK_THAT(ask(run, values), is_sum_of(values));
}

TEST_CASE("beats a single thread", "[task 2][timing]") {
  CHECK_THAT(race(
                 run, [](std::size_t n) { return std::tuple{random_floats(n)}; },
                 [](const std::vector<float>& values) { return is_sum_of(values); }),
             MeetsThreshold());
}

TEST_CASE("1024 values take 10 launches", "[task 2][counters]") {
  const auto values = random_floats(1024);
  CHECK_THAT(
      count(run, values)
          .advise("launches", "One launch a stride: blocks cannot wait for each other within one."),
      MeetsLimits(is_sum_of(values)));
}
