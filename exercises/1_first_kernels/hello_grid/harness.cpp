// The tests of exercise hello_grid. `run` is executed by the worker, next to the student's code;
// the TEST_CASEs by the judge.
#include "hello_grid.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

/// What a question asks for.
struct Grid {
  unsigned blocks, threads;
};

static std::string in_words(Grid grid) {
  return std::to_string(grid.blocks) + (grid.blocks == 1 ? " block of " : " blocks of ") +
         std::to_string(grid.threads) + " threads";
}

namespace {

using Numbers = std::vector<unsigned>;

using Marks = Output<unsigned>;

std::tuple<Marks, Marks, Marks> run(Student& student, Grid grid, const std::vector<int>& numbers) {
  auto in = to_device(numbers);
  auto block = device_array<unsigned>(numbers.size());
  auto thread = device_array<unsigned>(numbers.size());
  auto rank = device_array<unsigned>(numbers.size());
  CALL(student, hello_grid)(grid.blocks, grid.threads, in, block, thread, rank);
  return {to_judge(block), to_judge(thread), to_judge(rank)};
}

Marks ranks(Student& student, Grid grid, const std::vector<int>& numbers) {
  return std::get<2>(run(student, grid, numbers));
}

template <class F>
Numbers numbers_of(std::size_t n, const F& f) {
  Numbers numbers(n);
  for (std::size_t i = 0; i < n; ++i) {
    numbers[i] = f(static_cast<unsigned>(i));
  }
  return numbers;
}

/// What the grid prints, sorted: blocks and warps may print in any order.
std::vector<std::string> greetings(unsigned threads, const std::vector<int>& numbers) {
  std::vector<std::string> lines;
  for (unsigned r = 0; r < numbers.size(); ++r) {
    lines.push_back("block " + std::to_string(r / threads) + " thread " +
                    std::to_string(r % threads) + " rank " + std::to_string(r) + " number " +
                    std::to_string(numbers[r]));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

const char* const kLaunch =
    "One launch of the whole grid: between <<< and >>> the number of blocks comes first, then the "
    "number of threads in each block.";

}  // namespace

TEST_CASE("the grid has the shape that was asked for", "[task 1][counters]") {
  const auto [blocks, threads] = GENERATE(table<unsigned, unsigned>({{3, 40}, {40, 3}}));
  const std::size_t n = std::size_t{blocks} * threads;
  const auto numbers = random_ints(n);
  CHECK_THAT(count(run, Grid{blocks, threads}, numbers)
                 .per("times_as_many_blocks_as_asked", "blocks", blocks)
                 .per("times_as_many_threads_as_asked", "threads", n)
                 .advise("times_as_many_blocks_as_asked", kLaunch)
                 .advise("times_as_many_threads_as_asked", kLaunch)
                 .advise("launches", kLaunch),
             MeetsLimits());
}

TEST_CASE("each thread stores who it is", "[task 2][correctness]") {
  const auto [blocks, threads] = GENERATE(table<unsigned, unsigned>(
      {{1, 1}, {1, 33}, {33, 1}, {2, 32}, {3, 40}, {7, 5}, {2, 1024}, {5, 257}, {300, 2}}));
  const std::size_t n = std::size_t{blocks} * threads;
  const auto answer = ask(run, Grid{blocks, threads}, random_ints(n));
  CHECK_THAT(part<0>(answer), EqualsExactly(numbers_of(n, [threads = threads](unsigned r) {
                                return r / threads;
                              })).threads(threads));
  CHECK_THAT(part<1>(answer), EqualsExactly(numbers_of(n, [threads = threads](unsigned r) {
                                return r % threads;
                              })).threads(threads));
  CHECK_THAT(part<2>(answer),
             EqualsExactly(numbers_of(n, [](unsigned r) { return r; })).threads(threads));
}

TEST_CASE("all threads take part", "[task 2][counters]") {
  const std::size_t n = 192;  // 3 blocks of 64
  const auto numbers = random_ints(n);
  const char* const own = "Each thread stores and prints its own line; none does it for others.";
  CHECK_THAT(count(ranks, Grid{3, 64}, numbers)
                 .per("store_requests_of_those_needed", "global_store_requests", 3 * n / 32)
                 .advise("store_requests_of_those_needed", own)
                 .advise("thread_efficiency", own)
                 .advise("warp_instructions", own),
             MeetsLimits(EqualsExactly(numbers_of(n, [](unsigned r) { return r; }))));
}

TEST_CASE("each thread prints its line", "[task 3][correctness]") {
  const auto [blocks, threads] =
      GENERATE(table<unsigned, unsigned>({{1, 1}, {2, 3}, {4, 33}, {50, 5}}));
  const auto numbers = random_ints(std::size_t{blocks} * threads);
  CHECK_THAT(printed_lines(ask(run, Grid{blocks, threads}, numbers)),
             EqualsExactly(greetings(threads, numbers)));
}
