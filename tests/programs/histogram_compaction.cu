// Histograms (global, shared, per warp, coarsened) and compaction (atomics, ballots, scans).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUM_BINS 256
#define WARP_SIZE 32
#define FULL_MASK 0xffffffff

static void HandleError(cudaError_t err, const char *file, int line) {
  if (err != cudaSuccess) {
    printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
    exit(EXIT_FAILURE);
  }
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))
#define HANDLE_NULL(a)                                              \
  {                                                                 \
    if (a == NULL) {                                                \
      printf("Host memory failed in %s at line %d\n", __FILE__, __LINE__); \
      exit(EXIT_FAILURE);                                           \
    }                                                               \
  }

__global__ void histo_global(const unsigned char *buffer, long size, unsigned int *histo) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int stride = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&(histo[buffer[i]]), 1);
    i += stride;
  }
}
__global__ void histo_shared(const unsigned char *buffer, long size, unsigned int *histo) {
  __shared__ unsigned int temp[NUM_BINS];
  temp[threadIdx.x] = 0;
  __syncthreads();
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int offset = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&temp[buffer[i]], 1);
    i += offset;
  }
  __syncthreads();
  atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}
__global__ void histo_per_warp(const unsigned char *data, long size, unsigned int *histo) {
  __shared__ unsigned int bins[4][NUM_BINS];
  const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
  for (int b = lane; b < NUM_BINS; b += WARP_SIZE) bins[warp][b] = 0;
  __syncwarp();
  const unsigned *words = (const unsigned *)data;
  for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < size / 4; i += blockDim.x * gridDim.x) {
    unsigned w = words[i];
    for (int k = 0; k < 4; ++k, w >>= 8) atomicAdd(&bins[warp][w & 0xff], 1u);
  }
  if (blockIdx.x == 0 && threadIdx.x < size % 4) atomicAdd(&bins[warp][data[size / 4 * 4 + threadIdx.x]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) {
    unsigned total = bins[0][b] + bins[1][b] + bins[2][b] + bins[3][b];
    if (total) atomicAdd(&histo[b], total);
  }
}
// Runs of equal values are counted before the atomic.
__global__ void histo_aggregated(const unsigned char *data, long size, unsigned int *histo) {
  __shared__ unsigned int bins[NUM_BINS];
  for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x) bins[b] = 0u;
  __syncthreads();
  unsigned int accumulator = 0;
  int previous = -1;
  for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += blockDim.x * gridDim.x) {
    int bin = data[i];
    if (bin == previous) {
      ++accumulator;
    } else {
      if (accumulator > 0) atomicAdd(&bins[previous], accumulator);
      accumulator = 1;
      previous = bin;
    }
  }
  if (accumulator > 0) atomicAdd(&bins[previous], accumulator);
  __syncthreads();
  for (int b = threadIdx.x; b < NUM_BINS; b += blockDim.x)
    if (bins[b] > 0) atomicAdd(&histo[b], bins[b]);
}
// Lanes with the same value elect one that adds for all.
__global__ void histo_match(const unsigned char *data, long size, unsigned int *histo) {
  for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += blockDim.x * gridDim.x) {
    unsigned int active = __activemask();
    int value = data[i];
    unsigned int peers = __match_any_sync(active, value);
    if (__ffs(peers) - 1 == (threadIdx.x & 31)) atomicAdd(&histo[value], __popc(peers));
  }
}

struct IsPositive {
  __host__ __device__ __forceinline__ bool operator()(const int x) { return x > 0; }
};
__global__ void filter_atomic(int *dst, int *nres, const int *src, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n && src[i] > 0) dst[atomicAdd(nres, 1)] = src[i];
}
__global__ void filter_shared(int *dst, int *nres, const int *src, int n) {
  __shared__ int l_n;
  for (int iter = 0; iter < 4; iter++) {
    if (threadIdx.x == 0) l_n = 0;
    __syncthreads();
    int i = (blockIdx.x * 4 + iter) * blockDim.x + threadIdx.x, d, pos;
    if (i < n) {
      d = src[i];
      if (d > 0) pos = atomicAdd(&l_n, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) l_n = atomicAdd(nres, l_n);
    __syncthreads();
    if (i < n && d > 0) {
      pos += l_n;
      dst[pos] = d;
    }
    __syncthreads();
  }
}
__device__ int atomicAggInc(int *ctr) {
  unsigned int active = __activemask();
  int leader = __ffs(active) - 1;
  int change = __popc(active);
  unsigned int rank = __popc(active & ((1u << (threadIdx.x & 31)) - 1));
  int warp_res;
  if (rank == 0) warp_res = atomicAdd(ctr, change);
  warp_res = __shfl_sync(active, warp_res, leader);
  return warp_res + rank;
}
__global__ void filter_aggregated(int *dst, int *nres, const int *src, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if (src[i] > 0) dst[atomicAggInc(nres)] = src[i];
}
// Order kept: counts a block, a scan of the counts, then ranks from ballots.
template <class Predicate>
__global__ void count_blocks(const int *in, int n, int *counts, Predicate p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = __syncthreads_count(i < n && p(in[i]));
  if (threadIdx.x == 0) counts[blockIdx.x] = c;
}
__global__ void scan_counts(int *counts, int blocks, int *total) {
  if (threadIdx.x == 0) {
    int s = 0;
    for (int b = 0; b < blocks; ++b) {
      int c = counts[b];
      counts[b] = s;
      s += c;
    }
    *total = s;
  }
}
template <class Predicate>
__global__ void scatter(const int *in, int n, int *out, const int *offsets, Predicate p) {
  __shared__ int warps[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool keep = i < n && p(in[i]);
  unsigned ballot = __ballot_sync(FULL_MASK, keep);
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) warps[warp] = __popc(ballot);
  __syncthreads();
  int at = offsets[blockIdx.x] + __popc(ballot & ((1u << lane) - 1u));
  for (int w = 0; w < warp; ++w) at += warps[w];
  if (keep) out[at] = in[i];
}

static int compare_ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  const long SIZE = 50003;
  unsigned char *buffer = (unsigned char *)malloc(SIZE);
  HANDLE_NULL(buffer);
  unsigned expected[NUM_BINS] = {0};
  for (long i = 0; i < SIZE; i++) {
    buffer[i] = (unsigned char)((i * i / 7) ^ (i >> 4));
    expected[buffer[i]]++;
  }
  unsigned char *dev_buffer;
  unsigned int *dev_histo, histo[NUM_BINS];
  HANDLE_ERROR(cudaMalloc((void **)&dev_buffer, SIZE));
  HANDLE_ERROR(cudaMemcpy(dev_buffer, buffer, SIZE, cudaMemcpyHostToDevice));
  HANDLE_ERROR(cudaMalloc((void **)&dev_histo, NUM_BINS * sizeof(int)));
  struct {
    const char *name;
    void (*kernel)(const unsigned char *, long, unsigned int *);
    int threads;
  } all[] = {{"global", histo_global, 256},
             {"shared", histo_shared, 256},
             {"per warp", histo_per_warp, 128},
             {"aggregated", histo_aggregated, 96},
             {"match", histo_match, 128}};
  for (int k = 0; k < 5; k++) {
    HANDLE_ERROR(cudaMemset(dev_histo, 0, NUM_BINS * sizeof(int)));
    all[k].kernel<<<12, all[k].threads>>>(dev_buffer, SIZE, dev_histo);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(histo, dev_histo, sizeof histo, cudaMemcpyDeviceToHost));
    printf("%s: %s\n", all[k].name, memcmp(histo, expected, sizeof histo) ? "wrong" : "right");
  }

  const int n = 3001;
  int *src, *dst, *nres;
  HANDLE_ERROR(cudaMallocManaged((void **)&src, n * sizeof(int)));
  HANDLE_ERROR(cudaMallocManaged((void **)&dst, n * sizeof(int)));
  HANDLE_ERROR(cudaMallocManaged((void **)&nres, sizeof(int)));
  int *kept = (int *)malloc(n * sizeof(int)), count = 0;
  for (int i = 0; i < n; ++i) {
    src[i] = (i * 7919) % 2003 - 1000;
    if (src[i] > 0) kept[count++] = src[i];
  }
  int *counts;
  const int blocks = (n + 127) / 128;
  HANDLE_ERROR(cudaMalloc((void **)&counts, blocks * sizeof(int)));
  count_blocks<<<blocks, 128>>>(src, n, counts, IsPositive());
  scan_counts<<<1, 32>>>(counts, blocks, nres);
  scatter<<<blocks, 128>>>(src, n, dst, counts, IsPositive());
  HANDLE_ERROR(cudaDeviceSynchronize());
  printf("in order: %s\n", *nres == count && !memcmp(kept, dst, count * sizeof(int)) ? "right" : "wrong");
  qsort(kept, count, sizeof(int), compare_ints);
  void (*filters[])(int *, int *, const int *, int) = {filter_atomic, filter_shared, filter_aggregated};
  for (int k = 0; k < 3; ++k) {
    *nres = 0;
    filters[k]<<<k == 1 ? (n + 511) / 512 : blocks, 128>>>(dst, nres, src, n);
    HANDLE_ERROR(cudaDeviceSynchronize());
    qsort(dst, *nres, sizeof(int), compare_ints);
    printf("filter %d: %s\n", k, *nres == count && !memcmp(kept, dst, count * sizeof(int)) ? "right" : "wrong");
  }
  free(buffer);
  free(kept);
  HANDLE_ERROR(cudaFree(dev_histo));
  HANDLE_ERROR(cudaFree(dev_buffer));
  HANDLE_ERROR(cudaFree(src));
  HANDLE_ERROR(cudaFree(dst));
  HANDLE_ERROR(cudaFree(nres));
  HANDLE_ERROR(cudaFree(counts));
  return 0;
}
