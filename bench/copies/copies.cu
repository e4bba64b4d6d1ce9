// What copies of many short rows take (cudaMemcpy2DAsync), beside a copy of as many bytes in one
// piece.
//
//   bench/run.sh copies [ROWS...]
#include "../common.cuh"

#include <cstring>

namespace {

constexpr std::size_t kWidths[] = {4, 16, 32, 64, 128, 512, 2048};
constexpr std::size_t kLongest = 2048;

/// The median of eleven. Not by bench::Timer: while that writes its buffer, the host would stage
/// the first pageable rows, and what it does for them would go untimed.
template <class Work>
double median_us(bench::EventPair& events, const Work& work) {
  std::vector<double> times(11);
  for (double& us : times) {
    us = events.us(work);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

struct Way {
  const char* name;
  char *to, *from;
};

/// The source has a gap behind each row, as long as the row; the target has none.
void measure(bench::EventPair& events, const Way& way, std::size_t rows) {
  for (const std::size_t width : kWidths) {
    const std::size_t pitch = 2 * width;
    const double by_rows = median_us(events, [&] {
      BENCH_CHECK(
          cudaMemcpy2DAsync(way.to, width, way.from, pitch, width, rows, cudaMemcpyDefault));
    });
    const double close = median_us(events, [&] {
      BENCH_CHECK(
          cudaMemcpy2DAsync(way.to, width, way.from, width, width, rows, cudaMemcpyDefault));
    });
    const double whole = median_us(events, [&] {
      BENCH_CHECK(cudaMemcpyAsync(way.to, way.from, width * rows, cudaMemcpyDefault));
    });
    std::printf("| %s | %zu | %zu | %.1f | %.1f | %.1f | %.2f |\n", way.name, width, rows, by_rows,
                close, whole, 1000 * (by_rows - whole) / static_cast<double>(rows));
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::size_t> sizes;
  for (int i = 1; i < argc; ++i) {
    sizes.push_back(std::strtoull(argv[i], nullptr, 10));
  }
  if (sizes.empty()) {
    sizes = {1024, 16384, 131072};
  }
  const std::size_t bytes = 2 * kLongest * *std::max_element(sizes.begin(), sizes.end());
  const bench::Buffer<char> first(bytes), second(bytes);
  char* pinned = nullptr;
  BENCH_CHECK(cudaMallocHost(&pinned, bytes));
  std::memset(pinned, 1, bytes);
  std::vector<char> pageable(bytes, 1);
  std::printf(
      "| way | bytes a row | rows | by rows, us | without gaps, us | in one piece, us | ns more a "
      "row |\n");
  std::printf("|---|---|---|---|---|---|---|\n");
  bench::EventPair events;
  for (const std::size_t rows : sizes) {
    for (const Way& way : {Way{"device to device", second.get(), first.get()},
                           Way{"pinned to device", first.get(), pinned},
                           Way{"device to pinned", pinned, first.get()},
                           Way{"pageable to device", first.get(), pageable.data()},
                           Way{"device to pageable", pageable.data(), first.get()}}) {
      measure(events, way, rows);
    }
  }
  BENCH_CHECK(cudaFreeHost(pinned));
  return 0;
}
