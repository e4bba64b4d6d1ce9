// Warp intrinsics: shuffles of all types, votes and matches in divergent code, reductions that newer devices have as
// instructions, warp-wide sorts, queues of a warp, partial warps.
#include <cstdio>
#include <cstdint>

#define FULL 0xffffffffu

__device__ unsigned reduce_add(unsigned mask, unsigned v) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_add_sync(mask, v);
#else
  unsigned total = 0;
  for (unsigned rest = mask; rest; rest &= rest - 1) total += __shfl_sync(mask, v, __ffs(rest) - 1);
  return total;
#endif
}
template <typename T>
__device__ T broadcast(T v, int lane) { return __shfl_sync(FULL, v, lane); }

__global__ void shuffles(double *d, long long *l, float *f, unsigned *u, short *s) {
  int lane = threadIdx.x;
  d[lane] = broadcast(lane * 1.5, 7) + __shfl_up_sync(FULL, (double)lane, 3);
  l[lane] = __shfl_down_sync(FULL, (long long)lane << 33, 5) + broadcast(1ll << 40, 0);
  f[lane] = __shfl_xor_sync(FULL, (float)lane, 21) + __shfl_sync(FULL, (float)lane, lane / 2, 16);
  u[lane] = __shfl_up_sync(FULL, lane * 3u, 2, 8) * 100 + __shfl_down_sync(FULL, (unsigned)lane, 1, 4);
  s[lane] = (short)__shfl_sync(FULL, (short)(lane * -2), 31 - lane) + __shfl_sync(FULL, lane, lane + 40);
}
__global__ void bitonic_warp(int *v) {
  int x = v[threadIdx.x], lane = threadIdx.x & 31;
  for (int k = 2; k <= 32; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int y = __shfl_xor_sync(FULL, x, j);
      bool up = (lane & k) == 0, lower = (lane & j) == 0;
      x = up == lower ? min(x, y) : max(x, y);
    }
  v[threadIdx.x] = x;
}
__global__ void divergent(unsigned *out, int n) {
  int lane = threadIdx.x;
  unsigned r = 0;
  if (lane % 2) {
    unsigned active = __activemask();
    r = __ballot_sync(active, lane > 15);
    if (lane % 3 == 0) r = __popc(__match_any_sync(__activemask(), lane / 12)) | reduce_add(0x08208208u, lane) << 8;
  } else {
    r = __any_sync(0x55555555u, lane == 8) * 2 + __all_sync(0x55555555u, lane < 31);
  }
  __syncwarp();
  out[lane] = r;
  // A partial warp: the mask is made before the branch.
  unsigned mask = __ballot_sync(FULL, lane < n);
  int sum = lane;
  if (lane < n) {
    for (int d = 16; d > 0; d /= 2) {
      int o = __shfl_down_sync(mask, sum, d);
      if (lane + d < n) sum += o;
    }
    if (lane == 0) out[32] = sum;
  }
}
__global__ void match(const int *keys, unsigned *masks, int *all, uint64_t *wide) {
  int lane = threadIdx.x, pred;
  masks[lane] = __match_any_sync(FULL, keys[lane]);
  all[lane] = __match_all_sync(FULL, keys[lane] >= 0, &pred) == FULL && pred;
  wide[lane] = __match_any_sync(FULL, (unsigned long long)keys[lane] << 32);
}
// The sum for each key within a warp, one atomic per distinct key.
__global__ void sum_by_key(const int *keys, const int *values, int *sums) {
  int lane = threadIdx.x & 31, k = keys[threadIdx.x], v = values[threadIdx.x];
  unsigned peers = __match_any_sync(FULL, k);
  int first = __ffs(peers) - 1, rank = __popc(peers & ((1u << lane) - 1)), total = v;
  peers &= 0xfffffffeu << lane;
  while (__any_sync(FULL, peers)) {
    int next = __ffs(peers);
    int o = __shfl_sync(FULL, total, next - 1);
    if (next) total += o;
    unsigned done = __ballot_sync(FULL, rank & 1);
    peers &= ~done;
    rank >>= 1;
  }
  if (lane == first) atomicAdd(&sums[k], total);
}
// A block in which whole warps do different work: loaders and workers meet at named barriers.
__global__ void specialised(const int *in, int *out, int tiles) {
  __shared__ int buffer[2][64];
  const bool loader = threadIdx.x < 64;
  const int t = threadIdx.x % 64;
  for (int i = 0; i < tiles; ++i) {
    const int b = i & 1;
    if (loader) {
      if (i >= 2) asm volatile("bar.sync %0, 128;" ::"r"(3 + b) : "memory");  // until it is empty
      buffer[b][t] = in[i * 64 + t];
      __threadfence_block();
      asm volatile("bar.arrive %0, 128;" ::"r"(1 + b) : "memory");  // full
    } else {
      asm volatile("bar.sync %0, 128;" ::"r"(1 + b) : "memory");
      out[i * 64 + t] = buffer[b][63 - t] * 2;
      if (i + 2 < tiles) asm volatile("bar.arrive %0, 128;" ::"r"(3 + b) : "memory");
    }
  }
}
__global__ void votes_of_blocks(int *out, const int *in, int n) {
  int i = threadIdx.x;
  int v = i < n ? in[i] : 0;
  int count = __syncthreads_count(v > 10), any = __syncthreads_or(v == 77), all = __syncthreads_and(v >= 0);
  if (i == 0) out[0] = count, out[1] = any != 0, out[2] = all != 0;
}

template <typename T>
T *managed(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (int i = 0; i < n; ++i) p[i] = T();
  return p;
}
int main() {
  double *d = managed<double>(32);
  long long *l = managed<long long>(32);
  float *f = managed<float>(32);
  unsigned *u = managed<unsigned>(33);
  short *s = managed<short>(32);
  shuffles<<<1, 32>>>(d, l, f, u, s);
  cudaDeviceSynchronize();
  printf("%g %g | %lld %lld | %g %g | %u %u | %d %d\n", d[2], d[9], l[0] >> 33, l[30] >> 33, f[1], f[30], u[9], u[31], s[0], s[31]);
  int *v = managed<int>(64);
  for (int i = 0; i < 64; ++i) v[i] = (i * 37 + 11) % 64 - 20;
  bitonic_warp<<<1, 64>>>(v);
  cudaDeviceSynchronize();
  bool sorted = true;
  for (int i = 1; i < 64; ++i) sorted = sorted && (i == 32 || v[i - 1] <= v[i]);
  printf("warp sort %s\n", sorted ? "right" : "wrong");
  divergent<<<1, 32>>>(u, 21);
  cudaDeviceSynchronize();
  printf("%x %x %x %x %u\n", u[0], u[1], u[3], u[9], u[32]);
  int *keys = managed<int>(32), *all = managed<int>(32), *values = managed<int>(32), *sums = managed<int>(8);
  uint64_t *wide = managed<uint64_t>(32);
  for (int i = 0; i < 32; ++i) keys[i] = i * i % 7, values[i] = i;
  match<<<1, 32>>>(keys, u, all, wide);
  sum_by_key<<<1, 32>>>(keys, values, sums);
  cudaDeviceSynchronize();
  int expected[8] = {0}, bad = 0;
  for (int i = 0; i < 32; ++i) {
    expected[keys[i]] += i;
    unsigned m = 0;
    for (int j = 0; j < 32; ++j) m |= (unsigned)(keys[i] == keys[j]) << j;
    bad += m != u[i] || m != wide[i] || !all[i];
  }
  for (int k = 0; k < 8; ++k) bad += sums[k] != expected[k];
  printf("match: %d wrong\n", bad);
  const int tiles = 7;
  int *in = managed<int>(64 * tiles), *out = managed<int>(64 * tiles);
  for (int i = 0; i < 64 * tiles; ++i) in[i] = i;
  specialised<<<1, 128>>>(in, out, tiles);
  cudaDeviceSynchronize();
  bad = 0;
  for (int i = 0; i < 64 * tiles; ++i) bad += out[i] != 2 * (i / 64 * 64 + 63 - i % 64);
  printf("specialised warps: %d wrong\n", bad);
  votes_of_blocks<<<1, 96>>>(out, in, 90);
  cudaDeviceSynchronize();
  printf("votes %d %d %d\n", out[0], out[1], out[2]);
  cudaDeviceReset();
}
