// What every benchmark needs: device memory, times with a cold L2 cache, and a table.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// Ends the program with file and line if a CUDA call did not succeed.
inline void check(cudaError_t error, const char* file, int line) {
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(error));
    std::exit(1);
  }
}
#define BENCH_CHECK(call) ::bench::check((call), __FILE__, __LINE__)

/// An array on the device.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t size) : size_(size) {
    BENCH_CHECK(cudaMalloc(&data_, std::max<std::size_t>(size, 1) * sizeof(T)));
  }
  explicit Buffer(const std::vector<T>& values) : Buffer(values.size()) {
    BENCH_CHECK(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Buffer() { cudaFree(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* get() const { return data_; }
  std::size_t size() const { return size_; }
  std::vector<T> to_host() const {
    std::vector<T> values(size_);
    BENCH_CHECK(cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

/// Different-looking floats in [-1, 1), the same in every run.
inline std::vector<float> random_floats(std::size_t count, std::uint64_t seed) {
  std::vector<float> values(count);
  std::uint64_t state = seed * 0x9E3779B97F4A7C15ULL + 1;
  for (float& value : values) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    value = static_cast<float>(state >> 40) * 0x1p-23F - 1;
  }
  return values;
}

/// Of the kernels that a benchmark compares the answers with: threads in a block, one an element.
constexpr unsigned kThreads = 256;

inline unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>((n + kThreads - 1) / kThreads);
}

/// A matrix of about `n` elements whose sides are not equal.
struct Shape {
  explicit Shape(std::size_t n) {
    while (rows * rows * 4 <= n) {
      rows *= 2;
    }
    cols = n / rows;
  }
  std::size_t rows = 1, cols = 0;
};

/// Two events around work in the default stream.
class EventPair {
 public:
  EventPair() {
    BENCH_CHECK(cudaEventCreate(&begin_));
    BENCH_CHECK(cudaEventCreate(&end_));
  }
  ~EventPair() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  EventPair(const EventPair&) = delete;
  EventPair& operator=(const EventPair&) = delete;

  template <class Work>
  double us(const Work& work) {
    BENCH_CHECK(cudaEventRecord(begin_));
    work();
    BENCH_CHECK(cudaEventRecord(end_));
    BENCH_CHECK(cudaEventSynchronize(end_));
    BENCH_CHECK(cudaGetLastError());
    float ms = 0;
    BENCH_CHECK(cudaEventElapsedTime(&ms, begin_, end_));
    return 1000.0 * static_cast<double>(ms);
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

/// Keeps the device busy until the host says go, but no longer than 3 ms: a run may wait for its
/// own copies.
__global__ void wait_for_host(const volatile unsigned* go) {
  constexpr unsigned long long kLongestNs = 3'000'000;
  unsigned long long begin = 0, now = 0;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
  do {
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  } while (*go == 0 && now - begin < kLongestNs);
}

/// Times what is launched into the default stream.
class Timer {
 public:
  Timer() : flush_(kFlushBytes) {
    void* go = nullptr;
    BENCH_CHECK(cudaHostAlloc(&go, sizeof *go_, cudaHostAllocMapped));
    go_ = static_cast<unsigned*>(go);
  }
  ~Timer() { cudaFreeHost(const_cast<unsigned*>(go_)); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  /// The median of 15 runs in microseconds, after two that do not count. Before each run a buffer
  /// larger than any L2 cache is written. The device begins when all launches of a run are in the
  /// queue, so that no time of the host is measured: it takes 3 to 4.5 us a launch, more than a
  /// small kernel.
  template <class Run>
  double median_us(const Run& run) {
    std::vector<double> times;
    for (int i = -kWarmUps; i < kRuns; ++i) {
      const double us = time_once_us(run);
      if (i >= 0) {
        times.push_back(us);
      }
    }
    std::nth_element(times.begin(), times.begin() + kRuns / 2, times.end());
    return times[kRuns / 2];
  }

 private:
  static constexpr std::size_t kFlushBytes = std::size_t{256} << 20;
  static constexpr int kWarmUps = 2;
  static constexpr int kRuns = 15;

  template <class Run>
  double time_once_us(const Run& run) {
    *go_ = 0;
    BENCH_CHECK(cudaMemsetAsync(flush_.get(), 0xA5, flush_.size()));
    wait_for_host<<<1, 1>>>(go_);
    return events_.us([&] {
      run();
      *go_ = 1;
    });
  }

  Buffer<unsigned char> flush_;
  volatile unsigned* go_ = nullptr;
  EventPair events_;
};

/// Prints one Markdown table: a line for each competitor and size.
class Table {
 public:
  /// `base`: what times are compared with, "CUB" say, or kFirst: the first line of each group. It
  /// must be added before those that it is compared with.
  static constexpr const char* kFirst = "the group's first";
  explicit Table(std::string base) : base_(std::move(base)) {
    int device = 0;
    cudaDeviceProp properties{};
    BENCH_CHECK(cudaGetDevice(&device));
    BENCH_CHECK(cudaGetDeviceProperties(&properties, device));
    int runtime = 0;
    BENCH_CHECK(cudaRuntimeGetVersion(&runtime));
    std::printf("%s, CUDA %d.%d, cold L2, median of 15\n\n", properties.name, runtime / 1000,
                runtime % 1000 / 10);
    std::printf("| what | n | us | GB/s | time / %s | right |\n|---|---|---|---|---|---|\n",
                base_.c_str());
  }

  /// A new group of lines: the base of another group no longer counts.
  void begin_group() { base_us_ = 0; }

  /// `bytes`: what must be read and written at least.
  void add(const std::string& what, std::size_t n, double us, double bytes, bool right) {
    const bool is_first = base_ == kFirst && base_us_ <= 0;
    if (is_first || what.rfind(base_, 0) == 0) {
      base_us_ = us;
    }
    char ratio[32] = "";
    if (base_us_ > 0) {
      std::snprintf(ratio, sizeof ratio, "%.2f", us / base_us_);
    }
    std::printf("| %s | %zu | %.1f | %.0f | %s | %s |\n", what.c_str(), n, us, bytes / us / 1000,
                ratio, right ? "yes" : "NO");
    all_right_ = all_right_ && right;
  }

  bool all_right() const { return all_right_; }

 private:
  std::string base_;
  double base_us_ = 0;
  bool all_right_ = true;
};

/// The sizes on the command line, or these.
inline std::vector<std::size_t> sizes_of(int argc, char** argv, std::vector<std::size_t> usual) {
  std::vector<std::size_t> sizes;
  for (int i = 1; i < argc; ++i) {
    sizes.push_back(std::strtoull(argv[i], nullptr, 10));
  }
  return sizes.empty() ? usual : sizes;
}

}  // namespace bench
