// simulator only: CUB 3, of CUDA 13, has these names no more
// CUB's iterators that make their values, positions of the best, memory told twice.
#include <cstdio>
#include <algorithm>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

#define TWICE(algorithm, ...)                            \
  do {                                                   \
    void *d_temp_storage = NULL;                         \
    size_t temp_storage_bytes = 0;                       \
    CubDebugExit(algorithm(d_temp_storage, temp_storage_bytes, __VA_ARGS__)); \
    CubDebugExit(cudaMalloc(&d_temp_storage, temp_storage_bytes));            \
    CubDebugExit(algorithm(d_temp_storage, temp_storage_bytes, __VA_ARGS__)); \
    CubDebugExit(cudaFree(d_temp_storage));                                   \
  } while (0)

template <class T>
struct Device {
  T *p = nullptr;
  explicit Device(const std::vector<T> &v) {
    cudaMalloc(&p, sizeof(T) * v.size());
    cudaMemcpy(p, v.data(), sizeof(T) * v.size(), cudaMemcpyHostToDevice);
  }
  ~Device() { cudaFree(p); }
  T first() const {
    T t;
    cudaMemcpy(&t, p, sizeof t, cudaMemcpyDeviceToHost);
    return t;
  }
};
void say(const char *what, bool right) { printf("%-28s %s\n", what, right ? "right" : "WRONG"); }
struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};

int main() {
  const int n = 5000;
  std::vector<int> h(n);
  unsigned state = 1;
  for (auto &x : h) state = state * 1664525 + 1013904223, x = (int)(state >> 16) % 2001 - 1000;
  Device<int> in(h), out(std::vector<int>(1));
  Device<cub::KeyValuePair<int, int>> best(std::vector<cub::KeyValuePair<int, int>>(1));
  TWICE(cub::DeviceReduce::ArgMax, in.p, best.p, n);
  auto pair = best.first();
  say("arg max", pair.key == std::max_element(h.begin(), h.end()) - h.begin() && pair.value == h[pair.key]);
  TWICE(cub::DeviceReduce::ArgMin, in.p, best.p, n);
  pair = best.first();
  say("arg min", pair.key == std::min_element(h.begin(), h.end()) - h.begin() && pair.value == h[pair.key]);
  cub::TransformInputIterator<int, Square, int *> squares(in.p, Square());
  TWICE(cub::DeviceReduce::Sum, squares, out.p, n);
  int expected = 0;
  for (int x : h) expected += x * x;
  say("sum of squares", out.first() == expected);
  cub::CountingInputIterator<int> counting(10);
  TWICE(cub::DeviceReduce::Sum, counting, out.p, 100);
  say("sum of numbers", out.first() == 100 * 10 + 99 * 50);
  cub::CacheModifiedInputIterator<cub::LOAD_LDG, int> cached(in.p);
  TWICE(cub::DeviceReduce::Sum, cached, out.p, n);
  say("cached", out.first() == std::accumulate(h.begin(), h.end(), 0));

  cub::ArgIndexInputIterator<int *> indexed(in.p);
  cub::ConstantInputIterator<int> threes(3);
  TWICE(cub::DeviceReduce::Sum, threes, out.p, n);
  say("constants", out.first() == 3 * n);
  cub::DiscardOutputIterator<> nowhere;
  TWICE(cub::DeviceSelect::Unique, in.p, nowhere, out.p, n);
  auto unique = h;
  say("count only", out.first() == std::unique(unique.begin(), unique.end()) - unique.begin());
  (void)indexed;
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
