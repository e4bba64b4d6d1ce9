// CUB within kernels: warps and blocks reduce, scan, load, store, exchange, sort and count, in many shapes.
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>

#if CUDART_VERSION >= 13000  // CUB 3 has these no more
namespace cub {
struct Max {
  template <class T>
  __host__ __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};
struct Inequality {
  template <class T>
  __host__ __device__ bool operator()(const T &a, const T &b) const { return a != b; }
};
}  // namespace cub
#endif

#define CHECK(call)                                                                           \
  do {                                                                                        \
    cudaError_t error_of_call = call;                                                         \
    if (error_of_call != cudaSuccess) printf("line %d: %s\n", __LINE__, cudaGetErrorString(error_of_call)); \
  } while (0)

template <int BLOCK, cub::BlockReduceAlgorithm ALGORITHM>
__global__ void sum_kernel(const int *in, int *out, int n) {
  typedef cub::BlockReduce<int, BLOCK, ALGORITHM> BlockReduceT;
  __shared__ typename BlockReduceT::TempStorage temp_storage;
  int i = blockIdx.x * BLOCK + threadIdx.x;
  int value = i < n ? in[i] : 0;
  int sum = BlockReduceT(temp_storage).Sum(value);
  if (threadIdx.x == 0) atomicAdd(out, sum);
  __syncthreads();
  int best = BlockReduceT(temp_storage).Reduce(value, cub::Max());
  if (threadIdx.x == 0) atomicMax(out + 1, best);
  __syncthreads();
  int left = n - blockIdx.x * BLOCK;
  int some = BlockReduceT(temp_storage).Sum(value, left < BLOCK ? left : BLOCK);
  if (threadIdx.x == 0) atomicAdd(out + 2, some);
}

struct Line {  // composition of a * x + b: does not commute
  float a, b;
};
struct Compose {
  __device__ __host__ Line operator()(const Line &l, const Line &r) const { return {l.a * r.a, l.b * r.a + r.b}; }
};
__global__ void lines(Line *out) {
  using Reduce = cub::BlockReduce<Line, 8, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 4, 2>;
  using Scan = cub::BlockScan<Line, 8, cub::BLOCK_SCAN_WARP_SCANS, 4, 2>;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
  } temp;
  int t = cub::RowMajorTid(8, 4, 2);
  Line own = {t % 3 == 0 ? 2.0f : 0.5f, float(t % 5)};
  Line total = Reduce(temp.reduce).Reduce(own, Compose());
  if (t == 0) out[64] = total;
  __syncthreads();
  Line upto;
  Scan(temp.scan).InclusiveScan(own, upto, Compose());
  out[t] = upto;
}

template <int BLOCK, int ITEMS>
__global__ void tile_scan(const int *in, int *inclusive, int *exclusive, int *total) {
  using Load = cub::BlockLoad<int, BLOCK, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, BLOCK, ITEMS, cub::BLOCK_STORE_TRANSPOSE>;
  using Scan = cub::BlockScan<int, BLOCK>;
  __shared__ union Temp {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } temp;
  int data[ITEMS], scanned[ITEMS], all;
  int offset = blockIdx.x * BLOCK * ITEMS;
  Load(temp.load).Load(in + offset, data);
  __syncthreads();
  Scan(temp.scan).InclusiveSum(data, scanned);
  __syncthreads();
  Store(temp.store).Store(inclusive + offset, scanned);
  __syncthreads();
  Scan(temp.scan).ExclusiveSum(data, scanned, all);
  __syncthreads();
  Store(temp.store).Store(exclusive + offset, scanned);
  if (threadIdx.x == 0) total[blockIdx.x] = all;
}

struct RunningTotal {
  int running;
  __device__ RunningTotal(int start) : running(start) {}
  __device__ int operator()(int block_aggregate) {
    int old = running;
    running += block_aggregate;
    return old;
  }
};
__global__ void one_block_scan(const int *in, int *out, int n) {
  typedef cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> BlockLoad;
  typedef cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE> BlockStore;
  typedef cub::BlockScan<int, 64> BlockScan;
  __shared__ union {
    typename BlockLoad::TempStorage load;
    typename BlockScan::TempStorage scan;
    typename BlockStore::TempStorage store;
  } temp_storage;
  RunningTotal prefix_op(100);
  for (int offset = 0; offset < n; offset += 64 * 4) {
    int thread_data[4];
    BlockLoad(temp_storage.load).Load(in + offset, thread_data, n - offset, 0);
    __syncthreads();
    BlockScan(temp_storage.scan).ExclusiveSum(thread_data, thread_data, prefix_op);
    __syncthreads();
    BlockStore(temp_storage.store).Store(out + offset, thread_data, n - offset);
    __syncthreads();
  }
}

template <class Key>
__global__ void sort_tile(Key *keys, int *values, int bits) {
  typedef cub::BlockRadixSort<Key, 96, 5, int> Sort;
  typedef cub::BlockRadixSort<Key, 96, 5> SortKeys;
  __shared__ typename Sort::TempStorage temp;
  __shared__ typename SortKeys::TempStorage temp_keys;
  Key own[5], copy[5];
  int payload[5];
  cub::LoadDirectBlocked(threadIdx.x, keys, own);
  cub::LoadDirectBlocked(threadIdx.x, keys, copy);
  cub::LoadDirectBlocked(threadIdx.x, values, payload);
  Sort(temp).Sort(own, payload);
  SortKeys(temp_keys).SortDescendingBlockedToStriped(copy);
  cub::StoreDirectBlocked(threadIdx.x, keys, own);
  cub::StoreDirectBlocked(threadIdx.x, values, payload);
  cub::StoreDirectStriped<96>(threadIdx.x, keys + 480, copy);
  if (bits > 0) {
    __syncthreads();
    SortKeys(temp_keys).Sort(own, 0, bits);  // by some bits only, stable
    cub::StoreDirectBlocked(threadIdx.x, keys + 960, own);
  }
}

__global__ void exchanges(int *out) {
  __shared__ typename cub::BlockExchange<int, 32, 4>::TempStorage temp;
  cub::BlockExchange<int, 32, 4> exchange(temp);
  int items[4], ranks[4];
  for (int i = 0; i < 4; i++) items[i] = threadIdx.x * 4 + i;
  exchange.BlockedToStriped(items, items);
  for (int i = 0; i < 4; i++) out[threadIdx.x * 4 + i] = items[i];
  __syncthreads();
  exchange.StripedToBlocked(items);
  for (int i = 0; i < 4; i++) ranks[i] = 127 - (threadIdx.x * 4 + i);
  __syncthreads();
  exchange.ScatterToBlocked(items, ranks);
  for (int i = 0; i < 4; i++) out[128 + threadIdx.x * 4 + i] = items[i];
}

__global__ void histogram(const unsigned char *in, unsigned *out) {
  typedef cub::BlockHistogram<unsigned char, 128, 4, 256, cub::BLOCK_HISTO_ATOMIC> Histogram;
  __shared__ typename Histogram::TempStorage temp;
  __shared__ unsigned counts[256];
  unsigned char data[4];
  cub::LoadDirectStriped<128>(threadIdx.x, in, data);
  Histogram(temp).Histogram(data, counts);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 128) out[i] = counts[i];
}

__global__ void warps(const int *in, int *out) {
  typedef cub::WarpReduce<int> WarpReduce;
  typedef cub::WarpScan<int> WarpScan;
  __shared__ typename WarpReduce::TempStorage reduce_storage[4];
  __shared__ typename WarpScan::TempStorage scan_storage[4];
  int warp = threadIdx.x / 32, value = in[threadIdx.x];
  int sum = WarpReduce(reduce_storage[warp]).Sum(value);
  int most = WarpReduce(reduce_storage[warp]).Reduce(value, cub::Max(), 20);
  if (threadIdx.x % 32 == 0) out[warp] = sum, out[4 + warp] = most;
  int upto, before, total;
  WarpScan(scan_storage[warp]).InclusiveSum(value, upto, total);
  WarpScan(scan_storage[warp]).ExclusiveScan(value, before, 7, cub::Max());
  out[8 + threadIdx.x] = upto;
  out[136 + threadIdx.x] = before;
  int head = threadIdx.x % 7 == 0;
  int run = WarpReduce(reduce_storage[warp]).HeadSegmentedSum(value, head);
  if (head || threadIdx.x % 32 == 0) out[264 + threadIdx.x] = run;
  typedef cub::WarpReduce<int, 8> Eighth;
  __shared__ typename Eighth::TempStorage eighth_storage[16];
  int part = Eighth(eighth_storage[threadIdx.x / 8]).Sum(value);
  if (threadIdx.x % 8 == 0) out[392 + threadIdx.x / 8] = part;
}

__global__ void heads(const int *in, int *out) {
  typedef cub::BlockDiscontinuity<int, 64> Discontinuity;
  __shared__ typename Discontinuity::TempStorage temp;
  int items[2], first[2], last[2];
  cub::LoadDirectBlocked(threadIdx.x, in, items);
  Discontinuity(temp).FlagHeads(first, items, cub::Inequality());
  __syncthreads();
  Discontinuity(temp).FlagTails(last, items, cub::Inequality());
  for (int i = 0; i < 2; i++) out[threadIdx.x * 2 + i] = first[i] + 2 * last[i];
}

template <class T>
long long digest(const std::vector<T> &v) {
  long long h = 7;
  for (auto x : v) h = (h * 31 + (long long)(x * 8)) % 1000000007;
  return h;
}
template <class T>
T *to_device(const std::vector<T> &v) {
  T *p;
  CHECK(cudaMalloc(&p, v.size() * sizeof(T)));
  CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}
template <class T>
std::vector<T> to_host(const T *p, size_t n) {
  std::vector<T> v(n);
  CHECK(cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}

int main() {
  std::vector<int> data(2000);
  unsigned state = 12345;
  for (auto &x : data) state = state * 1664525 + 1013904223, x = (int)(state >> 16) % 2001 - 1000;
  int *in = to_device(data), *out = to_device(std::vector<int>(3000, 0));

  sum_kernel<128, cub::BLOCK_REDUCE_RAKING><<<16, 128>>>(in, out, 2000);
  auto r = to_host(out, 3);
  printf("reduce %d %d %d\n", r[0], r[1], r[2]);
  CHECK(cudaMemset(out, 0, 12));
  sum_kernel<100, cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<20, 100>>>(in, out, 2000);
  r = to_host(out, 3);
  printf("reduce %d %d %d\n", r[0], r[1], r[2]);

  Line *line = to_device(std::vector<Line>(65));
  lines<<<1, dim3(8, 4, 2)>>>(line);
  auto l = to_host(line, 65);
  Line check = {1, 0};
  bool same = true;
  for (int t = 0; t < 64; t++) {
    check = Compose()(check, Line{t % 3 == 0 ? 2.0f : 0.5f, float(t % 5)});
    same = same && fabsf(check.b - l[t].b) <= 1e-4f * fabsf(check.b) && check.a == l[t].a;
  }
  printf("lines %d %g\n", same, l[64].a);

  int *ex = to_device(std::vector<int>(2000, 0)), *totals = to_device(std::vector<int>(8, 0));
  tile_scan<64, 7><<<4, 64>>>(in, out, ex, totals);
  printf("scan %lld %lld %lld\n", digest(to_host(out, 1792)), digest(to_host(ex, 1792)), digest(to_host(totals, 4)));
  one_block_scan<<<1, 64>>>(in, out, 1999);
  auto scanned = to_host(out, 1999);
  int sum = 100;
  same = true;
  for (int i = 0; i < 1999; i++) same = same && scanned[i] == sum, sum += data[i];
  printf("running scan %d\n", same);

  std::vector<int> positions(480);
  for (int i = 0; i < 480; i++) positions[i] = i;
  int *keys = to_device(data), *values = to_device(positions);
  sort_tile<<<1, 96>>>(keys, values, 5);
  auto k = to_host(keys, 1440), v = to_host(values, 480);
  printf("sort %d %d %d, %d %d, %lld %lld\n", k[0], k[240], k[479], k[480], k[959], digest(k), digest(v));
  std::vector<float> floats(1440);
  for (int i = 0; i < 1440; i++) floats[i] = data[i % 480] * 0.125f;
  floats[3] = -0.0f;
  float *fkeys = to_device(floats);
  CHECK(cudaMemcpy(values, positions.data(), 480 * sizeof(int), cudaMemcpyHostToDevice));
  sort_tile<<<1, 96>>>(fkeys, values, 0);
  auto f = to_host(fkeys, 960);
  printf("floats %g %g %g %lld %lld\n", f[0], f[479], f[480], digest(f), digest(to_host(values, 480)));

  exchanges<<<1, 32>>>(out);
  printf("exchange %lld\n", digest(to_host(out, 256)));
  std::vector<unsigned char> bytes(512);
  for (int i = 0; i < 512; i++) bytes[i] = (unsigned char)(i * i % 251);
  unsigned char *b = to_device(bytes);
  unsigned *counts = to_device(std::vector<unsigned>(256, 0));
  histogram<<<1, 128>>>(b, counts);
  printf("histogram %lld\n", digest(to_host(counts, 256)));
  CHECK(cudaMemset(out, 0, 1000 * sizeof(int)));
  warps<<<1, 128>>>(in, out);
  printf("warps %lld\n", digest(to_host(out, 408)));
  std::vector<int> runs(128);
  for (int i = 0; i < 128; i++) runs[i] = i / 3 + i / 10;
  int *run = to_device(runs);
  heads<<<1, 64>>>(run, out);
  printf("heads %lld\n", digest(to_host(out, 128)));
  for (void *p : {(void *)in, (void *)out, (void *)line, (void *)ex, (void *)totals, (void *)keys, (void *)values, (void *)fkeys,
                  (void *)b, (void *)counts, (void *)run})
    cudaFree(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
