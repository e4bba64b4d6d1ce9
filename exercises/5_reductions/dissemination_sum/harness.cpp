// The tests of exercise dissemination_sum. `run_step` and `run` are executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "dissemination_sum.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

Output<int> run_step(Student& student, const Input<int>& values,
                     Named<"distance", unsigned> distance) {
  auto in = to_device(values);
  auto sums = device_array<int>(values.size());
  CALL(student, dissemination_step)(in, values.size(), distance, sums);
  return to_judge(sums);
}

Output<int> run(Student& student, const Input<int>& values) {
  auto in = to_device(values);
  auto sums = device_array<int>(values.size());
  CALL(student, dissemination_sum)(in, values.size(), sums);
  return to_judge(sums);
}

std::vector<int> step_on_host(const std::vector<int>& values, unsigned distance) {
  std::vector<int> sums(values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t other = i / 32 * 32 + (i + distance) % 32;
    sums[i] += other < values.size() ? values[other] : 0;
  }
  return sums;
}

std::vector<int> sums_on_host(const std::vector<int>& values) {
  std::vector<int> sums_of_groups((values.size() + 31) / 32);
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums_of_groups[i / 32] += values[i];
  }
  std::vector<int> sums(values.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] = sums_of_groups[i / 32];
  }
  return sums;
}

}  // namespace

TEST_CASE("a step adds the place further on, round the warp", "[task 1][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(2000)));
  const auto distance = GENERATE(1U, 4U, 16U, 31U);
  CHECK_THAT(ask(run_step, values, distance),
             EqualsExactly(step_on_host(values, distance)).threads(256));
}

TEST_CASE("every lane has the sum of its warp", "[task 2][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(1 << 16)));
  CHECK_THAT(ask(run, values), EqualsExactly(sums_on_host(values)).threads(256));
}

TEST_CASE("five steps in shared memory, all lanes at work", "[task 2][counters]") {
  const auto values = random_ints(1 << 14);
  auto counted = count(run, values);
  counted.with("modelled_us", counted.answer().elapsed_us());
  for (const char* name : {"shared_requests_per_warp", "shared_requests", "shared_store_requests",
                           "shared_bank_conflicts", "shuffles_per_warp"}) {
    counted.advise(
        name,
        "Five steps: in each of them every lane stores what it has in its place in shared "
        "memory, and loads what another has in its own.");
  }
  CHECK_THAT(counted, MeetsLimits(EqualsExactly(sums_on_host(values))));
}
