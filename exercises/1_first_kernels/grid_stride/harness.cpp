// The tests of exercise grid_stride. `on_grid` and `on_its_own` are executed by the worker, next to
// the student's code; the TEST_CASEs by the judge.
#include "grid_stride.hpp"

#include <cuda_runtime_api.h>

#include <cmath>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

/// What a question gives beside the arrays.
struct Blocks {
  unsigned threads;
};

static std::string in_words(Blocks blocks) {
  return "blocks of " + std::to_string(blocks.threads) + " threads";
}

namespace {

using Floats = std::vector<float>;

Output<float> on_grid(Student& student, Named<"a", float> a, const Input<float>& x,
                      const Input<float>& y, Named<"blocks", unsigned> blocks,
                      Named<"threads", unsigned> threads) {
  auto x_on_device = to_device(x);
  auto y_on_device = to_device_in_place(y);
  CALL(student, saxpy_on_grid)(a, x_on_device, y_on_device, x.size(), blocks, threads);
  return to_judge(y_on_device);
}

Output<float> on_its_own(Student& student, Named<"a", float> a, const Input<float>& x,
                         const Input<float>& y, Blocks blocks) {
  auto x_on_device = to_device(x);
  auto y_on_device = to_device_in_place(y);
  CALL(student, saxpy)(a, x_on_device, y_on_device, x.size(), blocks.threads);
  return to_judge(y_on_device);
}

/// The same after a call with blocks of another size, which is an answer to that call alone.
Output<float> on_its_own_again(Student& student, Named<"a", float> a, const Input<float>& x,
                               const Input<float>& y, Blocks before, Blocks blocks) {
  on_its_own(student, a, x, y, before);
  return on_its_own(student, a, x, y, blocks);
}

Output<float> by_256(Student& student, Named<"a", float> a, const Input<float>& x,
                     const Input<float>& y) {
  return on_its_own(student, a, x, y, Blocks{256});
}

/// Multiprocessors of the device, and threads that one of them holds at once.
std::pair<unsigned, unsigned> room(Student&) {
  int multiprocessors = 0, threads = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  return {static_cast<unsigned>(multiprocessors), static_cast<unsigned>(threads)};
}

/// A multiply-add may round once or twice.
detail::CloseMatcher is_saxpy_of(float a, const Floats& x, const Floats& y) {
  std::vector<double> sum(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum[i] = static_cast<double>(a) * static_cast<double>(x[i]) + static_cast<double>(y[i]);
  }
  return IsCloseTo(std::move(sum), {2.5e-7, 1e-7});
}

const char* const kAskTheDevice =
    "Every multiprocessor holds the same number of blocks, and how many depends on their size: ask "
    "the device how many multiprocessors it has, and how many blocks of this kernel with so many "
    "threads fit on one.";

struct Case {
  std::size_t n;
  unsigned blocks, threads;
};

}  // namespace

TEST_CASE("a grid of any size updates all elements, each once", "[task 1][correctness]") {
  const auto [n, blocks, threads] = GENERATE(values<Case>({{1, 1, 1},
                                                           {256, 1, 256},
                                                           {1000, 4, 256},
                                                           {1000, 1, 32},
                                                           {1024, 2, 64},
                                                           {997, 3, 96},
                                                           {33, 1, 32},
                                                           {5, 7, 33},
                                                           {100003, 5, 1024},
                                                           {0, 2, 32}}));
  const auto x = random_floats(n), y = random_floats(n);
  CHECK_THAT(ask(on_grid, 2.5F, x, y, blocks, threads), is_saxpy_of(2.5F, x, y));
}

TEST_CASE("consecutive lanes update consecutive elements", "[task 1][counters]") {
  const std::size_t n = 1 << 16;
  const auto x = random_floats(n), y = random_floats(n);
  auto counted = count(on_grid, -1.5F, x, y, 8U, 128U);
  CHECK_THAT(counted.per("load_sectors_per_element", "global_load_sectors", n)
                 .per("store_sectors_per_element", "global_store_sectors", n)
                 .with("modelled_us", counted.answer().elapsed_us()),
             MeetsLimits(is_saxpy_of(-1.5F, x, y)));
}

TEST_CASE("any number of elements on a grid of its own", "[task 2][correctness]") {
  const auto n = GENERATE(edge_sizes(1 << 17));
  const Blocks blocks{n % 2 == 0 ? 96U : 256U};
  const auto x = random_floats(n), y = random_floats(n);
  CHECK_THAT(ask(on_its_own, 0.5F, x, y, blocks), is_saxpy_of(0.5F, x, y));
}

TEST_CASE("the grid fits on the device at once", "[task 2][counters]") {
  const auto threads = GENERATE(256U, 1024U);  // no one number of blocks is right for both
  const bool again = GENERATE(false, true);    // nor is the number of the call before
  const unsigned before = threads == 256 ? 1024 : 256;
  const std::size_t n = 1 << 19;
  const auto x = random_floats(n), y = random_floats(n);
  const auto [multiprocessors, at_once] = ask_reference(room).value();
  const auto blocks_that_fit =  // whole blocks each
      multiprocessors * (at_once / threads + (again ? at_once / before : 0));
  auto counted = again ? count(on_its_own_again, 3.0F, x, y, Blocks{before}, Blocks{threads})
                       : count(on_its_own, 3.0F, x, y, Blocks{threads});
  const auto blocks = counters_of(counted.answer()).value_or(CounterValues{})["blocks"];
  CHECK_THAT(counted
                 .with("blocks_of_those_that_fit", blocks / blocks_that_fit,
                       "blocks launched, divided by those that the device runs at a time")
                 .with("blocks_left_over", std::fmod(blocks, multiprocessors),
                       "what is left when the blocks are dealt out evenly to the SMs")
                 .advise("blocks_of_those_that_fit", kAskTheDevice)
                 .advise("blocks_left_over", kAskTheDevice),
             MeetsLimits(is_saxpy_of(3.0F, x, y)));
}

TEST_CASE("beats a block for each element", "[task 2][timing]") {
  CHECK_THAT(race(
                 by_256,
                 [](std::size_t n) {
                   return std::tuple{0.75F, random_floats(n), random_floats(n)};
                 },
                 is_saxpy_of),
             MeetsThreshold());
}
