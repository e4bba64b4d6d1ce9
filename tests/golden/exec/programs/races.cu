// Kernels that race and kernels that look as if; races.ptx is what clang made of them (see regenerate.sh).
#include "golden_guest.hpp"

static GUEST void __threadfence() { asm volatile("membar.gl;" ::: "memory"); }

#define KERNEL extern "C" __global__ void

// --- within a block -----------------------------------------------------------------------------------------------

KERNEL in_place_neighbour(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n) a[i] = a[i] + a[i - 1];
}

KERNEL global_exchange(int* a, int* out, int with_barrier) {
  a[threadIdx.x] = threadIdx.x;
  if (with_barrier) __syncthreads();
  out[threadIdx.x] = a[threadIdx.x ^ 37];
}

KERNEL double_buffer(int* out, int rounds) {
  __shared__ int buffer[2][256];
  buffer[0][threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    buffer[(r + 1) & 1][threadIdx.x] = buffer[r & 1][(threadIdx.x + 1) % 256] + 1;
    __syncthreads();
  }
  out[threadIdx.x] = buffer[rounds & 1][threadIdx.x];
}

KERNEL single_buffer(int* out, int rounds) {
  __shared__ int buffer[256];
  buffer[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    buffer[threadIdx.x] = buffer[(threadIdx.x + 1) % 256] + 1;
    __syncthreads();
  }
  out[threadIdx.x] = buffer[threadIdx.x];
}

KERNEL warp_synchronous(int* out, int with_syncwarp) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) {
    if (with_syncwarp) __syncwarp();
    int other = s[(threadIdx.x + d) % 32];
    if (with_syncwarp) __syncwarp();
    s[threadIdx.x] += other;
  }
  out[threadIdx.x] = s[threadIdx.x];
}

KERNEL private_histogram(const int* in, int* out, int n) {
  __shared__ int bins[64];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i] & 63], 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

KERNEL plain_histogram(const int* in, int* out) {
  __shared__ int bins[64];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[in[threadIdx.x] & 63]++;
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = bins[threadIdx.x];
}

KERNEL broadcast_then_write(int* out, int with_barrier) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 7;
  __syncthreads();
  out[threadIdx.x] = value;
  if (with_barrier) __syncthreads();
  if (threadIdx.x == 0) value = 8;
  __syncthreads();
  out[threadIdx.x] += value;
}

KERNEL bytes_side_by_side(unsigned char* a) { a[threadIdx.x] = a[threadIdx.x] + 1; }
KERNEL bytes_in_place(unsigned char* a) { a[threadIdx.x + 1] = a[threadIdx.x]; }

KERNEL same_value(int* flag, const int* in) {
  if (in[threadIdx.x] > 3) *flag = 1;
}
KERNEL two_values(int* flag, const int* in) {
  if (in[threadIdx.x] > 3) *flag = threadIdx.x;
}

// --- between blocks -----------------------------------------------------------------------------------------------

KERNEL plain_sum(int* sum, const int* in) { *sum += in[blockIdx.x * blockDim.x + threadIdx.x]; }
KERNEL plain_block_sum(int* sum) {
  if (threadIdx.x == 0) *sum += 1;
}
KERNEL atomic_sum(int* sum, const int* in) { atomicAdd(sum, in[blockIdx.x * blockDim.x + threadIdx.x]); }

__device__ void last_block(int* partial, int* count, int* out, int fence_before, int fence_by_all) {
  __shared__ bool is_last;
  partial[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  if (fence_by_all) __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    if (fence_before) __threadfence();
    is_last = atomicAdd(count, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b) sum += partial[b * blockDim.x + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}
KERNEL last_block_fence(int* partial, int* count, int* out) { last_block(partial, count, out, 1, 0); }
KERNEL last_block_fence_by_all(int* partial, int* count, int* out) { last_block(partial, count, out, 0, 1); }
KERNEL last_block_no_fence(int* partial, int* count, int* out) { last_block(partial, count, out, 0, 0); }

KERNEL counter_read_plainly(int* count, int* out) {
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    if (*count == gridDim.x) *out = 1;
  }
}

KERNEL second_phase(int* a, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  __syncthreads();
  out[i] = a[(i + blockDim.x) % (gridDim.x * blockDim.x)];
}

KERNEL pass_flag(int* data, int* flag, int* out, int with_fence) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) {
    *data = 42;
    if (with_fence) __threadfence();
    *(volatile int*)flag = 1;
  } else {
    while (*(volatile int*)flag == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

KERNEL locked_update(int* lock, int* sum, int with_fence) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    if (with_fence) __threadfence();
    *sum += 1;
    if (with_fence) __threadfence();
    atomicExch(lock, 0);
  }
}

KERNEL locked_by_lanes(int* lock, int* sum) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *sum += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

KERNEL ticket_lock(int* lock, int* sum) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(lock, 1);
    while (((volatile int*)lock)[1] != mine) {
    }
    __threadfence();
    *sum += 1;
    __threadfence();
    ((volatile int*)lock)[1] = lock[1] + 1;
  }
}

KERNEL update_after_unlock(int* lock, int* sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    atomicExch(lock, 0);
    *sum += 1;
  }
}

__device__ void grid_barrier(int* count, int rounds) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (*(volatile int*)count < rounds * (int)gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
}

KERNEL grid_phases(int* a, int* b, int* count, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int r = 1; r <= rounds; ++r) {
    b[i] = a[(i + 1) % n] + a[(i + n - 1) % n];
    grid_barrier(count, 2 * r - 1);
    a[i] = b[(i + 1) % n];
    grid_barrier(count, 2 * r);
  }
}
KERNEL grid_phases_half(int* a, int* b, int* count, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int r = 1; r <= rounds; ++r) {
    b[i] = a[(i + 1) % n] + a[(i + n - 1) % n];
    a[i] = b[i];
    grid_barrier(count, r);
  }
}

KERNEL swap_loop(int* sum) {
  int old = *sum, assumed;
  do {
    assumed = old;
    old = atomicCAS(sum, assumed, assumed + 3);
  } while (old != assumed);
}

// --- uninitialised ------------------------------------------------------------------------------------------------

KERNEL accumulates(int* out, const int* in) { out[threadIdx.x] += in[threadIdx.x]; }
KERNEL writes_then_reads(int* out) {
  out[threadIdx.x] = 1;
  out[threadIdx.x] += 1;
}
KERNEL counts_up(int* out) { atomicAdd(out + threadIdx.x, 1); }
KERNEL shared_unwritten(int* out, int n) {
  __shared__ int s[64];
  if (threadIdx.x < n) s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
KERNEL local_unwritten(int* out, int n) {
  int stack[8];
  for (int i = 0; i < n; ++i) stack[i * 3 % 8] = i;
  out[threadIdx.x] = stack[threadIdx.x % 8];
}
struct Padded {
  char tag;
  double value;
};
KERNEL copies_struct(Padded* to, const Padded* from) { to[threadIdx.x] = from[threadIdx.x]; }
KERNEL fills_struct(Padded* to) {
  to[threadIdx.x].tag = 'x';
  to[threadIdx.x].value = threadIdx.x;
}

// --- barriers and lanes -------------------------------------------------------------------------------------------

KERNEL two_barriers(int* out) {
  __shared__ int first[32], rest[64];
  if (threadIdx.x < 32) {
    first[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = first[31 - threadIdx.x];
  } else {
    rest[threadIdx.x - 32] = 2;
    __syncthreads();
    out[threadIdx.x] = rest[63 - threadIdx.x];
  }
}
KERNEL warp_stays_away(int* out) {
  if (threadIdx.x < 32) {
    __syncthreads();
    out[threadIdx.x] = 1;
  }
}

static GUEST int shuffle(unsigned mask, int value, int lane) {
  int result;
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;" : "=r"(result) : "r"(value), "r"(lane), "r"(mask));
  return result;
}
KERNEL asks_lane(int* out, int lane) {
  int mine = threadIdx.x;
  if (threadIdx.x < 16) mine = shuffle(0xffff, mine, lane);
  out[threadIdx.x] = mine;
}
KERNEL waits_for_lanes(int* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = shuffle(0xffffffff, threadIdx.x, 3);
}

KERNEL gives_up(int* flag, int* out, int turns) {
  int seen = 0;
  for (int i = 0; i < turns && seen == 0; ++i) seen = *(volatile int*)flag;
  out[threadIdx.x] = seen + 1;
}
