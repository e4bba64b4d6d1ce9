// The tests of exercise smooth_1d. `run` is executed by the worker, next to the student's code;
// the TEST_CASEs by the judge.
#include "smooth_1d.hpp"

#include <limits>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Floats = std::vector<float>;

Output<float> run(Student& student, const Input<float>& values) {
  auto in = to_device(values);
  auto out = device_array<float>(values.size());
  CALL(student, smooth_1d)(in, out, values.size());
  return to_judge(out);
}

auto is_smoothed(const Floats& values) {
  std::vector<double> means(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double left = i > 0 ? static_cast<double>(values[i - 1]) : 0;
    const double right = i + 1 < values.size() ? static_cast<double>(values[i + 1]) : 0;
    means[i] = (left + static_cast<double>(values[i]) + right) / 3;
  }
  return IsCloseTo(means, within_absolute(1e-6));
}

}  // namespace

TEST_CASE("one block smooths its elements", "[task 1][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(1024)));
  CHECK_THAT(ask(run, values), is_smoothed(values));
}

TEST_CASE("blocks see across their edges", "[task 2][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(1 << 17, 1025)));
  CHECK_THAT(ask(run, values), is_smoothed(values));
}

TEST_CASE("an infinity reaches its neighbours and nobody else", "[task 2][correctness]") {
  auto values = random_floats(3000);
  const auto at = GENERATE(std::size_t{0}, std::size_t{255}, std::size_t{1023}, std::size_t{2048},
                           std::size_t{2999});
  values[at] = std::numeric_limits<float>::infinity();
  CHECK_THAT(ask(run, values), is_smoothed(values));
}

TEST_CASE("beats a single block", "[task 2][timing]") {
  CHECK_THAT(race(
                 run, [](std::size_t n) { return std::tuple{random_floats(n)}; },
                 [](const Floats& values) { return is_smoothed(values); }),
             MeetsThreshold());
}

TEST_CASE("reads each element once", "[task 2][counters]") {
  const std::size_t n = (1 << 16) + 77;
  const auto values = random_floats(n);
  CHECK_THAT(count(run, values)
                 .per("global_loads_per_output", "global_load_threads", n)
                 .per("load_sectors_per_output", "global_load_sectors", n)
                 .per("instructions_per_output", "warp_instructions", n),
             MeetsLimits(is_smoothed(values)));
}
