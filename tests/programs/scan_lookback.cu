// A scan in one pass: tiles publish their sums and prefixes as status words and look back at their predecessors.
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr int kThreads = 128, kItems = 4, kTile = kThreads * kItems;
enum : uint32_t { kEmpty = 0, kAggregate = 1, kPrefix = 2 };

__device__ unsigned int next_tile;

__device__ __forceinline__ uint64_t load_acquire(const uint64_t* p) {
  uint64_t v = *(const volatile uint64_t*)p;
  __threadfence();
  return v;
}
__device__ __forceinline__ void store_release(uint64_t* p, uint64_t v) {
  __threadfence();
  *(volatile uint64_t*)p = v;
}
__device__ __forceinline__ uint64_t pack(uint32_t flag, int32_t value) { return (uint64_t)flag << 32 | (uint32_t)value; }

__global__ void single_pass_scan(const int* in, int* out, int n, uint64_t* status) {
  __shared__ unsigned tile_id;
  __shared__ int warp_sums[kThreads / 32];
  __shared__ int tile_prefix;
  if (threadIdx.x == 0) tile_id = atomicAdd(&next_tile, 1u);
  __syncthreads();
  const unsigned tile = tile_id;
  const int base = tile * kTile + threadIdx.x * kItems, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int v[kItems], sum = 0;
  for (int i = 0; i < kItems; ++i) {
    v[i] = base + i < n ? in[base + i] : 0;
    sum += v[i];
  }
  int scan = sum;
  for (int d = 1; d < 32; d *= 2) {
    int o = __shfl_up_sync(0xffffffffu, scan, d);
    if (lane >= d) scan += o;
  }
  if (lane == 31) warp_sums[warp] = scan;
  __syncthreads();
  int before = scan - sum, aggregate = 0;
  for (int w = 0; w < kThreads / 32; ++w) {
    if (w < warp) before += warp_sums[w];
    aggregate += warp_sums[w];
  }
  if (threadIdx.x == 0) {
    int prefix = 0;
    if (tile == 0) {
      store_release(&status[0], pack(kPrefix, aggregate));
    } else {
      store_release(&status[tile], pack(kAggregate, aggregate));
      for (int p = (int)tile - 1;;) {
        uint64_t word;
        do {
          word = load_acquire(&status[p]);
        } while ((word >> 32) == kEmpty);
        prefix += (int32_t)(uint32_t)word;
        if ((word >> 32) == kPrefix) break;
        --p;
      }
      store_release(&status[tile], pack(kPrefix, prefix + aggregate));
    }
    tile_prefix = prefix;
  }
  __syncthreads();
  int running = tile_prefix + before;
  for (int i = 0; i < kItems; ++i) {
    running += v[i];
    if (base + i < n) out[base + i] = running;
  }
}

// The same idea with atomics only: each block waits for the sum of its predecessor (a chain).
__global__ void chained_scan(const int* in, int* out, int n, int* flags, int* sums, unsigned* ticket) {
  __shared__ unsigned id;
  __shared__ int s[256];
  __shared__ int previous;
  if (threadIdx.x == 0) id = atomicAdd(ticket, 1);
  __syncthreads();
  const int t = threadIdx.x, i = id * blockDim.x + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    int add = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += add;
    __syncthreads();
  }
  if (t == 0) {
    while (atomicAdd(&flags[id], 0) == 0) {
    }
    __threadfence();
    previous = sums[id];
    sums[id + 1] = previous + s[blockDim.x - 1];
    __threadfence();
    atomicAdd(&flags[id + 1], 1);
  }
  __syncthreads();
  if (i < n) out[i] = s[t] + previous;
}

int main() {
  for (int n : {100, 5000, 40001}) {
    std::vector<int> h(n), got(n);
    for (int i = 0; i < n; ++i) h[i] = i % 11 - 4;
    int *in, *out;
    uint64_t* status;
    const int tiles = (n + kTile - 1) / kTile;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&status, tiles * sizeof(uint64_t));
    cudaMemset(status, 0, tiles * sizeof(uint64_t));
    unsigned zero = 0;
    cudaMemcpyToSymbol(next_tile, &zero, sizeof zero);
    cudaMemcpy(in, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    single_pass_scan<<<tiles, kThreads>>>(in, out, n, status);
    cudaMemcpy(got.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0, s = 0; i < n; ++i) bad += got[i] != (s += h[i]);
    printf("look-back %d: %d wrong\n", n, bad);

    const int blocks = (n + 255) / 256;
    int *flags, *sums, one = 1;
    unsigned* ticket;
    cudaMalloc(&flags, (blocks + 1) * sizeof(int));
    cudaMalloc(&sums, (blocks + 1) * sizeof(int));
    cudaMalloc(&ticket, sizeof(unsigned));
    cudaMemset(flags, 0, (blocks + 1) * sizeof(int));
    cudaMemset(sums, 0, (blocks + 1) * sizeof(int));
    cudaMemset(ticket, 0, sizeof(unsigned));
    cudaMemset(out, 0, n * sizeof(int));
    cudaMemcpy(flags, &one, sizeof one, cudaMemcpyHostToDevice);
    chained_scan<<<blocks, 256>>>(in, out, n, flags, sums, ticket);
    cudaMemcpy(got.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    bad = 0;
    for (int i = 0, s = 0; i < n; ++i) bad += got[i] != (s += h[i]);
    printf("chained %d: %d wrong\n", n, bad);
    for (void* p : {(void*)in, (void*)out, (void*)status, (void*)flags, (void*)sums, (void*)ticket}) cudaFree(p);
  }
}
