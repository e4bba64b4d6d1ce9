// The tests of exercise histogram_shared. `run_one_block` and `run` are executed by the worker,
// next to the student's code; the TEST_CASEs by the judge.
#include "histogram_shared.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Bytes = std::vector<unsigned char>;
using Bins = std::vector<unsigned>;

Output<unsigned> run_one_block(Student& student, const Input<unsigned char>& bytes) {
  auto in = to_device(bytes);
  auto bins = device_array<unsigned>(kBins);
  CALL(student, histogram_of_one_block)(in, bytes.size(), bins);
  return to_judge(bins);
}

Output<unsigned> run(Student& student, const Input<unsigned char>& bytes) {
  auto in = to_device(bytes);
  auto bins = device_array<unsigned>(kBins);
  CALL(student, histogram_shared)(in, bytes.size(), bins);
  return to_judge(bins);
}

Bins histogram_on_host(const Bytes& bytes) {
  Bins bins(kBins);
  for (const auto byte : bytes) {
    ++bins[byte];
  }
  return bins;
}

}  // namespace

TEST_CASE("one block counts its bytes", "[task 1][correctness]") {
  const auto n = GENERATE(edge_sizes(10'000));
  const auto bytes = random_bytes(n);
  CHECK_THAT(ask(run_one_block, bytes), EqualsExactly(histogram_on_host(bytes)));
  if (n == 0) {  // once: more of a kind than 16 bits can count
    const Bytes alike(70'001, random_bytes(1).front());
    CHECK_THAT(ask(run_one_block, alike), EqualsExactly(histogram_on_host(alike)));
  }
}

TEST_CASE("all blocks together count all bytes", "[task 2][correctness]") {
  const auto bytes = random_bytes(GENERATE(edge_sizes(1 << 18)));
  CHECK_THAT(ask(run, bytes), EqualsExactly(histogram_on_host(bytes)));
}

TEST_CASE("bytes that are all alike are counted too", "[task 2][correctness]") {
  const Bytes bytes(40'003, random_bytes(1).front());
  CHECK_THAT(ask(run, bytes), EqualsExactly(histogram_on_host(bytes)));
}

TEST_CASE("beats counting in global memory", "[task 2][timing]") {
  CHECK_THAT(race(
                 run, [](std::size_t n) { return std::tuple{random_bytes(n)}; },
                 [](const Bytes& bytes) { return EqualsExactly(histogram_on_host(bytes)); }),
             MeetsThreshold());
}

TEST_CASE("few atomics in global memory", "[task 2][counters]") {
  const auto bytes = random_bytes((1 << 16) + 5);
  CHECK_THAT(count(run, bytes), MeetsLimits(EqualsExactly(histogram_on_host(bytes))));
}
