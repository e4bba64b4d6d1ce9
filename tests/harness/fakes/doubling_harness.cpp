// The harness.cpp of the fake exercise.
#include "doubling.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

std::vector<float> run(Student& student, const std::vector<float>& input) {
  auto in = to_device(input);
  auto out = device_array<float>(input.size());
  CALL(student, doubled)(in, input.size(), out);
  return to_host(out);
}

Output<float> run_sealed(Student& student, const Input<float>& input) {
  auto in = to_device(input);
  auto out = device_array<float>(input.size());
  CALL(student, doubled)(in, input.size(), out);
  return to_judge(out);
}

std::vector<float> run_tripled(Student& student, const std::vector<float>& input) {
  auto in = to_device(input);
  auto out = device_array<float>(input.size());
  CALL(student, tripled)(in, input.size(), out);
  return to_host(out);
}

std::vector<int> run_fails(Student& student, int code) {
  const auto outcome = CALL_TO_FAIL(student, fails)(code);
  return {outcome.value, outcome.after.pending, outcome.after.device};
}

int run_counts_down(Student& student, int n) {
  CALL(student, counts_down)(n);
  return n;
}

int run_undefined(Student& student, int value) {
  CALL(student, undefined_function)(value);
  return 0;
}

auto expected(const std::vector<float>& input, float factor) {
  return MapsTo(input.size(), [&input, factor](std::size_t i) { return factor * input[i]; })
      .threads(256);
}

}  // namespace

TEST_CASE("doubles any values", "[task 1][correctness]") {
  const auto input = random_floats(GENERATE(edge_sizes(5000, 1)));
  CHECK_THAT(ask(run, input), expected(input, 2));
}

TEST_CASE("doubles what lies on the device", "[task 5][correctness]") {
  const auto input = random_floats(1000);
  CHECK_THAT(ask(run_sealed, input), expected(input, 2));
}

TEST_CASE("triples, whatever became of doubling", "[task 2][correctness]") {
  const auto input = random_floats(1000);
  CHECK_THAT(ask(run_tripled, input), expected(input, 3));
}

TEST_CASE("fails as it is asked to", "[task 3][correctness]") {
  constexpr int kInvalidConfiguration = 9;
  CHECK_THAT(ask(run_fails, kInvalidConfiguration), EqualsExactly(std::vector{9, 9, 0}));
  constexpr int kIllegalAddress = 700;
  CHECK_THAT(ask(run_fails, kIllegalAddress), EqualsExactly(std::vector{700, 700, 700}));
  CHECK_THAT(ask(run_fails, 0), EqualsExactly(std::vector{0, 0, 0}));
}

TEST_CASE("prints what it is asked to", "[task 4][correctness]") {
  CHECK_THAT(printed_lines(ask(run_counts_down, 3)),
             EqualsExactly(std::vector<std::string>{"0", "1", "2"}));
  CHECK_THAT(printed_lines(ask(run_counts_down, 0)), EqualsExactly(std::vector<std::string>{}));
}

TEST_CASE("is fast", "[task 1][timing]") {
  CHECK_THAT(race(
                 run, [](std::size_t n) { return std::tuple{random_floats(n)}; },
                 [](const std::vector<float>& input) { return expected(input, 2); }),
             MeetsThreshold());
}

TEST_CASE("loads in few sectors", "[task 1][counters]") {
  const auto input = random_floats(GENERATE(1024U, 2048U, 4096U));
  CHECK_THAT(count(run, input).per("sectors_of_ten", "global_load_sectors", 10),
             MeetsLimits(expected(input, 2)));
}

TEST_CASE("calls what is not there", "[task 9][correctness]") {
  CHECK(ask(run_undefined, 3).value() == 0);
}
