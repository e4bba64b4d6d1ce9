// The tests of exercise scan_large. `parts`, `totals` and `run` are executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "scan_large.hpp"

#include <numeric>
#include <warpschool/harness.hpp>
#include <warpschool/harness/backend.hpp>

using namespace warpschool::harness;

namespace {

using Values = std::vector<int>;

enum class Part { kWarps, kSegments };

Output<int> parts(Student& student, const Input<int>& values, Part part) {
  auto in = to_device(values);
  auto sums = device_array<int>(values.size());
  if (part == Part::kWarps) {
    CALL(student, scan_warps)(in, values.size(), sums);
  } else {
    CALL(student, scan_segments)(in, values.size(), sums);
  }
  return to_judge(sums);
}

// The sums, and the totals.
std::pair<Output<int>, Output<int>> tiles(Student& student, const Input<int>& values) {
  auto in = to_device(values);
  auto sums = device_array<int>(values.size());
  auto of_tiles = device_array<int>((values.size() + kTile - 1) / kTile);
  CALL(student, scan_tiles)(in, values.size(), sums, of_tiles);
  return {to_judge(sums), to_judge(of_tiles)};
}

Output<int> totals(Student& student, const Input<int>& values) {
  auto in = to_device(values);
  auto sums = device_array<int>((values.size() + kTile - 1) / kTile);
  CALL(student, sum_tiles)(in, values.size(), sums);
  return to_judge(sums);
}

Output<int> scanned_totals(Student& student, const Input<int>& values) {
  auto in_place = to_device_in_place(values);
  CALL(student, scan_totals)(in_place, values.size());
  return to_judge(in_place);
}

Output<int> run(Student& student, const Input<int>& values) {
  auto in = to_device(values);
  auto sums = device_array<int>(values.size());
  auto scratch = device_array<int>(values.size() / 1024 + 1);
  CALL(student, scan_large)(in, values.size(), sums, scratch);
  return to_judge(sums);
}

// The sums of the last tile, which hold all values before it: of many values that is enough to see.
Output<int> run_to_the_end(Student& student, const Input<int>& values) {
  auto in = to_device(values);
  auto sums = device_array<int>(values.size());
  auto scratch = device_array<int>(values.size() / 1024 + 1);
  CALL(student, scan_large)(in, values.size(), sums, scratch);
  return end_to_judge(sums, kTile);
}

// The exclusive scan, begun anew after `each` values.
Values scan_on_host(const Values& values, std::size_t each) {
  Values sums(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i] = i % each == 0 ? 0 : sums[i - 1] + values[i - 1];
  }
  return sums;
}

Values totals_on_host(const Values& values) {
  Values sums((values.size() + kTile - 1) / kTile);
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i / kTile] += values[i];
  }
  return sums;
}

Values inclusive_of_32(const Values& values) {
  Values sums = scan_on_host(values, 32);
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i] += values[i];
  }
  return sums;
}

// The exclusive scans of parts, each with the sum of the run of `run` values that the element is
// in: an inclusive scan of such runs taken for an exclusive one.
std::vector<double> with_own_run(const Values& values, std::size_t each, std::size_t run) {
  const Values sums = scan_on_host(values, each);
  std::vector<double> result(sums.begin(), sums.end());
  for (std::size_t begin = 0; begin < values.size(); begin += run) {
    const std::size_t end = std::min(begin + run, values.size());
    const auto own = std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                     values.begin() + static_cast<std::ptrdiff_t>(end), 0);
    for (std::size_t i = begin; i < end; ++i) {
      result[i] += own;
    }
  }
  return result;
}

// What one lane of each warp has of its tile; nothing where that is 0 for all.
std::vector<double> totals_of_lane(const Values& values, std::size_t lane) {
  std::vector<double> sums((values.size() + kTile - 1) / kTile);
  bool any = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[i / kTile] += i / 4 % 32 == lane ? values[i] : 0;
    any = any || (i / 4 % 32 == lane && values[i] != 0);
  }
  return any ? sums : std::vector<double>();
}

auto are_totals(const Values& values) {
  const char* const hint =
      "That is what one lane of each warp has, not the sum of its lanes: scan_warp leaves that in "
      "its last lane.";
  return EqualsExactly(totals_on_host(values))
      .mistaken([=] { return totals_of_lane(values, 0); }, hint)
      .mistaken([=] { return totals_of_lane(values, 31); }, hint);
}

auto are_scanned_totals(const Values& values) {
  const std::size_t whole = values.size() / kTile * kTile;
  return EqualsExactly(scan_on_host(values, values.size()))
      .mistaken([=] { return with_own_run(values, values.size(), kTile); },
                "A tile's own totals are in what comes before them: they are added to it when the "
                "tile is done.")
      .mistaken(
          [=] {
            const Values sums = scan_on_host(values, values.size());
            std::vector<double> result(values.begin(), values.end());
            std::copy_n(sums.begin(), whole, result.begin());
            return result;
          },
          "Only whole tiles of totals are scanned: a division of integers rounds down, and the "
          "last tile may have fewer.");
}

// Around the edges of lanes, warps, segments and tiles.
const std::vector<std::size_t> kSizes{0,   1,   3,   4,   5,    31,   32,   33,   127,  129, 255,
                                      511, 512, 513, 997, 1025, 2047, 4095, 4096, 4097, 8195};

std::size_t all_sizes() {
  return GENERATE(Catch::Generators::from_range(kSizes));
}

}  // namespace

TEST_CASE("each warp scans its 32 values", "[task 1][correctness]") {
  const auto values = random_ints(all_sizes());
  CHECK_THAT(ask(parts, values, Part::kWarps), EqualsExactly(inclusive_of_32(values)));
}

TEST_CASE("each warp scans its segment", "[task 2][correctness]") {
  const auto values = random_ints(all_sizes());
  CHECK_THAT(ask(parts, values, Part::kSegments),
             EqualsExactly(scan_on_host(values, kSegment))
                 .mistaken([&] { return with_own_run(values, kSegment, 4); },
                           "A lane's own four values are in its sum, too: scan_warp gives the sum "
                           "up to and including them, and what is asked for lies before."));
}

TEST_CASE("each block scans its tile", "[task 3][correctness]") {
  const auto values = random_ints(all_sizes());
  const auto answer = ask(tiles, values);
  CHECK_THAT(
      part<0>(answer),
      EqualsExactly(scan_on_host(values, kTile))
          .mistaken([&] { return with_own_run(values, kTile, kSegment); },
                    "A warp's own segment is in what lies before it: warp w adds up those of "
                    "warps 0 to w - 1."));
  CHECK_THAT(part<1>(answer), EqualsExactly(totals_on_host(values)));
}

TEST_CASE("each block adds up its tile", "[task 4][correctness]") {
  const auto values = random_ints(GENERATE(0U, 1U, 997U, 4095U, 4096U, 4097U, 100'003U));
  CHECK_THAT(ask(totals, values), are_totals(values));
}

TEST_CASE("one block scans the totals, tile by tile of them", "[task 5][correctness]") {
  const std::size_t tiles = GENERATE(0U, 1U, 513U, 4095U, 4096U, 4097U, 3 * kTile + kSegment + 1U);
  const auto values = random_ints(tiles);
  CHECK_THAT(ask(scanned_totals, values), are_scanned_totals(values));
}

TEST_CASE("any number of values is scanned", "[task 5][correctness]") {
  const auto values = random_ints(GENERATE(edge_sizes(1 << 18)));
  CHECK_THAT(ask(run, values), EqualsExactly(scan_on_host(values, values.size())));
}

TEST_CASE("many tiles, the last 4096 sums", "[task 5][correctness]") {
  // On a GPU more than a tile has values. On the simulator so many take a second, and a scan of as
  // many totals has shown what goes wrong with them.
  const auto values = random_ints(std::size_t{kTile} * (simulated() ? 300 : kTile) + 1);
  Values last(kTile);
  int sum = std::accumulate(values.begin(), values.end() - kTile, 0);
  for (std::size_t i = 0; i < kTile; ++i) {
    last[i] = sum;
    sum += values[values.size() - kTile + i];
  }
  CHECK_THAT(ask(run_to_the_end, values), EqualsExactly(last));
}

TEST_CASE("beats a single block", "[task 5][timing]") {
  CHECK_THAT(
      race(
          run, [](std::size_t n) { return std::tuple{random_ints(n)}; },
          [](const Values& values) { return EqualsExactly(scan_on_host(values, values.size())); }),
      MeetsThreshold());
}

TEST_CASE("a warp scans in five steps", "[task 1][counters]") {
  const auto values = random_ints(1U << 14);
  CHECK_THAT(count(parts, values, Part::kWarps)
                 .per("shuffles_of_a_scan", "shuffles", values.size() / 32)
                 .advise("shuffles_of_a_scan",
                         "Five shuffles do: add the value of the lane 1, 2, 4, 8 and 16 before, "
                         "where there is one. Nobody has to ask each lane."),
             MeetsLimits(EqualsExactly(inclusive_of_32(values))));
}

TEST_CASE("reads the values twice and writes the sums once", "[task 5][counters]") {
  const auto values = random_ints((1U << 20) + 77);
  const double totals_us = count(scanned_totals, random_ints(3 * kTile)).answer().elapsed_us();
  CHECK_THAT(
      count(run, values)
          .per("dram_bytes_per_value", "dram_bytes", values.size())
          .with("totals_us", totals_us, "time that scan_totals takes for three tiles of totals")
          .advise("totals_us", "Kernel 2: all threads of its block scan a tile of totals."),
      MeetsLimits(EqualsExactly(scan_on_host(values, values.size()))));
}
