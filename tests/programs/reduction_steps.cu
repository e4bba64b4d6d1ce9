// The seven classic steps of a parallel sum, and what came after: shuffles, atomics, last block, volatile warps.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

__global__ void reduce0(const int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
__global__ void reduce1(const int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned int s = 1; s < blockDim.x; s *= 2) {
    int index = 2 * s * tid;
    if (index < blockDim.x) sdata[index] += sdata[index + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
__global__ void reduce2(const int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = (i < n) ? g_idata[i] : 0;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}
__global__ void reduce3(const int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  int mySum = (i < n) ? g_idata[i] : 0;
  if (i + blockDim.x < n) mySum += g_idata[i + blockDim.x];
  sdata[tid] = mySum;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}
template <unsigned int blockSize>
__device__ void warpReduce(volatile int *sdata, unsigned int tid) {
  int v = sdata[tid];
  if (blockSize >= 64) { v += sdata[tid + 32]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
  if (blockSize >= 32) { v += sdata[tid + 16]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
  if (blockSize >= 16) { v += sdata[tid + 8]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
  if (blockSize >= 8) { v += sdata[tid + 4]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
  if (blockSize >= 4) { v += sdata[tid + 2]; __syncwarp(); sdata[tid] = v; __syncwarp(); }
  if (blockSize >= 2) { v += sdata[tid + 1]; __syncwarp(); sdata[tid] = v; }
}
template <unsigned int blockSize, bool nIsPow2>
__global__ void reduce6(const int *g_idata, int *g_odata, unsigned int n) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + tid;
  unsigned int gridSize = blockSize * 2 * gridDim.x;
  int sum = 0;
  while (i < n) {
    sum += g_idata[i];
    if (nIsPow2 || i + blockSize < n) sum += g_idata[i + blockSize];
    i += gridSize;
  }
  sdata[tid] = sum;
  __syncthreads();
  if (blockSize >= 512) { if (tid < 256) { sdata[tid] += sdata[tid + 256]; } __syncthreads(); }
  if (blockSize >= 256) { if (tid < 128) { sdata[tid] += sdata[tid + 128]; } __syncthreads(); }
  if (blockSize >= 128) { if (tid < 64) { sdata[tid] += sdata[tid + 64]; } __syncthreads(); }
  if (tid < 32) warpReduce<blockSize>(sdata, tid);
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

__inline__ __device__ int warpReduceSum(int val) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
  return val;
}
__inline__ __device__ int blockReduceSum(int val) {
  static __shared__ int shared[32];
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;
  val = warpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  if (wid == 0) val = warpReduceSum(val);
  return val;
}
__global__ void deviceReduceKernel(const int *in, int *out, int N) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) sum += in[i];
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
__global__ void deviceReduceWarpAtomicKernel(const int *in, int *out, int N) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) sum += in[i];
  sum = warpReduceSum(sum);
  if ((threadIdx.x & (warpSize - 1)) == 0) atomicAdd(out, sum);
}
__global__ void reduce_vector_loads(const int *in, int *out, int N) {
  int sum = 0;
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = idx; i < N / 4; i += blockDim.x * gridDim.x) {
    int4 val = reinterpret_cast<const int4 *>(in)[i];
    sum += (val.x + val.y) + (val.z + val.w);
  }
  int i = idx + N / 4 * 4;
  if (i < N) sum += in[i];
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

__device__ unsigned int count = 0;
__shared__ bool isLastBlockDone;
__global__ void sum_last_block(const int *array, unsigned int N, volatile int *result) {
  int partial = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) partial += array[i];
  partial = blockReduceSum(partial);
  if (threadIdx.x == 0) {
    result[blockIdx.x] = partial;
    __threadfence();
    unsigned int value = atomicInc(&count, gridDim.x);
    isLastBlockDone = (value == (gridDim.x - 1));
  }
  __syncthreads();
  if (isLastBlockDone) {
    int total = 0;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) total += result[b];
    __syncthreads();
    total = blockReduceSum(total);
    if (threadIdx.x == 0) {
      result[0] = total;
      count = 0;
    }
  }
}

__device__ int thread_sum(const int *input, int n) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
    int4 in = ((const int4 *)input)[i];
    sum += in.x + in.y + in.z + in.w;
  }
  return sum;
}
__device__ int reduce_sum(cg::thread_group g, int *temp, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = val;
    g.sync();
    if (lane < i) val += temp[lane + i];
    g.sync();
  }
  return val;
}
__global__ void sum_kernel_block(int *sum, const int *input, int n) {
  int my_sum = thread_sum(input, n);
  extern __shared__ int temp[];
  auto g = cg::this_thread_block();
  int block_sum = reduce_sum(g, temp, my_sum);
  if (g.thread_rank() == 0) atomicAdd(sum, block_sum);
}
template <typename group_t>
__device__ int reduce_tile(group_t g, int val) {
  for (int i = g.size() / 2; i > 0; i /= 2) val += g.shfl_down(val, i);
  return val;
}
__global__ void sum_kernel_tile(int *sum, const int *input, int n) {
  int my_sum = thread_sum(input, n);
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int tile_sum = reduce_tile<cg::thread_block_tile<32>>(tile, my_sum);
  if (tile.thread_rank() == 0) atomicAdd(sum, tile_sum);
}

static int *d_in, *d_out;
static int finish(int blocks) {
  std::vector<int> partial(blocks);
  cudaMemcpy(partial.data(), d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  return std::accumulate(partial.begin(), partial.end(), 0);
}
static const char *verdict(int got, int expected) { return got == expected ? "ok" : "WRONG"; }

int main() {
  const int kBlocks = 8;
  for (int n : {1 << 14, 10000, 132}) {
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = (i * 31) % 17 - 5;
    const int expected = std::accumulate(h.begin(), h.end(), 0);
    const int threads = 256, blocks = (n + threads - 1) / threads, half = (n + 2 * threads - 1) / (2 * threads);
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, (blocks + kBlocks) * sizeof(int));
    cudaMemcpy(d_in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    const size_t bytes = threads * sizeof(int);
    printf("n=%d:", n);
    reduce0<<<blocks, threads, bytes>>>(d_in, d_out, n);
    printf(" %s", verdict(finish(blocks), expected));
    reduce1<<<blocks, threads, bytes>>>(d_in, d_out, n);
    printf(" %s", verdict(finish(blocks), expected));
    reduce2<<<blocks, threads, bytes>>>(d_in, d_out, n);
    printf(" %s", verdict(finish(blocks), expected));
    reduce3<<<half, threads, bytes>>>(d_in, d_out, n);
    printf(" %s", verdict(finish(half), expected));
    switch (n) {
      case 1 << 14: reduce6<256, true><<<kBlocks, 256, bytes>>>(d_in, d_out, n); break;
      case 10000: reduce6<512, false><<<kBlocks, 512, 512 * sizeof(int)>>>(d_in, d_out, n); break;
      default: reduce6<64, false><<<kBlocks, 64, 64 * sizeof(int)>>>(d_in, d_out, n); break;
    }
    printf(" %s", verdict(finish(kBlocks), expected));
    deviceReduceKernel<<<kBlocks, 128>>>(d_in, d_out, n);
    printf(" %s", verdict(finish(kBlocks), expected));
    void (*atomics[])(const int *, int *, int) = {deviceReduceWarpAtomicKernel, reduce_vector_loads};
    for (auto kernel : atomics) {
      cudaMemset(d_out, 0, sizeof(int));
      kernel<<<2, 256>>>(d_in, d_out, n);
      printf(" %s", verdict(finish(1), expected));
    }
    sum_last_block<<<kBlocks, 128>>>(d_in, n, d_out);
    printf(" %s", verdict(finish(1), expected));
    sum_last_block<<<kBlocks, 64>>>(d_in, n, d_out);
    printf(" %s", verdict(finish(1), expected));
    cudaMemset(d_out, 0, sizeof(int));
    sum_kernel_block<<<kBlocks, 128, 128 * sizeof(int)>>>(d_out, d_in, n);
    printf(" %s", verdict(finish(1), expected));
    cudaMemset(d_out, 0, sizeof(int));
    sum_kernel_tile<<<kBlocks, 96>>>(d_out, d_in, n);
    printf(" %s\n", verdict(finish(1), expected));
    cudaFree(d_in);
    cudaFree(d_out);
  }
  return 0;
}
