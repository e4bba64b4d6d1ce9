// Patterns that look like races and are none: neighbours behind barriers, flags behind fences, trees built from the leaves up
// with atomics, warps in step, equal writes, disjoint halves, blocks that hand over through volatile flags.
#include <cstdio>
#include <cstdint>
#include <cstring>
#include <vector>

__global__ void ping_pong(int *out, int steps) {
  __shared__ int buffer[2][128];
  int t = threadIdx.x, now = 0;
  buffer[0][t] = t;
  for (int s = 0; s < steps; ++s, now ^= 1) {
    __syncthreads();
    buffer[now ^ 1][t] = buffer[now][(t + 1) % 128] + buffer[now][(t + 127) % 128];
  }
  __syncthreads();
  out[t] = buffer[now][t];
}
__global__ void in_place_with_registers(int *a, int n) {
  for (int d = n / 2; d > 0; d >>= 1) {
    int v = 0;
    if (threadIdx.x < n) v = a[threadIdx.x ^ d];
    __syncthreads();
    if (threadIdx.x < n) a[threadIdx.x] = max(a[threadIdx.x], v);
    __syncthreads();
  }
}
__global__ void warps_on_their_own(int *out) {
  __shared__ volatile int s[4][33];
  const int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[w][lane] = threadIdx.x;
  if (lane == 0) s[w][32] = 0;
  __syncwarp();
  for (int d = 1; d < 32; d *= 2) {
    int v = s[w][(lane + d) % 32];
    __syncwarp();
    s[w][lane] = s[w][lane] + v;
    __syncwarp();
  }
  out[threadIdx.x] = s[w][lane];
}
__global__ void many_say_yes(const int *in, int n, int *found, bool *flags) {
  __shared__ bool any;
  if (threadIdx.x == 0) any = false;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 97 == 5) any = true;
  __syncthreads();
  if (any && threadIdx.x == 0) *found = 1;
  flags[blockIdx.x] = any;
}
// Karras: a binary radix tree over sorted codes, boxes merged from the leaves up; the second child to arrive goes on.
struct Node {
  int left, right, parent, first, last, sum, visits;
};
__device__ int common(const uint32_t *codes, int n, int i, int j) {
  if (j < 0 || j >= n) return -1;
  return codes[i] == codes[j] ? 32 + __clz(i ^ j) : __clz(codes[i] ^ codes[j]);
}
__global__ void build(const uint32_t *codes, int n, Node *inner, int *leaf_parent) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n - 1) return;
  int d = common(codes, n, i, i + 1) > common(codes, n, i, i - 1) ? 1 : -1;
  int least = common(codes, n, i, i - d), reach = 2;
  while (common(codes, n, i, i + reach * d) > least) reach *= 2;
  int l = 0;
  for (int t = reach / 2; t >= 1; t /= 2)
    if (common(codes, n, i, i + (l + t) * d) > least) l += t;
  int j = i + l * d, node = common(codes, n, i, j), s = 0;
  for (int div = 2, t = (l + 1) / 2;; div *= 2, t = (l + div - 1) / div) {
    if (common(codes, n, i, i + (s + t) * d) > node) s += t;
    if (t <= 1) break;
  }
  int split = i + s * d + min(d, 0), first = min(i, j), last = max(i, j);
  inner[i].first = first, inner[i].last = last;
  inner[i].left = first == split ? ~split : split;
  inner[i].right = last == split + 1 ? ~(split + 1) : split + 1;
  if (first == split) leaf_parent[split] = i; else inner[split].parent = i;
  if (last == split + 1) leaf_parent[split + 1] = i; else inner[split + 1].parent = i;
  if (i == 0) inner[i].parent = -1;
}
__global__ void sum_up(const int *leaf, int n, Node *inner, const int *leaf_parent) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int node = leaf_parent[i]; node != -1; node = inner[node].parent) {
    if (atomicAdd(&inner[node].visits, 1) == 0) return;
    __threadfence();
    int l = inner[node].left, r = inner[node].right;
    int a = l < 0 ? leaf[~l] : *(volatile int *)&inner[l].sum, b = r < 0 ? leaf[~r] : *(volatile int *)&inner[r].sum;
    inner[node].sum = a + b;
    __threadfence();
  }
}
__global__ void halves(int *a, int n) {
  if (threadIdx.x < n / 2)
    for (int i = threadIdx.x; i < n / 2; i += n / 2) a[i] = i;
  else
    for (int i = threadIdx.x; i < n; i += n / 2) a[i] = -i;
}
__device__ volatile int ready[16];
__global__ void hand_over(int *data) {
  __shared__ int got;
  if (threadIdx.x == 0) {
    if (blockIdx.x > 0)
      while (ready[blockIdx.x - 1] == 0) {
      }
    __threadfence();
    got = blockIdx.x > 0 ? data[(blockIdx.x - 1) * 32 + 31] : 1;
  }
  __syncthreads();
  data[blockIdx.x * 32 + threadIdx.x] = got + threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) ready[blockIdx.x] = 1;
}
__global__ void counters_then_read(unsigned *counter, unsigned *out) {
  __shared__ unsigned local;
  if (threadIdx.x == 0) local = 0;
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    atomicAdd(&local, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == i) out[i] = local;
    __syncthreads();
    if (threadIdx.x == 0) local = 0;
    __syncthreads();
  }
  atomicAdd(counter, 1);
}
struct Flags {
  uint8_t a, b, c, d;
};
__global__ void neighbouring_bytes(Flags *f, short *pairs, char *text) {
  int t = threadIdx.x;
  reinterpret_cast<uint8_t *>(f)[t] = t;
  pairs[t] = -t;
  text[t] = 'a' + t % 26;
}

template <typename T>
T *zeroed(int n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  memset((void *)p, 0, n * sizeof(T));
  return p;
}
int main() {
  int *out = zeroed<int>(512);
  ping_pong<<<1, 128>>>(out, 5);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[64]);
  for (int i = 0; i < 64; ++i) out[i] = i * 37 % 64;
  in_place_with_registers<<<1, 64>>>(out, 64);
  warps_on_their_own<<<1, 128>>>(out + 128);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", out[0], out[63], out[128], out[255]);
  int *in = zeroed<int>(1000), *found = zeroed<int>(1);
  bool *flags = zeroed<bool>(8);
  for (int i = 0; i < 1000; ++i) in[i] = i;
  many_say_yes<<<8, 128>>>(in, 1000, found, flags);
  cudaDeviceSynchronize();
  printf("%d %d\n", *found, flags[3]);

  const int n = 700;
  uint32_t *codes = zeroed<uint32_t>(n);
  Node *inner = zeroed<Node>(n);
  int *parents = zeroed<int>(n), expected = 0;
  for (int i = 0; i < n; ++i) codes[i] = i / 3 * 977 + i % 3 * (i % 2), expected += in[i];
  for (int i = 1; i < n; ++i)
    if (codes[i] < codes[i - 1]) codes[i] = codes[i - 1];
  build<<<(n + 127) / 128, 128>>>(codes, n, inner, parents);
  sum_up<<<(n + 127) / 128, 128>>>(in, n, inner, parents);
  cudaDeviceSynchronize();
  printf("tree %s\n", inner[0].sum == expected ? "right" : "wrong");
  halves<<<1, 256>>>(out, 256);
  hand_over<<<16, 32>>>(in);
  unsigned *counter = zeroed<unsigned>(1), *read = zeroed<unsigned>(3);
  counters_then_read<<<4, 64>>>(counter, read + 0 * 3);
  Flags *f = zeroed<Flags>(16);
  short *pairs = zeroed<short>(64);
  char *text = zeroed<char>(64);
  neighbouring_bytes<<<1, 64>>>(f, pairs, text);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  printf("%d %d %d %u %u %u %d %d %c\n", out[10], out[200], in[511], *counter, read[0], read[2], f[15].d, pairs[63], text[27]);
  cudaDeviceReset();
}
