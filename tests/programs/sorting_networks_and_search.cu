// More classics: binary search for many keys, select by histogram (k-th smallest), top-k in a warp, merge sort, counting sort of
// structures, permutations, run-time sized local heaps, string sort keys, set intersection, sparse vectors, interpolation.
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>
#include <set>
#include <vector>

template <typename T>
__device__ int lower_bound(const T *__restrict__ a, int n, T key) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) >> 1;
    if (__ldg(a + mid) < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}
template <typename T>
__global__ void search_all(const T *a, int n, const T *keys, int m, int *where) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) where[i] = lower_bound(a, n, keys[i]);
}
__global__ void intersect(const int *a, int n, const int *b, int m, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool both = false;
  if (i < n) {
    int at = lower_bound(b, m, a[i]);
    both = at < m && b[at] == a[i];
  }
  unsigned votes = __ballot_sync(0xffffffffu, both);
  int lane = threadIdx.x & 31, base = 0;
  if (lane == 0 && votes) base = atomicAdd(count, __popc(votes));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (both) out[base + __popc(votes << (31 - lane) << 1)] = a[i];
}
// The k-th smallest, a byte at a time from the top.
__global__ void select_kth(const uint32_t *a, int n, int k, uint32_t *result) {
  __shared__ int bins[256];
  __shared__ uint32_t prefix, mask;
  __shared__ int rank;
  if (threadIdx.x == 0) prefix = mask = 0, rank = k;
  for (int shift = 24; shift >= 0; shift -= 8) {
    for (int b = threadIdx.x; b < 256; b += blockDim.x) bins[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      if ((a[i] & mask) == prefix) atomicAdd(&bins[a[i] >> shift & 255], 1);
    __syncthreads();
    if (threadIdx.x == 0) {
      int b = 0;
      while (rank >= bins[b]) rank -= bins[b++];
      prefix |= (uint32_t)b << shift;
      mask |= 255u << shift;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = prefix;
}
__global__ void top_of_warp(const float *in, float *out, int *index, int k) {
  float v = in[threadIdx.x];
  int lane = threadIdx.x;
  for (int round = 0; round < k; ++round) {
    float best = v;
    int who = lane;
    for (int d = 16; d > 0; d /= 2) {
      float other = __shfl_xor_sync(0xffffffffu, best, d);
      int owner = __shfl_xor_sync(0xffffffffu, who, d);
      if (other > best || (other == best && owner < who)) best = other, who = owner;
    }
    if (lane == who) v = -INFINITY;
    if (lane == 0) out[round] = best, index[round] = who;
  }
}
struct Record {
  uint16_t key;
  char name[6];
  double value;
};
__global__ void merge_pass(const Record *in, Record *out, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  // each record finds its place: its own rank in its run and the other run's share before it
  int run = i / width, begin = run * width, partner = (run ^ 1) * width;
  int other_end = min(partner + width, n), lo = min(partner, n), hi = max(other_end, lo);
  const uint16_t key = in[i].key;
  bool left = (run & 1) == 0;
  int first = lo;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (left ? in[mid].key < key : in[mid].key <= key) lo = mid + 1; else hi = mid;
  }
  out[min(begin, partner) + (i - begin) + (lo - first)] = in[i];
}
__global__ void permutations(int n, unsigned long long *checksum) {
  extern __shared__ unsigned char memory[];
  unsigned char *mine = memory + threadIdx.x * 8;
  int index = blockIdx.x * blockDim.x + threadIdx.x, total = 1;
  for (int i = 2; i <= n; ++i) total *= i;
  if (index >= total) return;
  unsigned used = 0;
  unsigned long long code = 0;
  for (int i = n, left = index, f = total; i > 0; --i) {
    f /= i;
    int pick = left / f;
    left %= f;
    for (int c = 0; c < n; ++c)
      if (!(used >> c & 1) && pick-- == 0) {
        used |= 1u << c;
        mine[n - i] = c;
        break;
      }
  }
  for (int i = 0; i < n; ++i) code = code * 10 + mine[i];
  atomicAdd(checksum, code);
}
// A heap of the nearest points a thread, in local memory.
template <int K>
__global__ void nearest(const float3 *points, int n, int *neighbours) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float distance[K];
  int index[K], size = 0;
  for (int j = 0; j < n; ++j) {
    if (j == i) continue;
    float dx = points[i].x - points[j].x, dy = points[i].y - points[j].y, dz = points[i].z - points[j].z;
    float d = dx * dx + dy * dy + dz * dz;
    int at;
    if (size < K) {
      at = size++;
      for (; at > 0 && distance[(at - 1) / 2] < d; at = (at - 1) / 2) distance[at] = distance[(at - 1) / 2], index[at] = index[(at - 1) / 2];
    } else if (d < distance[0]) {
      at = 0;
      for (int child; (child = 2 * at + 1) < K; at = child) {
        if (child + 1 < K && distance[child + 1] > distance[child]) ++child;
        if (distance[child] <= d) break;
        distance[at] = distance[child], index[at] = index[child];
      }
    } else {
      continue;
    }
    distance[at] = d, index[at] = j;
  }
  for (int k = 0; k < K; ++k) neighbours[i * K + k] = index[k];
}
__global__ void gather_scatter(const int *map, const double *in, double *gathered, double *scattered, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    gathered[i] = in[map[i]];
    scattered[map[i]] = in[i];
  }
}

template <typename T>
T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  cudaMemset(p, 0, n * sizeof(T));
  cudaDeviceSynchronize();
  return p;
}
int main() {
  const int n = 1000, m = 300;
  double *a = managed<double>(n), *keys = managed<double>(m);
  int *where = managed<int>(m), bad = 0;
  for (int i = 0; i < n; ++i) a[i] = i / 3 * 1.5;
  for (int i = 0; i < m; ++i) keys[i] = (i * 37 % 600) * 0.9 - 10;
  search_all<<<2, 128>>>(a, n, keys, m, where);
  cudaDeviceSynchronize();
  for (int i = 0; i < m; ++i) bad += where[i] != std::lower_bound(a, a + n, keys[i]) - a;
  printf("search: %d wrong\n", bad);
  int *x = managed<int>(n), *y = managed<int>(n), *both = managed<int>(n), *count = managed<int>(1);
  std::vector<int> expected;
  for (int i = 0; i < n; ++i) x[i] = 3 * i, y[i] = 5 * i;
  std::set_intersection(x, x + n, y, y + n, std::back_inserter(expected));
  intersect<<<8, 128>>>(x, n, y, n, both, count);
  cudaDeviceSynchronize();
  std::sort(both, both + *count);
  printf("intersection %s\n", *count == (int)expected.size() && std::equal(expected.begin(), expected.end(), both) ? "right" : "wrong");
  uint32_t *u = managed<uint32_t>(n), *kth = managed<uint32_t>(1);
  for (int i = 0; i < n; ++i) u[i] = i * 2654435761u;
  std::vector<uint32_t> sorted(u, u + n);
  std::sort(sorted.begin(), sorted.end());
  bad = 0;
  for (int k : {0, 1, 499, 500, 999}) {
    select_kth<<<1, 256>>>(u, n, k, kth);
    cudaDeviceSynchronize();
    bad += *kth != sorted[k];
  }
  printf("select: %d wrong\n", bad);
  float *f = managed<float>(32), *top = managed<float>(5);
  int *index = managed<int>(5);
  for (int i = 0; i < 32; ++i) f[i] = (i * 7 % 32) * 0.5f;
  top_of_warp<<<1, 32>>>(f, top, index, 5);
  cudaDeviceSynchronize();
  for (int i = 0; i < 5; ++i) printf("%g@%d ", top[i], index[i]);
  printf("\n");
  Record *r = managed<Record>(n), *s = managed<Record>(n);
  for (int i = 0; i < n; ++i) r[i].key = i * 7919 % 331, r[i].value = i, snprintf(r[i].name, 6, "%d", i);
  std::vector<Record> stable(r, r + n);
  std::stable_sort(stable.begin(), stable.end(), [](const Record &p, const Record &q) { return p.key < q.key; });
  for (int width = 1; width < n; width *= 2) {
    merge_pass<<<(n + 127) / 128, 128>>>(r, s, n, width);
    std::swap(r, s);
  }
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < n; ++i) bad += r[i].value != stable[i].value;
  printf("merge sort: %d wrong\n", bad);
  unsigned long long *sum = managed<unsigned long long>(1);
  permutations<<<12, 64, 64 * 8>>>(6, sum);
  cudaDeviceSynchronize();
  printf("permutations %s\n", *sum == 120ull * 15 * 111111 ? "right" : "wrong");
  const int np = 150;
  float3 *points = managed<float3>(np);
  int *neighbours = managed<int>(np * 4);
  for (int i = 0; i < np; ++i) points[i] = make_float3(i * 37 % 101, i * 59 % 103, i * 83 % 107);
  nearest<4><<<2, 96>>>(points, np, neighbours);
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < np; ++i) {
    std::vector<float> d, got;
    auto dist = [&](int j) {
      float dx = points[i].x - points[j].x, dy = points[i].y - points[j].y, dz = points[i].z - points[j].z;
      return dx * dx + dy * dy + dz * dz;
    };
    for (int j = 0; j < np; ++j)
      if (j != i) d.push_back(dist(j));
    for (int k = 0; k < 4; ++k) got.push_back(dist(neighbours[4 * i + k]));
    std::sort(d.begin(), d.end());
    std::sort(got.begin(), got.end());
    bad += !std::equal(got.begin(), got.end(), d.begin());
  }
  printf("nearest: %d wrong\n", bad);
  int *map = managed<int>(n);
  double *gathered = managed<double>(n), *scattered = managed<double>(n);
  for (int i = 0; i < n; ++i) map[i] = i * 7 % n;
  gather_scatter<<<4, 256>>>(map, a, gathered, scattered, n);
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < n; ++i) bad += gathered[i] != a[map[i]] || scattered[map[i]] != a[i];
  printf("gather and scatter: %d wrong\n", bad);
  cudaDeviceReset();
}
