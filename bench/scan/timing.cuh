// Times work on a GPU: cold L2, events, the median of some runs. Small on purpose, so that a common
// header can take its place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace timing {

constexpr int kRuns = 15;
constexpr std::size_t kFlushBytes = std::size_t{256} << 20;

inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(1);
  }
}

/// Device memory that is released at the end of its scope.
template <class T>
class Array {
 public:
  explicit Array(std::size_t size) : size_(size) {
    check(cudaMalloc(&data_, std::max<std::size_t>(size, 1) * sizeof(T)), "cudaMalloc");
  }
  ~Array() { cudaFree(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  T* get() const { return data_; }
  std::size_t size() const { return size_; }
  void fill(const std::vector<T>& values) {
    check(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
          "cudaMemcpy");
  }
  std::vector<T> host(std::size_t count) const {
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost),
          "cudaMemcpy");
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

/// Median time of work() in microseconds. L2 holds something else before each run; the first run is
/// not counted.
template <class Work>
double median_us(const Work& work) {
  static const Array<char> flush(kFlushBytes);
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "cudaEventCreate");
  check(cudaEventCreate(&end), "cudaEventCreate");
  std::vector<float> times;
  for (int run = 0; run <= kRuns; ++run) {
    check(cudaMemsetAsync(flush.get(), run, kFlushBytes), "cudaMemsetAsync");
    check(cudaEventRecord(begin), "cudaEventRecord");
    work();
    check(cudaEventRecord(end), "cudaEventRecord");
    check(cudaEventSynchronize(end), "cudaEventSynchronize");
    check(cudaGetLastError(), "launch");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end), "cudaEventElapsedTime");
    if (run > 0) {
      times.push_back(ms * 1000);
    }
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::nth_element(times.begin(), times.begin() + kRuns / 2, times.end());
  return times[kRuns / 2];
}

}  // namespace timing
