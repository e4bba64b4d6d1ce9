// Times the model answers of scan_large, histogram_shared and compact_ballot side by side with
// CUB's functions for the same and with a copy, and the two scans of a block with each other.
//
//   bench/run.sh scan
//
// A line a measurement: what, n, microseconds, and how many times as long as CUB takes. Answers
// are compared with CUB's; the exit status is 1 if one differs.
#include "compact_ballot.hpp"
#include "histogram_shared.hpp"
#include "scan_large.hpp"
#include "timing.cuh"

#include <cstddef>
#include <cub/cub.cuh>
#include <random>

// The answers use the same names for different constants: a namespace each.
namespace answer_scan {
#include "../../solutions/6_scan_histogram_compaction/scan_large/scan_large.cu"
}
namespace answer_histogram {
#include "../../solutions/6_scan_histogram_compaction/histogram_shared/histogram_shared.cu"
}
namespace answer_compact {
#include "../../solutions/6_scan_histogram_compaction/compact_ballot/compact_ballot.cu"
}

namespace answer_hillis_steele {
#include "../../solutions/6_scan_histogram_compaction/scan_hillis_steele/scan_hillis_steele.cu"
}
namespace answer_blelloch {
#include "../../solutions/6_scan_histogram_compaction/scan_blelloch/scan_blelloch.cu"
}

namespace {

using timing::Array;
using timing::check;
using timing::median_us;

constexpr int kLimit = 0;  // compaction keeps what is greater: half of the values
bool g_all_equal = true;

struct IsKept {
  __device__ bool operator()(int value) const { return value > kLimit; }
};

/// Memory that a function of CUB asks for: call(storage, bytes) with nullptr says how much.
template <class Call>
std::size_t bytes_for(const Call& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), "cub");
  return bytes;
}

void report(const char* what, std::size_t n, double ours, double cub, bool equal) {
  std::printf("%-18s n = %9zu  ours %8.1f us  cub %8.1f us  ours / cub %.2f%s\n", what, n, ours,
              cub, ours / cub, equal ? "" : "  ANSWERS DIFFER");
  g_all_equal = g_all_equal && equal;
}

std::vector<int> random_values(std::size_t n) {
  std::mt19937 generator(1);
  std::uniform_int_distribution<int> pick(-1000, 1000);
  std::vector<int> values(n);
  std::generate(values.begin(), values.end(), [&] { return pick(generator); });
  return values;
}

void time_copy(const Array<int>& values, Array<int>& target, std::size_t n) {
  const double us = median_us([&] {
    cudaMemcpyAsync(target.get(), values.get(), n * sizeof(int), cudaMemcpyDeviceToDevice);
  });
  std::printf("%-18s n = %9zu       %8.1f us  %.0f GB/s\n", "copy of ints", n, us,
              8e-3 * static_cast<double>(n) / us);
}

void time_scan(const Array<int>& values, std::size_t n) {
  Array<int> ours(n), theirs(n), scratch(n / 1024 + 1);
  const auto call = [&](void* storage, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(storage, bytes, values.get(), theirs.get(), n);
  };
  std::size_t bytes = bytes_for(call);
  const Array<char> storage(bytes);
  const double our_us = median_us([&] { scan_large(values.get(), n, ours.get(), scratch.get()); });
  const double cub_us = median_us([&] { call(storage.get(), bytes); });
  report("exclusive scan", n, our_us, cub_us, ours.host(n) == theirs.host(n));
}

void time_compaction(const Array<int>& values, std::size_t n) {
  Array<int> ours(n), theirs(n);
  Array<unsigned> our_count(1), their_count(1), scratch(n / 32 + 8);
  const auto call = [&](void* storage, std::size_t& bytes) {
    return cub::DeviceSelect::If(storage, bytes, values.get(), theirs.get(), their_count.get(), n,
                                 IsKept());
  };
  std::size_t bytes = bytes_for(call);
  const Array<char> storage(bytes);
  const double our_us = median_us(
      [&] { compact(values.get(), n, kLimit, ours.get(), our_count.get(), scratch.get()); });
  const double cub_us = median_us([&] { call(storage.get(), bytes); });
  const unsigned count = our_count.host(1)[0];
  const bool equal = count == their_count.host(1)[0] && ours.host(count) == theirs.host(count);
  report("compaction", n, our_us, cub_us, equal);
}

void time_histogram(const char* what, std::size_t n, bool all_alike) {
  std::mt19937 generator(2);
  std::vector<unsigned char> input(n, 77);
  if (!all_alike) {
    std::generate(input.begin(), input.end(),
                  [&] { return static_cast<unsigned char>(generator()); });
  }
  Array<unsigned char> bytes_in(n);
  bytes_in.fill(input);
  Array<unsigned> ours(kBins), theirs(kBins);
  const auto call = [&](void* storage, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(storage, bytes, bytes_in.get(), theirs.get(),
                                               static_cast<int>(kBins) + 1, 0, 256,
                                               static_cast<int>(n));
  };
  std::size_t bytes = bytes_for(call);
  const Array<char> storage(bytes);
  const double our_us = median_us([&] { histogram_shared(bytes_in.get(), n, ours.get()); });
  const double cub_us = median_us([&] { call(storage.get(), bytes); });
  report(what, n, our_us, cub_us, ours.host(kBins) == theirs.host(kBins));
}

/// The two scans of a block side by side: many rows of 1000, one inclusive, the other exclusive.
void time_rows(std::size_t rows) {
  constexpr std::size_t kCols = 1000;
  const std::vector<int> input = random_values(rows * kCols);
  Array<int> values(input.size()), inclusive(input.size()), exclusive(input.size());
  values.fill(input);
  const double hillis_steele_us = median_us(
      [&] { answer_hillis_steele::scan_rows(values.get(), rows, kCols, inclusive.get()); });
  const double blelloch_us = median_us(
      [&] { answer_blelloch::scan_rows_exclusive(values.get(), rows, kCols, exclusive.get()); });
  std::vector<int> sums = exclusive.host(input.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] += input[i];
  }
  const bool equal = sums == inclusive.host(input.size());
  std::printf(
      "rows of 1000       n = %9zu  Hillis-Steele %8.1f us  Blelloch %8.1f us  ratio %.2f%s\n",
      input.size(), hillis_steele_us, blelloch_us, blelloch_us / hillis_steele_us,
      equal ? "" : "  ANSWERS DIFFER");
  g_all_equal = g_all_equal && equal;
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
  std::printf("%s, cold L2, median of %d\n", device.name, timing::kRuns);
  for (const std::size_t rows : {132, 1024, 16384}) {
    time_rows(rows);
  }
  for (const unsigned bits : {20u, 24u, 26u}) {
    const std::size_t n = std::size_t{1} << bits;
    Array<int> values(n), target(n);
    values.fill(random_values(n));
    time_copy(values, target, n);
    time_scan(values, n);
    time_compaction(values, n);
    time_histogram("histogram", n, false);
    time_histogram("histogram, alike", n, true);
  }
  return g_all_equal ? 0 : 1;
}
