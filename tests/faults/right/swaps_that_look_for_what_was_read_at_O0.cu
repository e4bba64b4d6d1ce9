//! prints: 256 4 128 300 1 1 64 64
//! flags: -O0
// Plain reads that a compare-and-swap checks again: it looks for what was read, or for what that was compared with.
#include <cstdio>

constexpr int kThreads = 64, kBlocks = 4, kAll = kThreads * kBlocks, kEmpty = -1;

// A byte of a word, as every library without byte atomics does it.
__device__ void add_to_byte(unsigned* word, unsigned byte, unsigned value) {
  const unsigned shift = 8 * byte;
  unsigned old = *word, assumed;
  do {
    assumed = old;
    const unsigned sum = ((assumed >> shift) + value) & 0xff;
    old = atomicCAS(word, assumed, (assumed & ~(0xffu << shift)) | (sum << shift));
  } while (old != assumed);
}

// Stops as soon as there is nothing to do.
__device__ void raise(float* most, float value) {
  int* bits = reinterpret_cast<int*>(most);
  int seen = *bits;
  while (__int_as_float(seen) < value) {
    const int old = atomicCAS(bits, seen, __float_as_int(value));
    if (old == seen)
      break;
    seen = old;
  }
}

// A lock that is looked at before it is tried.
__device__ void count_under_lock(int* lock, int* count) {
  for (bool done = false; !done;) {
    if (*lock == 0 && atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *count = *count + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

// An even number is a lock's version while it is free.
__device__ bool enter_version(unsigned* version) {
  const unsigned free = *version & ~1u;
  return atomicCAS(version, free, free | 1) == free;
}

// A range is asked for, and the swap for the one number in it that counts.
__device__ bool claim(int* level, int mine) {
  return *level < 0 && atomicCAS(level, kEmpty, mine) == kEmpty;
}

// A list: its head is read, linked behind the new node, and checked.
__device__ void push(int* head, int* next, int node) {
  int old = *head, seen;
  do {
    seen = old;
    next[node] = seen;
    old = atomicCAS(head, seen, node);
  } while (old != seen);
}

struct State {
  unsigned bytes, version;
  int lock, count, head, entered, claimed, flag;
  float most;
};

__global__ void all(State* state, int* next, int* levels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_to_byte(&state->bytes, 1, i % 2);
  raise(&state->most, i == 77 ? 300.0f : float(i));
  if (threadIdx.x == 0)
    count_under_lock(&state->lock, &state->count);
  if (enter_version(&state->version))
    atomicAdd(&state->entered, 1);
  if (claim(&levels[i % kThreads], i))
    atomicAdd(&state->claimed, 1);
  push(&state->head, next, i);
  if (state->flag == 0)  // whoever comes too late does no harm
    atomicCAS(&state->flag, 0, 1);
}

int main() {
  State* state;
  int *next, *levels, nodes[kAll], level[kThreads];
  cudaMalloc(&state, sizeof(State));
  cudaMalloc(&next, sizeof nodes);
  cudaMalloc(&levels, sizeof level);
  State host = {};
  host.head = kEmpty;
  cudaMemcpy(state, &host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(levels, 0xff, sizeof level);
  all<<<kBlocks, kThreads>>>(state, next, levels);
  cudaMemcpy(&host, state, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(nodes, next, sizeof nodes, cudaMemcpyDeviceToHost);
  cudaMemcpy(level, levels, sizeof level, cudaMemcpyDeviceToHost);
  int linked = 0, set = 0;
  for (int at = host.head; at != kEmpty; at = nodes[at])
    ++linked;
  for (int one : level)
    set += one != kEmpty;
  std::printf("%d %d %u %d %d %d %d %d\n", linked, host.count, host.bytes >> 8, int(host.most), host.entered, host.flag,
              host.claimed, set);
  cudaFree(state), cudaFree(next), cudaFree(levels);
}
