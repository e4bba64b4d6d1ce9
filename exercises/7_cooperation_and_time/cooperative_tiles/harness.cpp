// The tests of exercise cooperative_tiles. The functions called run_... are executed by the worker,
// next to the student's code; the TEST_CASEs by the judge.
#include "cooperative_tiles.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Ints = std::vector<int>;

Output<int> run_sums(Student& student, const Input<int>& values, Named<"size", unsigned> size) {
  auto in = to_device(values);
  auto sums = device_array<int>((values.size() + size - 1) / size);
  CALL(student, tile_sums)(in, values.size(), size, sums);
  return to_judge(sums);
}

Output<int> run_sort(Student& student, const Input<int>& values, Named<"size", unsigned> size) {
  auto in = to_device(values);
  auto sorted = device_array<int>(values.size());
  CALL(student, sort_tiles)(in, values.size(), size, sorted);
  return to_judge(sorted);
}

std::pair<Output<int>, OutputValue<unsigned>> run_gather(Student& student, const Input<int>& values,
                                                         Named<"limit", int> limit) {
  auto in = to_device(values);
  auto out = device_array<int>(values.size());
  auto count = device_value<unsigned>();
  CALL(student, gather_above)(in, values.size(), limit, out, count);
  return {to_judge(out), to_judge(count)};
}

/// The gathered values, ascending; nothing if their number cannot be.
auto run_sorted_gather(Student& student, const Input<int>& values, Named<"limit", int> limit) {
  constexpr auto kSort = [](Ints out, unsigned count) {
    out.resize(count <= out.size() ? count : 0);
    std::sort(out.begin(), out.end());
    return out;
  };
  auto [out, count] = run_gather(student, values, limit);
  return in_judge(kSort, out, count);
}

Ints sums_on_host(const Ints& values, unsigned size) {
  Ints sums((values.size() + size - 1) / size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i / size] += values[i];
  }
  return sums;
}

Ints sorted_on_host(Ints values, unsigned size) {
  for (std::size_t i = 0; i < values.size(); i += size) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(i);
    const auto rest = values.end() - first;
    std::sort(first, first + std::min<std::ptrdiff_t>(size, rest));
  }
  return values;
}

/// Those above the limit, ascending.
Ints gathered_on_host(const Ints& values, int limit) {
  Ints above;
  std::copy_if(values.begin(), values.end(), std::back_inserter(above),
               [limit](int value) { return value > limit; });
  std::sort(above.begin(), above.end());
  return above;
}

}  // namespace

TEST_CASE("each tile sums its values", "[task 1][correctness]") {
  const auto size = GENERATE(4U, 8U, 16U);
  const auto values = random_ints(GENERATE(edge_sizes(3000)));
  CHECK_THAT(ask(run_sums, values, size), EqualsExactly(sums_on_host(values, size)));
}

TEST_CASE("each tile sorts its values", "[task 2][correctness]") {
  const auto size = GENERATE(4U, 8U, 16U);
  // Many equal values; few; and large ones that a float does not tell from each other.
  const auto [low, high] = GENERATE(
      table<int, int>({{-3, 3}, {-2'000'000'000, 2'000'000'000}, {2'000'000'000, 2'000'000'300}}));
  const auto n = GENERATE(edge_sizes(3000));
  if (low != -3 && n < 1000) {
    return;  // the other ranges need some values, not each edge
  }
  const auto values = random_ints(n, low, high);
  CHECK_THAT(ask(run_sort, values, size), EqualsExactly(sorted_on_host(values, size)));
}

TEST_CASE("the values above a limit are gathered", "[task 3][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(3000)));
  const auto limit = GENERATE(-1001, 0, 900, 1000);  // all, half, few, none
  const auto expected = gathered_on_host(values, limit);
  const auto answer = ask(run_gather, values, limit);
  CHECK_THAT(part<1>(answer), EqualsExactly(static_cast<unsigned>(expected.size())));
  CHECK_THAT(mapped(part<0>(answer),
                    [&](Ints out) {
                      out.resize(std::min(out.size(), expected.size()));
                      std::sort(out.begin(), out.end());
                      return out;
                    }),
             EqualsExactly(expected));
}

TEST_CASE("all blocks sum tiles", "[task 1][counters]") {
  const auto values = random_ints(8192);
  CHECK_THAT(count(run_sums, values, 8U)
                 .advise("shuffles",
                         "The sum over a tile of 8 takes three steps, at distances 4, 2 and 1, not "
                         "a shuffle for each of its threads."),
             MeetsLimits(EqualsExactly(sums_on_host(values, 8))));
}

TEST_CASE("all blocks sort tiles", "[task 2][counters]") {
  const auto values = random_ints(8192);
  CHECK_THAT(count(run_sort, values, 8U), MeetsLimits(EqualsExactly(sorted_on_host(values, 8))));
}

TEST_CASE("one atomicAdd for all threads that come together", "[task 3][counters]") {
  const std::size_t warps = 128;
  const auto values = random_ints(32 * warps);
  CHECK_THAT(
      count(run_sorted_gather, values, 0)
          .per("atomics_per_warp", "global_atomic_threads", warps)
          .advise("atomics_per_warp",
                  "One thread of those that come together adds for all of them, and hands the old "
                  "value on to the others."),
      MeetsLimits(EqualsExactly(gathered_on_host(values, 0))));
}
