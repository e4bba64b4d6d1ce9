// The tests of exercise thread_index. `in_block`, `in_grid` and `filled` are executed by the
// worker, next to the student's code; the TEST_CASEs by the judge.
#include "thread_index.hpp"

#include <algorithm>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

// How a question names it.
static std::string in_words(Extent extent) {
  return "(" + std::to_string(extent.x) + ", " + std::to_string(extent.y) + ", " +
         std::to_string(extent.z) + ")";
}

namespace {

using Digits = std::vector<unsigned long long>;

unsigned size_of(Extent extent) {
  return extent.x * extent.y * extent.z;
}

Output<unsigned long long> in_block(Student& student, Extent block) {
  auto who = device_array<unsigned long long>(size_of(block));
  CALL(student, ids_in_block)(block, who);
  return to_judge(who);
}

Output<unsigned long long> in_grid(Student& student, Extent grid, Extent block) {
  auto who = device_array<unsigned long long>(std::size_t{size_of(grid)} * size_of(block));
  CALL(student, ids_in_grid)(grid, block, who);
  return to_judge(who);
}

Output<unsigned> filled(Student& student, Extent size) {
  auto cells = device_array<unsigned>(size_of(size));
  CALL(student, fill_volume)(size, cells);
  return to_judge(cells);
}

/// Element i of something of this extent, x running fastest, as the digits zzzyyyxxx.
unsigned long long digits_of(Extent extent, unsigned i) {
  return i % extent.x + 1000ULL * (i / extent.x % extent.y) +
         1000000ULL * (i / extent.x / extent.y);
}

Digits expected_in_block(Extent block) {
  Digits who(size_of(block));
  for (unsigned i = 0; i < who.size(); ++i) {
    who[i] = digits_of(block, i);
  }
  return who;
}

/// A block's threads in the order that task 1 gives them, right or wrong, if it leaves nobody out.
Digits order_in_block(Extent block) {
  const Digits right = expected_in_block(block);
  const auto answer = ask(in_block, block);
  return answer.clean() && answer.raw() &&
                 std::is_permutation(right.begin(), right.end(), answer.raw()->begin(),
                                     answer.raw()->end())
             ? *answer.raw()
             : right;
}

/// Task 2 numbers blocks, and uses what task 1 says of the threads in them.
Digits expected_in_grid(Extent grid, Extent block) {
  const Digits order = order_in_block(block);
  Digits who(std::size_t{size_of(grid)} * size_of(block));
  for (unsigned i = 0; i < who.size(); ++i) {
    who[i] = digits_of(grid, i / size_of(block)) * 1000000000ULL + order[i % size_of(block)];
  }
  return who;
}

std::vector<unsigned> expected_volume(Extent size) {
  std::vector<unsigned> cells(size_of(size));
  for (unsigned i = 0; i < cells.size(); ++i) {
    cells[i] = static_cast<unsigned>(digits_of(size, i));
  }
  return cells;
}

}  // namespace

TEST_CASE("each thread knows its index in the block", "[task 1][correctness]") {
  const auto block = GENERATE(values<Extent>({{33, 1, 1},
                                              {1, 1, 1},
                                              {8, 5, 1},
                                              {5, 8, 1},
                                              {1, 7, 9},
                                              {4, 3, 2},
                                              {2, 3, 4},
                                              {3, 11, 31},
                                              {16, 16, 4}}));
  CHECK_THAT(ask(in_block, block), EqualsExactly(expected_in_block(block)));
}

TEST_CASE("each thread knows its index in the grid", "[task 2][correctness]") {
  const auto [grid, block] = GENERATE(table<Extent, Extent>({{{3, 1, 1}, {33, 1, 1}},
                                                             {{1, 1, 1}, {4, 3, 2}},
                                                             {{3, 2, 1}, {5, 4, 1}},
                                                             {{2, 3, 1}, {4, 5, 1}},
                                                             {{2, 3, 4}, {1, 1, 1}},
                                                             {{4, 3, 5}, {7, 2, 3}},
                                                             {{5, 1, 3}, {2, 9, 6}},
                                                             {{7, 9, 5}, {3, 2, 1}}}));
  CHECK_THAT(ask(in_grid, grid, block), EqualsExactly(expected_in_grid(grid, block)));
}

TEST_CASE("each cell of a volume is filled", "[task 3][correctness]") {
  const auto size = GENERATE(values<Extent>({{32, 8, 4},
                                             {1, 1, 1},
                                             {17, 5, 3},
                                             {15, 3, 1},
                                             {1, 9, 7},
                                             {100, 1, 2},
                                             {3, 50, 41},
                                             {131, 37, 19}}));
  CHECK_THAT(ask(filled, size), EqualsExactly(expected_volume(size)));
}

TEST_CASE("all threads of the grid take part", "[task 2][counters]") {
  const Extent grid{4, 3, 5}, block{8, 4, 8};
  auto counted = count(in_grid, grid, block);
  CHECK_THAT(counted.with("modelled_us", counted.answer().elapsed_us())
                 .per("store_requests_of_those_needed", "global_store_requests",
                      size_of(grid) * size_of(block) / 32),
             MeetsLimits(EqualsExactly(expected_in_grid(grid, block))));
}

TEST_CASE("each thread fills its cell only", "[task 3][counters]") {
  const Extent size{100, 50, 20};
  auto counted = count(filled, size);
  CHECK_THAT(
      counted.with("modelled_us", counted.answer().elapsed_us())
          .per("store_requests_of_those_needed", "global_store_requests", size_of(size) / 32),
      MeetsLimits(EqualsExactly(expected_volume(size))));
}
