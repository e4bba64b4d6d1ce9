// CUB over whole arrays: reductions, scans, sorts, selections, runs, histograms, segments; memory in two phases, double buffers,
// iterators that make their values. Each result is compared with one that the host computes.
#include <algorithm>
#include <climits>
#include <cfloat>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

#if CUDART_VERSION >= 13000  // CUB 3 has these no more
namespace cub {
struct Sum {
  template <class T>
  __host__ __device__ T operator()(const T &a, const T &b) const { return a + b; }
};
struct Max {
  template <class T>
  __host__ __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};
}  // namespace cub
#endif

cub::CachingDeviceAllocator g_allocator(true);

#define CHECK(call)                                                                                       \
  do {                                                                                                    \
    cudaError_t error_of_call = (call);                                                                   \
    if (error_of_call != cudaSuccess) printf("line %d: %s\n", __LINE__, cudaGetErrorString(error_of_call)); \
  } while (0)
/* Asks for the memory, takes it, runs. */
#define TWICE(algorithm, ...)                                        \
  do {                                                               \
    void *d_temp_storage = NULL;                                     \
    size_t temp_storage_bytes = 0;                                   \
    CHECK(algorithm(d_temp_storage, temp_storage_bytes, __VA_ARGS__)); \
    CHECK(cudaMalloc(&d_temp_storage, temp_storage_bytes));          \
    CHECK(algorithm(d_temp_storage, temp_storage_bytes, __VA_ARGS__)); \
    CHECK(cudaFree(d_temp_storage));                                 \
  } while (0)

template <class T>
struct Device {
  T *p = nullptr;
  size_t n;
  Device(size_t count) : n(count) {
    CHECK(g_allocator.DeviceAllocate((void **)&p, sizeof(T) * (n ? n : 1)));
    CHECK(cudaMemset(p, 0, sizeof(T) * (n ? n : 1)));
  }
  Device(const std::vector<T> &v) : Device(v.size()) { CHECK(cudaMemcpy(p, v.data(), sizeof(T) * n, cudaMemcpyHostToDevice)); }
  ~Device() { g_allocator.DeviceFree(p); }
  std::vector<T> host(size_t count) const {
    std::vector<T> v(count);
    CHECK(cudaMemcpy(v.data(), p, sizeof(T) * count, cudaMemcpyDeviceToHost));
    return v;
  }
  T first() const { return host(1)[0]; }
};

void say(const char *what, bool right) { printf("%-28s %s\n", what, right ? "right" : "WRONG"); }

struct LessThan {
  int compare;
  explicit __host__ __device__ LessThan(int c) : compare(c) {}
  __host__ __device__ __forceinline__ bool operator()(const int &a) const { return a < compare; }
};
struct CustomMin {
  template <typename T>
  __device__ __forceinline__ T operator()(const T &a, const T &b) const { return (b < a) ? b : a; }
};
struct Affine {
  int a, b;
};
struct Then {  // first l, then r: does not commute
  __host__ __device__ Affine operator()(const Affine &l, const Affine &r) const {
    return {l.a * r.a % 97, (l.b * r.a + r.b) % 97};
  }
};
struct Descending {
  __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};

void reductions(const std::vector<int> &h) {
  const int n = (int)h.size();
  Device<int> in(h), out(1);
  TWICE(cub::DeviceReduce::Sum, in.p, out.p, n);
  say("sum", out.first() == std::accumulate(h.begin(), h.end(), 0));
  TWICE(cub::DeviceReduce::Max, in.p, out.p, n);
  say("max", out.first() == *std::max_element(h.begin(), h.end()));
  TWICE(cub::DeviceReduce::Min, in.p, out.p, n);
  say("min", out.first() == *std::min_element(h.begin(), h.end()));
  TWICE(cub::DeviceReduce::Reduce, in.p, out.p, n, CustomMin(), 5000);
  say("reduce", out.first() == *std::min_element(h.begin(), h.end()));
  Device<float> f(std::vector<float>(3000, 0.25f)), fout(1);
  TWICE(cub::DeviceReduce::Sum, f.p, fout.p, 3000);
  say("floats", fout.first() == 750.0f);
  TWICE(cub::DeviceReduce::Sum, in.p, out.p, 0);
  say("nothing", out.first() == 0);
}

void scans(const std::vector<int> &h) {
  const int n = (int)h.size();
  Device<int> in(h), out(n);
  std::vector<int> expected(n);
  std::partial_sum(h.begin(), h.end(), expected.begin());
  TWICE(cub::DeviceScan::InclusiveSum, in.p, out.p, n);
  say("inclusive sum", out.host(n) == expected);
  TWICE(cub::DeviceScan::ExclusiveSum, in.p, out.p, n);
  for (int i = 0; i < n; i++) expected[i] -= h[i];
  say("exclusive sum", out.host(n) == expected);
  TWICE(cub::DeviceScan::ExclusiveScan, in.p, out.p, CustomMin(), 700, n);
  int best = 700;
  for (int i = 0; i < n; i++) expected[i] = best, best = std::min(best, h[i]);
  say("exclusive scan", out.host(n) == expected);
  TWICE(cub::DeviceScan::InclusiveScan, in.p, out.p, cub::Max(), n);
  for (int i = 0; i < n; i++) expected[i] = i == 0 ? h[0] : std::max(expected[i - 1], h[i]);
  say("inclusive scan", out.host(n) == expected);
  std::vector<Affine> steps(n);
  for (int i = 0; i < n; i++) steps[i] = {1 + i % 5, i % 7};
  Device<Affine> a(steps), r(n);
  TWICE(cub::DeviceScan::InclusiveScan, a.p, r.p, Then(), n);
  auto got = r.host(n);
  bool same = true;
  Affine all = steps[0];
  for (int i = 0; i < n; i++) {
    if (i > 0) all = Then()(all, steps[i]);
    same = same && got[i].a == all.a && got[i].b == all.b;
  }
  say("scan that does not commute", same);
  TWICE(cub::DeviceScan::InclusiveSum, in.p, in.p, n);
  std::partial_sum(h.begin(), h.end(), expected.begin());
  say("scan in place", in.host(n) == expected);
}

template <class Key>
void sorts(const char *name, const std::vector<Key> &h) {
  const int n = (int)h.size();
  std::vector<int> order(n), positions(n);
  std::iota(positions.begin(), positions.end(), 0);
  order = positions;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return h[a] < h[b]; });
  std::vector<Key> sorted(n);
  for (int i = 0; i < n; i++) sorted[i] = h[order[i]];
  Device<Key> in(h), out(n), back(n);
  Device<int> values(positions), values_out(n);
  TWICE(cub::DeviceRadixSort::SortKeys, in.p, out.p, n);
  bool right = out.host(n) == sorted && in.host(n) == h;
  TWICE(cub::DeviceRadixSort::SortPairs, in.p, out.p, values.p, values_out.p, n);
  right = right && out.host(n) == sorted && values_out.host(n) == order;
  TWICE(cub::DeviceRadixSort::SortKeysDescending, in.p, out.p, n);
  auto down = sorted;
  std::stable_sort(down.begin(), down.end(), [](Key a, Key b) { return a > b; });
  right = right && out.host(n) == down;
  cub::DoubleBuffer<Key> d_keys(in.p, out.p);
  cub::DoubleBuffer<int> d_values(values.p, values_out.p);
  TWICE(cub::DeviceRadixSort::SortPairsDescending, d_keys, d_values, n);
  std::vector<Key> result(n);
  CHECK(cudaMemcpy(result.data(), d_keys.Current(), n * sizeof(Key), cudaMemcpyDeviceToHost));
  right = right && result == down;
  say(name, right);
}

void selections(const std::vector<int> &h) {
  const int n = (int)h.size();
  std::vector<char> flags(n);
  for (int i = 0; i < n; i++) flags[i] = h[i] % 3 == 0;
  Device<int> in(h), out(n), count(1);
  Device<char> d_flags(flags);
  std::vector<int> chosen, few, rest;
  for (int i = 0; i < n; i++) {
    if (flags[i]) chosen.push_back(h[i]);
    (h[i] < 100 ? few : rest).push_back(h[i]);
  }
  TWICE(cub::DeviceSelect::Flagged, in.p, d_flags.p, out.p, count.p, n);
  say("flagged", count.first() == (int)chosen.size() && out.host(chosen.size()) == chosen);
  TWICE(cub::DeviceSelect::If, in.p, out.p, count.p, n, LessThan(100));
  say("select if", count.first() == (int)few.size() && out.host(few.size()) == few);
  TWICE(cub::DevicePartition::If, in.p, out.p, count.p, n, LessThan(100));
  auto both = few;
  both.insert(both.end(), rest.rbegin(), rest.rend());
  say("partition", count.first() == (int)few.size() && out.host(n) == both);

  std::vector<int> runs(n);
  for (int i = 0; i < n; i++) runs[i] = i / 4 + i / 9;
  std::vector<int> unique(runs), lengths, sums;
  unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
  for (int i = 0; i < n; i++) {
    if (i == 0 || runs[i] != runs[i - 1]) lengths.push_back(0), sums.push_back(0);
    lengths.back()++;
    sums.back() += h[i];
  }
  Device<int> d_runs(runs), d_unique(n), d_lengths(n);
  TWICE(cub::DeviceSelect::Unique, d_runs.p, d_unique.p, count.p, n);
  say("unique", count.first() == (int)unique.size() && d_unique.host(unique.size()) == unique);
  TWICE(cub::DeviceRunLengthEncode::Encode, d_runs.p, d_unique.p, d_lengths.p, count.p, n);
  say("run lengths", count.first() == (int)unique.size() && d_unique.host(unique.size()) == unique &&
                         d_lengths.host(unique.size()) == lengths);
  TWICE(cub::DeviceReduce::ReduceByKey, d_runs.p, d_unique.p, in.p, d_lengths.p, count.p, cub::Sum(), n);
  say("reduce by key", count.first() == (int)unique.size() && d_lengths.host(unique.size()) == sums);
  TWICE(cub::DeviceScan::ExclusiveSumByKey, d_runs.p, in.p, out.p, n);
  auto got = out.host(n);
  bool right = true;
  for (int i = 0, sum = 0; i < n; i++) {
    sum = i == 0 || runs[i] != runs[i - 1] ? 0 : sum + h[i - 1];
    right = right && got[i] == sum;
  }
  say("sums by key", right);
}

void histograms_and_segments(const std::vector<int> &h) {
  const int n = (int)h.size();
  std::vector<float> f(n);
  for (int i = 0; i < n; i++) f[i] = h[i] * 0.01f;
  Device<float> in(f);
  Device<int> counts(6), ints(h), out(4);
  TWICE(cub::DeviceHistogram::HistogramEven, in.p, counts.p, 7, -3.0f, 3.0f, n);
  std::vector<int> expected(6);
  for (float x : f)
    if (x >= -3 && x < 3) expected[(int)((x + 3) * (6 / 6.0f))]++;
  say("histogram", counts.host(6) == expected);
  TWICE(cub::DeviceHistogram::HistogramEven, ints.p, counts.p, 5, -1000, 1000, n);
  expected.assign(4, 0);
  for (int x : h)
    if (x >= -1000 && x < 1000) expected[(x + 1000) / 500]++;
  say("histogram of integers", counts.host(4) == expected);
  Device<float> levels(std::vector<float>{-5, -1, 0, 0.5f, 8});
  TWICE(cub::DeviceHistogram::HistogramRange, in.p, counts.p, 5, levels.p, n);
  std::vector<float> l{-5, -1, 0, 0.5f, 8};
  expected.assign(4, 0);
  for (float x : f)
    for (int b = 0; b < 4; b++) expected[b] += x >= l[b] && x < l[b + 1];
  say("histogram of ranges", counts.host(4) == expected);

  std::vector<int> offsets = {0, 10, 10, 1500, n};
  Device<int> d_offsets(offsets);
  TWICE(cub::DeviceSegmentedReduce::Sum, ints.p, out.p, 4, d_offsets.p, d_offsets.p + 1);
  auto got = out.host(4);
  bool right = true;
  for (int s = 0; s < 4; s++) right = right && got[s] == std::accumulate(h.begin() + offsets[s], h.begin() + offsets[s + 1], 0);
  say("segments", right);
  TWICE(cub::DeviceSegmentedReduce::Reduce, ints.p, out.p, 4, d_offsets.p, d_offsets.p + 1, CustomMin(), 12345);
  got = out.host(4);
  say("least of segments", got[1] == 12345 && got[0] == *std::min_element(h.begin(), h.begin() + 10));
  Device<cub::KeyValuePair<int, int>> places(4);
  TWICE(cub::DeviceSegmentedReduce::ArgMin, ints.p, places.p, 4, d_offsets.p, d_offsets.p + 1);
  auto least = places.host(4);
  TWICE(cub::DeviceSegmentedReduce::ArgMax, ints.p, places.p, 4, d_offsets.p, d_offsets.p + 1);
  auto most = places.host(4);
  right = least[1].key == 1 && least[1].value == INT_MAX && most[1].key == 1 && most[1].value == INT_MIN;
  for (int s : {0, 2, 3}) {
    auto first = h.begin() + offsets[s], last = h.begin() + offsets[s + 1];
    auto low = std::min_element(first, last), high = std::max_element(first, last);
    right = right && least[s].key == low - first && least[s].value == *low && most[s].key == high - first && most[s].value == *high;
  }
  say("places in segments", right);
  TWICE(cub::DeviceMergeSort::SortKeys, ints.p, n, Descending());
  auto down = h;
  std::sort(down.begin(), down.end(), Descending());
  say("merge sort", ints.host(n) == down);
}

/// Gives back what the allocator keeps, when everything else is gone.
struct AtTheEnd {
  ~AtTheEnd() { g_allocator.FreeAllCached(); }
};

int main() {
  AtTheEnd at_the_end;
  std::vector<int> h(5000);
  unsigned state = 1;
  for (auto &x : h) state = state * 1664525 + 1013904223, x = (int)(state >> 16) % 2001 - 1000;
  reductions(h);
  scans(h);
  sorts<int>("sort int", h);
  sorts<unsigned char>("sort unsigned char", std::vector<unsigned char>(h.begin(), h.begin() + 1500));
  std::vector<float> f(3000);
  for (int i = 0; i < 3000; i++) f[i] = h[i] * 0.37f;
  sorts<float>("sort float", f);
  std::vector<double> d(f.begin(), f.begin() + 1100);
  sorts<double>("sort double", d);
  sorts<unsigned long long>("sort long", std::vector<unsigned long long>(h.begin(), h.begin() + 1025));
  selections(h);
  histograms_and_segments(h);

  // the program's own mistake: too little memory
  Device<int> in(h), out(h.size());
  size_t bytes = 0;
  CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.p, out.p, (int)h.size()));
  void *temp;
  CHECK(cudaMalloc(&temp, bytes));
  size_t few = 0;
  printf("%s\n", cudaGetErrorName(cub::DeviceScan::InclusiveSum(temp, few, in.p, out.p, (int)h.size())));
  CHECK(cudaFree(temp));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc(&temp, bytes));
  CHECK(cub::DeviceScan::InclusiveSum(temp, bytes, in.p, out.p, (int)h.size(), stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaFree(temp));
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
