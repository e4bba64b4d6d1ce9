// Module 7's answers beside the same work without warps and groups, and how a copy's time depends
// on the number of blocks.
//
//   bench/run.sh warps [SIZE...]
#include "../common.cuh"

#include <cooperative_groups.h>

// The answers include these, too; they must not come for the first time inside a namespace.
#include <climits>
#include <cstddef>
#include <limits.h>
#include <stdexcept>

// Kernels and helpers of different answers have the same names.
namespace answer_votes {
#include "../../solutions/7_cooperation_and_time/warp_votes/warp_votes.cu"
}
namespace answer_tiles {
#include "../../solutions/7_cooperation_and_time/cooperative_tiles/cooperative_tiles.cu"
}
namespace answer_timer {
#include "../../solutions/7_cooperation_and_time/event_timer/event_timer.cu"
}

namespace {

using bench::blocks_for;
using bench::Buffer;
using bench::kThreads;
using bench::Table;
using bench::Timer;

__global__ void count_one_by_one(const unsigned char* keys, std::size_t n, unsigned* counts) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&counts[keys[i]], 1U);
  }
}

/// One atomicAdd a value. The compiler could make groups by itself: the asm statement keeps it from
/// that.
__global__ void gather_one_by_one(const int* values, std::size_t n, int limit, int* out,
                                  unsigned* count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n && values[i] > limit) {
    unsigned place = 0;
    asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(place) : "l"(count) : "memory");
    out[place] = values[i];
  }
}

void compare_counts(Timer& timer, Table& table, std::size_t n, unsigned kinds) {
  std::vector<unsigned char> host(n);
  const std::vector<float> random = bench::random_floats(n, kinds);
  for (std::size_t i = 0; i < n; ++i) {
    const auto kind = static_cast<unsigned>((random[i] + 1) * 0.5F * static_cast<float>(kinds));
    host[i] = static_cast<unsigned char>(std::min(kind, kinds - 1));
  }
  const Buffer<unsigned char> keys(host);
  Buffer<unsigned> ours(256), theirs(256);
  const std::size_t bytes = 256 * sizeof(unsigned);
  const std::string suffix = ", " + std::to_string(kinds) + (kinds == 1 ? " kind" : " kinds");
  table.begin_group();
  const double ours_us = timer.median_us([&] {
    BENCH_CHECK(cudaMemsetAsync(ours.get(), 0, bytes));
    answer_votes::count_keys(keys.get(), n, ours.get());
  });
  const double theirs_us = timer.median_us([&] {
    BENCH_CHECK(cudaMemsetAsync(theirs.get(), 0, bytes));
    count_one_by_one<<<blocks_for(n), kThreads>>>(keys.get(), n, theirs.get());
  });
  const bool same = ours.to_host() == theirs.to_host();
  table.add("count_keys: an atomic a group" + suffix, n, ours_us, static_cast<double>(n), same);
  table.add("an atomic a key" + suffix, n, theirs_us, static_cast<double>(n), same);
}

void compare_gathers(Timer& timer, Table& table, std::size_t n) {
  std::vector<int> host(n);
  const std::vector<float> random = bench::random_floats(n, 3);
  std::transform(random.begin(), random.end(), host.begin(),
                 [](float value) { return static_cast<int>(value * 1000); });
  const Buffer<int> values(host);
  Buffer<int> ours(n), theirs(n);
  Buffer<unsigned> our_count(1), their_count(1);
  table.begin_group();
  const double bytes = 6.0 * static_cast<double>(n);
  const double ours_us = timer.median_us(
      [&] { answer_tiles::gather_above(values.get(), n, 0, ours.get(), our_count.get()); });
  const double theirs_us = timer.median_us([&] {
    BENCH_CHECK(cudaMemsetAsync(their_count.get(), 0, sizeof(unsigned)));
    gather_one_by_one<<<blocks_for(n), kThreads>>>(values.get(), n, 0, theirs.get(),
                                                   their_count.get());
  });
  std::vector<int> a = ours.to_host(), b = theirs.to_host();
  const unsigned count = our_count.to_host().front();
  a.resize(count), b.resize(count);
  std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
  const bool same = count == their_count.to_host().front() && a == b;
  table.add("gather_above: an atomic a group", n, ours_us, bytes, same);
  table.add("an atomic a value", n, theirs_us, bytes, same);
}

/// What the exercise itself measures: the mean of ten launches, L2 warm.
void show_copies(Table& table) {
  const std::size_t n = std::size_t{1} << 18;
  const std::vector<float> host = bench::random_floats(n, 4);
  std::vector<float> out(n);
  table.begin_group();
  for (const unsigned blocks : {2U, 8U, 32U, 132U, 528U}) {
    const auto timing = answer_timer::time_copy(host.data(), out.data(), n, blocks);
    table.add("time_copy of event_timer, " + std::to_string(blocks) + " blocks", n,
              1000 * timing.milliseconds, 8.0 * static_cast<double>(n), out == host);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Timer timer;
  Table table(Table::kFirst);
  for (const std::size_t n : bench::sizes_of(argc, argv, {1 << 24})) {
    for (const unsigned kinds : {1U, 5U, 256U}) {
      compare_counts(timer, table, n, kinds);
    }
    compare_gathers(timer, table, n);
  }
  show_copies(table);
  return table.all_right() ? 0 : 1;
}
