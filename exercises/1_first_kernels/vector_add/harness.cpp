// The tests of exercise vector_add. `run` is executed by the worker, next to the student's code;
// the TEST_CASEs by the judge.
#include "vector_add.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

std::vector<float> run(Student& student, const std::vector<float>& a, const std::vector<float>& b) {
  auto a_on_device = to_device(a);
  auto b_on_device = to_device(b);
  auto sum = device_array<float>(a.size());
  CALL(student, vector_add)(a_on_device, b_on_device, sum, a.size());
  return to_host(sum);
}

void check_sum_of(std::size_t n) {
  const auto a = random_floats(n);
  const auto b = random_floats(n);
  std::vector<float> sum(n);  // one rounding, the same on every device: compared exactly
  for (std::size_t i = 0; i < n; ++i) {
    sum[i] = a[i] + b[i];
  }
  CHECK_THAT(ask(run, a, b), EqualsExactly(sum).threads(256));
}

}  // namespace

TEST_CASE("one block adds up to 256 pairs", "[task 1][correctness]") {
  check_sum_of(GENERATE(values<std::size_t>({256, 1, 2, 31, 32, 33, 255})));
}

TEST_CASE("any number of pairs is added", "[task 2][correctness]") {
  check_sum_of(GENERATE(values<std::size_t>({257, 512, 997, 1000, 1024, 1025, (1 << 20) + 3, 0})));
}
