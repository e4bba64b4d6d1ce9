// A radix sort of many launches (counts, their scan, places by rank), a scan of structs with a functor, a merge sort from the
// bottom up.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>
#define RADIX_BITS 4
#define RADIX (1 << RADIX_BITS)
#define TPB 64
__global__ void count(const uint32_t* k, int n, int shift, int* hist) {
  __shared__ int s[RADIX];
  if (threadIdx.x < RADIX)
    s[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * TPB + threadIdx.x;
  if (i < n)
    atomicAdd(&s[(k[i] >> shift) & (RADIX - 1)], 1);
  __syncthreads();
  if (threadIdx.x < RADIX)
    hist[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}
__global__ void scan1(int* a, int n) {
  extern __shared__ int t[];
  int carry = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x;
    int v = i < n ? a[i] : 0;
    t[threadIdx.x] = v;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
      int x = threadIdx.x >= d ? t[threadIdx.x - d] : 0;
      __syncthreads();
      t[threadIdx.x] += x;
      __syncthreads();
    }
    if (i < n)
      a[i] = carry + t[threadIdx.x] - v;
    carry += t[blockDim.x - 1];
    __syncthreads();
  }
}
__global__ void scatter(const uint32_t* k, const int* v, uint32_t* ko, int* vo, int n, int shift,
                        const int* hist) {
  __shared__ uint8_t dig[TPB];
  int i = blockIdx.x * TPB + threadIdx.x;
  int d = i < n ? (k[i] >> shift) & (RADIX - 1) : 255;
  dig[threadIdx.x] = d;
  __syncthreads();
  if (i < n) {
    int r = 0;
    for (int j = 0; j < threadIdx.x; j++)
      r += dig[j] == d;
    int p = hist[d * gridDim.x + blockIdx.x] + r;
    ko[p] = k[i];
    vo[p] = v[i];
  }
}
struct Seg {
  int sum, best, pre, suf;
};
struct Join {
  __host__ __device__ Seg operator()(const Seg& a, const Seg& b) const {
    Seg r;
    r.sum = a.sum + b.sum;
    r.pre = max(a.pre, a.sum + b.pre);
    r.suf = max(b.suf, b.sum + a.suf);
    r.best = max(max(a.best, b.best), a.suf + b.pre);
    return r;
  }
};
template <typename T, typename Op>
__global__ void inclusive(T* a, int n, Op op) {
  __shared__ T s[2][128];
  int t = threadIdx.x, w = 0;
  if (t < n)
    s[0][t] = a[t];
  __syncthreads();
  for (int d = 1; d < n; d <<= 1, w ^= 1) {
    if (t < n)
      s[w ^ 1][t] = t >= d ? op(s[w][t - d], s[w][t]) : s[w][t];
    __syncthreads();
  }
  if (t < n)
    a[t] = s[w][t];
}
__global__ void merge_pass(const int* a, int* b, int n, int width) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, lo = 2 * width * t;
  if (lo >= n)
    return;
  int mid = min(lo + width, n), hi = min(lo + 2 * width, n), i = lo, j = mid;
  for (int k = lo; k < hi; k++)
    b[k] = i < mid && (j >= hi || a[i] <= a[j]) ? a[i++] : a[j++];
}
int main() {
  const int n = 1500, blocks = (n + TPB - 1) / TPB;
  std::vector<uint32_t> k(n);
  std::vector<int> v(n);
  for (int i = 0; i < n; i++) {
    k[i] = (i * 2654435761u) >> 16;
    v[i] = i;
  }
  uint32_t* dk[2];
  int *dv[2], *dh;
  for (int i = 0; i < 2; i++) {
    cudaMalloc(&dk[i], n * 4);
    cudaMalloc(&dv[i], n * 4);
  }
  cudaMalloc(&dh, RADIX * blocks * 4);
  cudaMemcpy(dk[0], k.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dv[0], v.data(), n * 4, cudaMemcpyHostToDevice);
  int s = 0;
  for (int shift = 0; shift < 16; shift += RADIX_BITS, s ^= 1) {
    count<<<blocks, TPB>>>(dk[s], n, shift, dh);
    scan1<<<1, 128, 128 * sizeof(int)>>>(dh, RADIX * blocks);
    scatter<<<blocks, TPB>>>(dk[s], dv[s], dk[s ^ 1], dv[s ^ 1], n, shift, dh);
  }
  std::vector<int> r(n), e(n);
  cudaMemcpy(r.data(), dv[s], n * 4, cudaMemcpyDeviceToHost);
  std::iota(e.begin(), e.end(), 0);
  std::stable_sort(e.begin(), e.end(), [&](int a, int b) { return k[a] < k[b]; });
  Seg h[100], *ds;
  for (int i = 0; i < 100; i++) {
    int x = (i * 37) % 21 - 10;
    h[i] = {x, x, x, x};
  }
  Seg acc = h[0];
  for (int i = 1; i < 100; i++)
    acc = Join()(acc, h[i]);
  cudaMalloc(&ds, sizeof h);
  cudaMemcpy(ds, h, sizeof h, cudaMemcpyHostToDevice);
  inclusive<<<1, 128>>>(ds, 100, Join());
  cudaMemcpy(h, ds, sizeof h, cudaMemcpyDeviceToHost);
  int *a = dv[0], *b = dv[1];
  cudaMemcpy(a, k.data(), n * 4, cudaMemcpyHostToDevice);
  for (int w = 1; w < n; w *= 2) {
    merge_pass<<<(n / (2 * w) + 32) / 32, 32>>>(a, b, n, w);
    std::swap(a, b);
  }
  std::vector<int> m(n);
  cudaMemcpy(m.data(), a, n * 4, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", r == e, h[99].best == acc.best, std::is_sorted(m.begin(), m.end()));
  for (int i = 0; i < 2; i++) {
    cudaFree(dk[i]);
    cudaFree(dv[i]);
  }
  cudaFree(dh);
  cudaFree(ds);
}
