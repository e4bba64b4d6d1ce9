// Expected values that take the host long: row by row, on several processors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace warpschool::harness {

/// Calls body(row) for every row below `rows`; of many rows, on up to sixteen threads at a time.
/// For the judge's half of a harness. body reads what it likes and writes only what is its row's,
/// so that the result does not depend on the number of threads; it must not throw.
template <class Body>
void for_each_row(std::size_t rows, const Body& body) {
  constexpr std::size_t kMostThreads = 16;
  constexpr std::size_t kRowsAThread = 128;  // fewer are done before a thread has begun
  const std::size_t threads =
      std::min({std::max<std::size_t>(std::thread::hardware_concurrency(), 1), kMostThreads,
                rows / kRowsAThread + 1});
  const auto work = [&](std::size_t which) {
    for (std::size_t row = rows * which / threads; row < rows * (which + 1) / threads; ++row) {
      body(row);
    }
  };
  std::vector<std::thread> others;
  for (std::size_t which = 1; which < threads; ++which) {
    others.emplace_back(work, which);
  }
  work(0);
  for (std::thread& other : others) {
    other.join();
  }
}

}  // namespace warpschool::harness
