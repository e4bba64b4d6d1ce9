// The tests of exercise dot_cooperative. `run_tiles` and `run` are executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "dot_cooperative.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Floats = std::vector<float>;

Output<float> run_tiles(Student& student, const Input<float>& values) {
  auto in = to_device(values);
  auto sums = device_array<float>((values.size() + 31) / 32);
  CALL(student, tile_sums)(in, values.size(), sums);
  return to_judge(sums);
}

OutputValue<float> run(Student& student, const Input<float>& a, const Input<float>& b) {
  auto left = to_device(a);
  auto right = to_device(b);
  auto dot = device_value<float>();
  CALL(student, dot_cooperative)(left, right, a.size(), dot);
  return to_judge(dot);
}

std::vector<double> sums_of_32(const Floats& values) {
  std::vector<double> sums((values.size() + 31) / 32);
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i / 32] += static_cast<double>(values[i]);
  }
  return sums;
}

std::tuple<Floats, Floats> two_vectors(std::size_t n) {
  return {random_floats(n), random_floats(n)};
}

auto is_dot_of(const Floats& a, const Floats& b) {
  double dot = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    dot += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return IsCloseTo(dot, float_rounding(a.size(), 0.5));
}

}  // namespace

TEST_CASE("each tile sums its 32 values", "[task 1][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(5000)));
  CHECK_THAT(ask(run_tiles, values), IsCloseTo(sums_of_32(values), float_rounding(32)));
}

TEST_CASE("the product of up to 256 pairs, by one block", "[task 2][correctness]") {
  const auto [a, b] = two_vectors(GENERATE(edge_sizes(256)));
  CHECK_THAT(ask(run, a, b), is_dot_of(a, b));
}

TEST_CASE("the product of any number of pairs", "[task 3][correctness]") {
  const auto [a, b] = two_vectors(GENERATE(edge_sizes(1 << 18, 257)));
  CHECK_THAT(ask(run, a, b), is_dot_of(a, b));
}

TEST_CASE("the product where the last chunk has few pairs", "[task 3][correctness]") {
  const auto [a, b] = two_vectors(GENERATE(1025U, 1124U, 2176U, 5155U));
  CHECK_THAT(ask(run, a, b), is_dot_of(a, b));
}

TEST_CASE("the product of more pairs than all threads take at a time", "[task 3][correctness]") {
  const auto [a, b] = two_vectors((1 << 21) + 77);
  CHECK_THAT(ask(run, a, b), is_dot_of(a, b));
}

TEST_CASE("beats an atomicAdd a pair", "[task 3][timing]") {
  CHECK_THAT(race(run, two_vectors, is_dot_of), MeetsThreshold());
}

TEST_CASE("a block sums in registers", "[task 2][counters]") {
  const auto [a, b] = two_vectors(256);
  CHECK_THAT(count(run, a, b), MeetsLimits(is_dot_of(a, b)));
}

TEST_CASE("one atomicAdd a block", "[task 3][counters]") {
  const auto [a, b] = two_vectors(1 << 16);
  CHECK_THAT(count(run, a, b), MeetsLimits(is_dot_of(a, b)));
}
