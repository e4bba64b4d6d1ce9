// Sorting: LSD radix sort with block scans, bitonic in shared and global memory, odd-even transposition, odd-even merge,
// merge by merge path, rank (enumeration) sort.
#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>
using namespace std;

#define cudaCheckErrors(msg)                                                                      \
  do {                                                                                            \
    cudaError_t __err = cudaGetLastError();                                                       \
    if (__err != cudaSuccess) {                                                                   \
      fprintf(stderr, "Fatal error: %s (%s at %s:%d)\n", msg, cudaGetErrorString(__err), __FILE__, __LINE__); \
      fprintf(stderr, "*** FAILED - ABORTING\n");                                                 \
      exit(1);                                                                                    \
    }                                                                                             \
  } while (0)

__global__ void radix_count(const uint32_t *keys, int n, int shift, int *counts) {
  __shared__ int local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&local[(keys[i] >> shift) & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}
__global__ void scan_one_block(int *data, int n) {
  __shared__ int s[1024];
  int carry = 0;
  for (int base = 0; base < n; base += blockDim.x) {
    int i = base + threadIdx.x;
    int v = i < n ? data[i] : 0;
    s[threadIdx.x] = v;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d <<= 1) {
      int o = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
      __syncthreads();
      s[threadIdx.x] += o;
      __syncthreads();
    }
    if (i < n) data[i] = carry + s[threadIdx.x] - v;
    carry += s[blockDim.x - 1];
    __syncthreads();
  }
}
__global__ void radix_scatter(const uint32_t *in, const int *vin, uint32_t *out, int *vout, int n, int shift, const int *offsets) {
  extern __shared__ unsigned char digits[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char d = 255;
  uint32_t key = 0;
  if (i < n) {
    key = in[i];
    d = (key >> shift) & 15;
  }
  digits[threadIdx.x] = d;
  __syncthreads();
  if (i < n) {
    int rank = 0;
    for (int t = 0; t < threadIdx.x; ++t) rank += digits[t] == d;
    int to = offsets[d * gridDim.x + blockIdx.x] + rank;
    out[to] = key;
    vout[to] = vin[i];
  }
}

__global__ void bitonic_shared(int *data, int n) {
  extern __shared__ int s[];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) s[i] = data[i];
  __syncthreads();
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      for (int i = t; i < n; i += blockDim.x) {
        int ixj = i ^ j;
        if (ixj > i) {
          bool up = (i & k) == 0;
          if ((s[i] > s[ixj]) == up) {
            int tmp = s[i];
            s[i] = s[ixj];
            s[ixj] = tmp;
          }
        }
      }
      __syncthreads();
    }
  for (int i = t; i < n; i += blockDim.x) data[i] = s[i];
}
__global__ void bitonic_sort_step(float *dev_values, int j, int k) {
  unsigned int i, ixj;
  i = threadIdx.x + blockDim.x * blockIdx.x;
  ixj = i ^ j;
  if ((ixj) > i) {
    if ((i & k) == 0) {
      if (dev_values[i] > dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
    if ((i & k) != 0) {
      if (dev_values[i] < dev_values[ixj]) {
        float temp = dev_values[i];
        dev_values[i] = dev_values[ixj];
        dev_values[ixj] = temp;
      }
    }
  }
}
__global__ void odd_even_transposition(int *a, int n) {
  for (int pass = 0; pass < n; ++pass) {
    int i = 2 * threadIdx.x + (pass & 1);
    if (i + 1 < n && a[i] > a[i + 1]) {
      int t = a[i];
      a[i] = a[i + 1];
      a[i + 1] = t;
    }
    __syncthreads();
  }
}
template <typename T>
__device__ inline void comparator(T &a, T &b) {
  T lo = min(a, b);
  b = max(a, b);
  a = lo;
}
__global__ void odd_even_merge(unsigned *data, unsigned length) {
  __shared__ unsigned s[512];
  s[threadIdx.x] = data[threadIdx.x];
  s[threadIdx.x + blockDim.x] = data[threadIdx.x + blockDim.x];
  for (unsigned size = 2; size <= length; size <<= 1) {
    unsigned stride = size / 2;
    unsigned offset = threadIdx.x & (stride - 1);
    __syncthreads();
    unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    comparator(s[pos], s[pos + stride]);
    stride >>= 1;
    for (; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      if (offset >= stride) comparator(s[pos - stride], s[pos]);
    }
  }
  __syncthreads();
  data[threadIdx.x] = s[threadIdx.x];
  data[threadIdx.x + blockDim.x] = s[threadIdx.x + blockDim.x];
}
__host__ __device__ int co_rank(int k, const int *A, int m, const int *B, int n) {
  int i = k < m ? k : m;
  int j = k - i;
  int i_low = 0 > (k - n) ? 0 : k - n;
  int j_low = 0 > (k - m) ? 0 : k - m;
  int delta;
  bool active = true;
  while (active) {
    if (i > 0 && j < n && A[i - 1] > B[j]) {
      delta = ((i - i_low + 1) >> 1);
      j_low = j;
      j = j + delta;
      i = i - delta;
    } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
      delta = ((j - j_low + 1) >> 1);
      i_low = i;
      i = i + delta;
      j = j - delta;
    } else {
      active = false;
    }
  }
  return i;
}
__device__ void merge_sequential(const int *A, int m, const int *B, int n, int *C) {
  int i = 0, j = 0, k = 0;
  while ((i < m) && (j < n)) {
    if (A[i] <= B[j])
      C[k++] = A[i++];
    else
      C[k++] = B[j++];
  }
  if (i == m)
    while (j < n) C[k++] = B[j++];
  else
    while (i < m) C[k++] = A[i++];
}
__global__ void merge_basic_kernel(const int *A, int m, const int *B, int n, int *C) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int per = ceil((m + n) / (blockDim.x * gridDim.x * 1.0f));
  int k_curr = min(tid * per, m + n);
  int k_next = min((tid + 1) * per, m + n);
  int i_curr = co_rank(k_curr, A, m, B, n);
  int i_next = co_rank(k_next, A, m, B, n);
  int j_curr = k_curr - i_curr;
  int j_next = k_next - i_next;
  merge_sequential(&A[i_curr], i_next - i_curr, &B[j_curr], j_next - j_curr, &C[k_curr]);
}
__global__ void rank_sort(const short *in, short *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  short mine = in[i];
  int rank = 0;
  for (int k = 0; k < n; ++k) rank += in[k] < mine || (in[k] == mine && k < i);
  out[rank] = mine;
}

int main() {
  mt19937 gen(12345);
  {
    const int n = 3000, threads = 128, blocks = (n + threads - 1) / threads;
    vector<uint32_t> h(n);
    for (auto &x : h) x = gen();
    uint32_t *a, *b;
    int *va, *vb, *counts;
    cudaMallocManaged(&a, n * sizeof(*a));
    cudaMallocManaged(&b, n * sizeof(*b));
    cudaMallocManaged(&va, n * sizeof(*va));
    cudaMallocManaged(&vb, n * sizeof(*vb));
    cudaMalloc(&counts, 16 * blocks * sizeof(int));
    copy(h.begin(), h.end(), a);
    for (int i = 0; i < n; ++i) va[i] = i;
    for (int shift = 0; shift < 32; shift += 4) {
      radix_count<<<blocks, threads>>>(a, n, shift, counts);
      scan_one_block<<<1, 256>>>(counts, 16 * blocks);
      radix_scatter<<<blocks, threads, threads>>>(a, va, b, vb, n, shift, counts);
      swap(a, b);
      swap(va, vb);
    }
    cudaDeviceSynchronize();
    cudaCheckErrors("radix");
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += h[va[i]] != a[i] || (i && a[i - 1] > a[i]);
    printf("radix: %d wrong\n", bad);
    cudaFree(a), cudaFree(b), cudaFree(va), cudaFree(vb), cudaFree(counts);
  }
  uniform_int_distribution<int> dist(-500, 500);
  auto sorted = [](const int *p, int n) { return is_sorted(p, p + n) ? "sorted" : "NOT sorted"; };
  int *d;
  cudaMallocManaged(&d, 2048 * sizeof(int));
  generate(d, d + 1024, [&] { return dist(gen); });
  bitonic_shared<<<1, 128, 1024 * sizeof(int)>>>(d, 1024);
  cudaDeviceSynchronize();
  printf("bitonic in shared memory: %s\n", sorted(d, 1024));
  generate(d, d + 301, [&] { return dist(gen); });
  odd_even_transposition<<<1, 160>>>(d, 301);
  cudaDeviceSynchronize();
  printf("transposition: %s\n", sorted(d, 301));
  generate(d, d + 512, [&] { return dist(gen) + 500; });
  odd_even_merge<<<1, 256>>>((unsigned *)d, 512);
  cudaDeviceSynchronize();
  printf("odd-even merge: %s\n", sorted(d, 512));

  const int N = 2048;
  float *f;
  cudaMallocManaged(&f, N * sizeof(float));
  for (int i = 0; i < N; ++i) f[i] = (float)(gen() % 10007) / 7;
  for (int k = 2; k <= N; k <<= 1)
    for (int j = k >> 1; j > 0; j = j >> 1) bitonic_sort_step<<<N / 256, 256>>>(f, j, k);
  cudaDeviceSynchronize();
  cudaCheckErrors("bitonic");
  printf("bitonic in global memory: %s\n", is_sorted(f, f + N) ? "sorted" : "NOT sorted");

  const int m = 700, n = 433;
  int *A, *B, *C;
  cudaMallocManaged(&A, m * sizeof(int));
  cudaMallocManaged(&B, n * sizeof(int));
  cudaMallocManaged(&C, (m + n) * sizeof(int));
  generate(A, A + m, [&] { return dist(gen); });
  generate(B, B + n, [&] { return dist(gen); });
  sort(A, A + m);
  sort(B, B + n);
  merge_basic_kernel<<<4, 64>>>(A, m, B, n, C);
  cudaDeviceSynchronize();
  vector<int> merged(m + n);
  merge(A, A + m, B, B + n, merged.begin());
  printf("merge path: %s\n", equal(merged.begin(), merged.end(), C) ? "right" : "wrong");

  vector<short> shorts(500);
  for (auto &s : shorts) s = (short)dist(gen);
  short *sin, *sout;
  cudaMalloc(&sin, shorts.size() * sizeof(short));
  cudaMalloc(&sout, shorts.size() * sizeof(short));
  cudaMemcpy(sin, shorts.data(), shorts.size() * sizeof(short), cudaMemcpyHostToDevice);
  rank_sort<<<2, 256>>>(sin, sout, (int)shorts.size());
  cudaMemcpy(shorts.data(), sout, shorts.size() * sizeof(short), cudaMemcpyDeviceToHost);
  printf("rank sort: %s\n", is_sorted(shorts.begin(), shorts.end()) ? "sorted" : "NOT sorted");
  cudaFree(d), cudaFree(f), cudaFree(A), cudaFree(B), cudaFree(C), cudaFree(sin), cudaFree(sout);
  cudaCheckErrors("end");
}
