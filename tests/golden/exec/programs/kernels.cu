// Kernels of the kind that the course teaches; kernels.ptx is what clang made of them (see regenerate.sh).
#include "golden_guest.hpp"

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[16][16], tile_b[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    tile_a[threadIdx.y][threadIdx.x] = a[y * n + t * 16 + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(t * 16 + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}

template <int width>
__device__ void transpose_tile(const float* in, float* out, int n) {
  __shared__ float tile[32][width];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
extern "C" __global__ void transpose_padded(const float* in, float* out, int n) { transpose_tile<33>(in, out, n); }
extern "C" __global__ void transpose_conflicts(const float* in, float* out, int n) { transpose_tile<32>(in, out, n); }

extern "C" __global__ void reduce_shuffle(const float* in, float* out, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int distance = 16; distance; distance >>= 1) sum += shuffle_down(sum, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

extern "C" __global__ void reduce_tree(const float* in, float* out, int n) {
  __shared__ float partial[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  partial[threadIdx.x] = i < n ? in[i] : 0.f;
  __syncthreads();
  for (int distance = 128; distance; distance >>= 1) {
    if (threadIdx.x < distance) partial[threadIdx.x] += partial[threadIdx.x + distance];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

extern "C" __global__ void histogram(const unsigned char* in, int* out, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__device__ __attribute__((noinline)) int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
extern "C" __global__ void recursion(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x); }

typedef int (*Operation)(int, int);
__device__ __attribute__((noinline)) int plus(int a, int b) { return a + b; }
__device__ __attribute__((noinline)) int times(int a, int b) { return a * b; }
__device__ Operation operations[2] = {plus, times};
extern "C" __global__ void through_pointers(int* out) {
  out[threadIdx.x] = operations[threadIdx.x % 2](threadIdx.x, 3);
}

extern "C" __global__ void prints(float* out) {
  out[threadIdx.x] = sinf(threadIdx.x * 0.5f);
  if (threadIdx.x == 3) printf("%s %d|%5.2f|%lld|%c%%\n", "lane", 3, 1.5, 1ll << 40, 'x');
}

// --- mistakes ----------------------------------------------------------------------------------------------------

extern "C" __global__ void race_missing_barrier(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = values[63 - threadIdx.x];
}

extern "C" __global__ void barrier_in_branch(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 48) {
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x ^ 1];
  }
  out[64 + threadIdx.x] = values[threadIdx.x];
}

extern "C" __global__ void early_return(int* out, int n) {
  __shared__ int values[64];
  if (threadIdx.x >= n) return;
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[n - 1 - threadIdx.x];
}

extern "C" __global__ void spin_lock(int* lock, int* counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *(volatile int*)counter = *(volatile int*)counter + 1;
      atomicExch(lock, 0);
      done = true;
    }
  }
}

extern "C" __global__ void greedy_spin_lock(int* lock, int* counter) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *(volatile int*)counter = *(volatile int*)counter + 1;
  atomicExch(lock, 0);
}

extern "C" __global__ void waits_for_ever(int* flag) {
  while (*(volatile int*)flag == 0) {
  }
}

extern "C" __global__ void waits_for_block(int* flag, int* out) {
  if (blockIdx.x == 0) {
    while (*(volatile int*)flag != 7) {
    }
    out[threadIdx.x] = 1;
  } else if (threadIdx.x == 0) {
    *(volatile int*)flag = 7;
  }
}
