// The tests of exercise bank_conflicts. The functions that take a Student are executed by the
// worker, next to the student's code; the TEST_CASEs by the judge.
#include "bank_conflicts.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

Output<float> float_sums(Student& student, const Input<float>& tile) {
  const std::size_t tiles = tile.size() / kFloatCols / kRows;
  auto in = to_device(tile);
  auto sums = device_array<float>(tiles * kRows);
  CALL(student, sum_float_rows)(in, tiles, sums);
  return to_judge(sums);
}

Output<double> double_sums(Student& student, const Input<double>& tile) {
  const std::size_t tiles = tile.size() / kDoubleCols / kRows;
  auto in = to_device(tile);
  auto sums = device_array<double>(tiles * kRows);
  CALL(student, sum_double_rows)(in, tiles, sums);
  return to_judge(sums);
}

Output<float> transposed(Student& student, const Input<float>& tile) {
  auto in = to_device(tile);
  auto out = device_array<float>(tile.size());
  CALL(student, transpose_tiles)(in, tile.size() / 1024, out);
  return to_judge(out);
}

/// Whole numbers: their sums are exact in any order.
template <class T>
std::vector<T> whole_numbers(std::size_t count) {
  const auto numbers = random_ints(count);
  return {numbers.begin(), numbers.end()};
}

template <class T>
auto are_sums_of_rows(const std::vector<T>& tile, std::size_t cols) {
  std::vector<T> sums(tile.size() / cols);
  for (std::size_t i = 0; i < tile.size(); ++i) {
    sums[i / cols] += tile[i];
  }
  return EqualsExactly(sums);
}

auto is_transposed(const Floats& tile) {
  Floats out(tile.size());
  for (std::size_t i = 0; i < tile.size(); ++i) {
    out[i / 1024 * 1024 + i % 32 * 32 + i % 1024 / 32] = tile[i];
  }
  return EqualsExactly(out);
}

constexpr std::size_t kTiles = 64;  // in the counter checks

/// A tile of `cols` columns and 32 rows is stored and loaded by as many requests of whole warps.
template <class Run, class Values, class Matcher>
void check_limits(const Run& run, const Values& tiles, const Matcher& matcher, std::size_t cols) {
  auto counted = count(run, tiles);
  CHECK_THAT(counted.per("stores_of_those_needed", "shared_store_requests", kTiles * cols)
                 .per("loads_of_those_needed", "shared_load_requests", kTiles * cols)
                 .with("modelled_us", counted.answer().elapsed_us()),
             MeetsLimits(matcher));
}

}  // namespace

TEST_CASE("rows of floats are summed", "[task 1][correctness]") {
  const auto tiles = GENERATE(values<std::size_t>({1, 0, 2, 7}));
  const auto tile = whole_numbers<float>(tiles * kRows * kFloatCols);
  CHECK_THAT(ask(float_sums, tile), are_sums_of_rows(tile, kFloatCols));
}

TEST_CASE("rows of floats without conflicts", "[task 1][counters]") {
  const auto tile = whole_numbers<float>(kTiles * kRows * kFloatCols);
  check_limits(float_sums, tile, are_sums_of_rows(tile, kFloatCols), kFloatCols);
}

TEST_CASE("rows of doubles are summed", "[task 2][correctness]") {
  const auto tiles = GENERATE(values<std::size_t>({1, 0, 2, 7}));
  const auto tile = whole_numbers<double>(tiles * kRows * kDoubleCols);
  CHECK_THAT(ask(double_sums, tile), are_sums_of_rows(tile, kDoubleCols));
}

TEST_CASE("rows of doubles without conflicts", "[task 2][counters]") {
  const auto tile = whole_numbers<double>(kTiles * kRows * kDoubleCols);
  check_limits(double_sums, tile, are_sums_of_rows(tile, kDoubleCols), kDoubleCols);
}

TEST_CASE("tiles are transposed", "[task 3][correctness]") {
  const auto tiles = GENERATE(values<std::size_t>({1, 0, 2, 7}));
  const auto tile = random_floats(tiles * 1024);
  CHECK_THAT(ask(transposed, tile), is_transposed(tile));
}

TEST_CASE("rows and columns without conflicts", "[task 3][counters]") {
  const auto tile = random_floats(kTiles * 1024);
  check_limits(transposed, tile, is_transposed(tile), 32);
}
