// The tests of exercise reduce_shared. `run_block` and `run` are executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "reduce_shared.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

OutputValue<float> run_block(Student& student, const Input<float>& values) {
  auto in = to_device(values);
  auto sum = device_value<float>();
  CALL(student, sum_of_block)(in, static_cast<unsigned>(values.size()), sum);
  return to_judge(sum);
}

OutputValue<float> run(Student& student, const Input<float>& values,
                       Named<"threads", unsigned> threads) {
  auto in = to_device(values);
  auto sum = device_value<float>();
  CALL(student, reduce_shared)(in, values.size(), threads, sum);
  return to_judge(sum);
}

OutputValue<float> run_256(Student& student, const Input<float>& values) {
  return run(student, values, 256);
}

}  // namespace

TEST_CASE("a block of any size sums its places", "[task 1][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(1024)));
  CHECK_THAT(ask(run_block, values), IsSumOf(values));
}

TEST_CASE("the sum of any number of values", "[task 2][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(1 << 18)));
  CHECK_THAT(ask(run, values, 256U), IsSumOf(values));
}

TEST_CASE("the sum with blocks of any size", "[task 2][correctness]") {
  const auto values = random_floats(40'009);
  const auto threads = GENERATE(1U, 32U, 33U, 100U, 768U, 1024U);
  CHECK_THAT(ask(run, values, threads), IsSumOf(values));
}

TEST_CASE("the sum of more values than there are threads at a time", "[task 2][correctness]") {
  const auto values = random_floats((1 << 20) + 77);
  CHECK_THAT(ask(run, values, 256U), IsSumOf(values));
}

TEST_CASE("beats an atomicAdd a thread", "[task 2][timing]") {
  CHECK_THAT(race(
                 run_256, [](std::size_t n) { return std::tuple{random_floats(n)}; },
                 [](const std::vector<float>& values) { return IsSumOf(values); }),
             MeetsThreshold());
}

TEST_CASE("warps stay whole and banks stay free", "[task 1][counters]") {
  const auto values = random_floats(1024);
  CHECK_THAT(count(run_block, values)
                 .advise("shuffles",
                         "Here the places in shared memory are folded, half onto half; only the "
                         "last 32 may be summed by shuffles. reduce_shuffle asks for those."),
             MeetsLimits(IsSumOf(values)));
}

// However many values there are, lanes read neighbouring ones: with the larger number there are
// several for each thread of a full grid.
TEST_CASE("one atomicAdd a block", "[task 2][counters]") {
  const auto values = random_floats(1 << 16), more = random_floats((1 << 20) + 77);
  CHECK_THAT(
      count(run_256, values).per("load_sectors_per_value", "global_load_sectors", values.size()),
      MeetsLimits(IsSumOf(values)));
  CHECK_THAT(count(run_256, more)
                 .with("global_atomic_threads", 0)  // more blocks than above are fair
                 .per("load_sectors_per_value", "global_load_sectors", more.size()),
             MeetsLimits(IsSumOf(more)));
}
