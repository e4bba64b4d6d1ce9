// Kernels whose blocks depend on each other in some way, or only seem to; blocks.ptx is what clang made of them.
#include "golden_guest.hpp"

static GUEST void __threadfence() { asm volatile("membar.gl;" ::: "memory"); }

static GUEST int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void float_sum(const float* in, float* out, int n) {
  int i = global_index();
  if (i < n) atomicAdd(&out[i % 3 * 64], in[i]);
}

extern "C" __global__ void int_histogram(const unsigned char* in, int* out, int n) {
  int i = global_index();
  if (i < n) atomicAdd(&out[in[i]], 1);
}

// Several threads write one place: the last one's value stays.
extern "C" __global__ void racing_stores(int* out, int n) {
  int i = global_index();
  if (i < n) out[i * 13 % 101] = i;
}

// Reads what the block before has written.
extern "C" __global__ void reads_left(int* a, int n) {
  int i = global_index() + 256;
  if (i < n) a[i] = a[i - 256] + 1;
}

// Reads what the block after is going to write.
extern "C" __global__ void reads_right(int* a, int n) {
  int i = global_index();
  if (i + 256 < n) a[i] = a[i + 256] + 1;
}

extern "C" __global__ void saxpy_in_place(const float* x, float* y, int n) {
  int i = global_index();
  if (i < n) y[i] = 2.0f * x[i] + y[i];
}

extern "C" __global__ void store_bytes(unsigned char* out, int n) {
  int i = global_index();
  if (i < n) out[i + 3] = i * 7;
}

// One float a block, as partial sums are stored.
extern "C" __global__ void one_a_block(float* out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += i * 0.5f;
  if (threadIdx.x == 0) out[blockIdx.x] = sum + blockIdx.x;
}

extern "C" __global__ void fault_in_the_middle(int* out, int n) {
  int i = global_index();
  out[i] = i;
  if (blockIdx.x == n && threadIdx.x == 5) out[1 << 28] = 1;
}

extern "C" __global__ void last_block_sums(const float* in, float* partial, unsigned* count, float* out, int n) {
  __shared__ float values[256];
  __shared__ unsigned ticket;
  int i = global_index();
  values[threadIdx.x] = i < n ? in[i] : 0.f;
  __syncthreads();
  for (int distance = 128; distance; distance >>= 1) {
    if (threadIdx.x < distance) values[threadIdx.x] += values[threadIdx.x + distance];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = values[0];
    __threadfence();
    ticket = atomicAdd((int*)count, 1);
  }
  __syncthreads();
  if (ticket == gridDim.x - 1 && threadIdx.x == 0) {
    float sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += ((volatile float*)partial)[b];
    *out = sum;
  }
}

// Reads, in a later block, the sum that atomics have made so far.
extern "C" __global__ void atomics_and_reads(int* sums, int* out, int n) {
  int i = global_index();
  atomicAdd(&sums[0], 1);
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

extern "C" __global__ void every_block_prints(int* out, int n) {
  int work = 0;
  for (int i = 0; i < n; ++i) work = work * 31 + i;
  out[global_index()] = work;
  if (threadIdx.x == 0) printf("block %d\n", blockIdx.x);
}

// Loops for ever if it sees what no order of blocks can show it: the second word before the first.
extern "C" __global__ void follows_the_chain(int* next, int* out, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int steps = 0;
  for (int at = i; next[at] != 0; at = next[at]) ++steps;
  out[i] = steps;
  next[i] = 0;
}

extern "C" __global__ void squares(float* out, int n) {
  float x = global_index();
  for (int i = 0; i < n; ++i) x = x * 0.5f + 1.0f;
  out[global_index()] = x;
}
