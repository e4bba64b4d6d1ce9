// Scans: Hillis-Steele, Blelloch with padding against bank conflicts, warp scans, multi-block, of structs, segmented.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#ifdef ZERO_BANK_CONFLICTS
#define CONFLICT_FREE_OFFSET(n) ((n) >> NUM_BANKS + (n) >> (2 * LOG_NUM_BANKS))
#else
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
#endif

__global__ void scan_double_buffer(int *g_odata, const int *g_idata, int n) {
  extern __shared__ int temp[];
  int thid = threadIdx.x;
  int pout = 0, pin = 1;
  temp[pout * n + thid] = (thid > 0) ? g_idata[thid - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    pout = 1 - pout;
    pin = 1 - pout;
    if (thid >= offset)
      temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset];
    else
      temp[pout * n + thid] = temp[pin * n + thid];
    __syncthreads();
  }
  g_odata[thid] = temp[pout * n + thid];
}

__global__ void scan_in_place_with_two_barriers(float *X, float *Y, int n) {
  __shared__ float XY[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  XY[threadIdx.x] = i < n ? X[i] : 0;
  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    float temp = 0;
    if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
    __syncthreads();
    if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
  }
  if (i < n) Y[i] = XY[threadIdx.x];
}

__global__ void prescan(int *g_odata, const int *g_idata, int *sums, int n) {
  extern __shared__ int temp[];
  const int block = 2 * blockDim.x, base = blockIdx.x * block;
  int thid = threadIdx.x, offset = 1;
  int ai = thid, bi = thid + block / 2;
  int bankOffsetA = CONFLICT_FREE_OFFSET(ai), bankOffsetB = CONFLICT_FREE_OFFSET(bi);
  temp[ai + bankOffsetA] = base + ai < n ? g_idata[base + ai] : 0;
  temp[bi + bankOffsetB] = base + bi < n ? g_idata[base + bi] : 0;
  for (int d = block >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0) {
    int last = block - 1 + CONFLICT_FREE_OFFSET(block - 1);
    if (sums) sums[blockIdx.x] = temp[last];
    temp[last] = 0;
  }
  for (int d = 1; d < block; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      ai += CONFLICT_FREE_OFFSET(ai);
      bi += CONFLICT_FREE_OFFSET(bi);
      int t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  if (base + ai < n) g_odata[base + ai] = temp[ai + bankOffsetA];
  if (base + bi < n) g_odata[base + bi] = temp[bi + bankOffsetB];
}
__global__ void add_offsets(int *data, const int *sums, int n, int block) {
  int i = blockIdx.x * block + threadIdx.x;
  int add = sums[blockIdx.x];
  for (int k = 0; k < 2; ++k, i += blockDim.x)
    if (i < n) data[i] += add;
}
static void scan_any_size(int *d_out, const int *d_in, int n) {
  const int threads = 64, block = 2 * threads;
  const int blocks = (n + block - 1) / block;
  const size_t bytes = (block + CONFLICT_FREE_OFFSET(block)) * sizeof(int);
  int *sums;
  cudaMalloc(&sums, blocks * sizeof(int));
  prescan<<<blocks, threads, bytes>>>(d_out, d_in, sums, n);
  if (blocks > 1) {
    scan_any_size(sums, sums, blocks);
    add_offsets<<<blocks, threads>>>(d_out, sums, n, block);
  }
  cudaFree(sums);
}

__device__ __forceinline__ int warp_scan(int x, int lane) {
#pragma unroll
  for (int i = 1; i <= 32; i <<= 1) {
    int y = __shfl_up_sync(0xffffffffu, x, i & 31, 32);
    if (lane >= i) x += y;
  }
  return x;
}
__global__ void shuffle_scan(const int *in, int *out, int n) {
  __shared__ int warp_sums[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = threadIdx.x < n ? in[threadIdx.x] : 0;
  v = warp_scan(v, lane);
  if (lane == 31) warp_sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    int s = lane < blockDim.x / 32 ? warp_sums[lane] : 0;
    warp_sums[lane] = warp_scan(s, lane) - s;
  }
  __syncthreads();
  if (threadIdx.x < n) out[threadIdx.x] = v + warp_sums[warp];
}

// An associative operation that does not commute: affine maps x -> a x + b.
struct Affine {
  int a, b;
};
__host__ __device__ inline Affine operator*(const Affine &first, const Affine &then) {
  return Affine{first.a * then.a, first.b * then.a + then.b};
}
__global__ void scan_maps(const Affine *in, Affine *out) {
  __shared__ Affine buffer[2][128];
  int t = threadIdx.x, from = 0;
  buffer[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d <<= 1, from ^= 1) {
    buffer[from ^ 1][t] = t >= d ? buffer[from][t - d] * buffer[from][t] : buffer[from][t];
    __syncthreads();
  }
  out[t] = buffer[from][t];
}
// Segmented inclusive sum over one warp: heads mark where a segment begins.
__global__ void segmented(const int *value, const int *head, int *out) {
  const int lane = threadIdx.x;
  int v = value[lane];
  const unsigned heads = __ballot_sync(~0u, head[lane]) | 1u;
  const int start = 31 - __clz(heads & (~0u >> (31 - lane)));
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_up_sync(~0u, v, d);
    if (lane - d >= start) v += other;
  }
  out[lane] = v;
}

int main() {
  const int n = 10000;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = (i * 7) % 13 - 6;
  std::vector<int> inclusive(n), exclusive(n);
  for (int i = 0, s = 0; i < n; ++i) {
    exclusive[i] = s;
    s += in[i];
    inclusive[i] = s;
  }
  auto wrong = [&](const std::vector<int> &expected, int count) {
    cudaDeviceSynchronize();
    int bad = 0;
    for (int i = 0; i < count; ++i) bad += out[i] != expected[i];
    return bad;
  };
  for (int size : {1, 32, 200, 512}) {
    scan_double_buffer<<<1, size, 2 * size * sizeof(int)>>>(out, in, size);
    printf("double buffer %d: %d wrong\n", size, wrong(exclusive, size));
  }
  float *x, *y;
  cudaMallocManaged(&x, 256 * sizeof(float));
  cudaMallocManaged(&y, 256 * sizeof(float));
  for (int i = 0; i < 256; ++i) x[i] = in[i];
  scan_in_place_with_two_barriers<<<1, 256>>>(x, y, 250);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int i = 0; i < 250; ++i) bad += y[i] != inclusive[i];
  printf("two barriers: %d wrong\n", bad);
  for (int size : {1, 127, 128, 1000, n}) {
    cudaMemset(out, 0xff, n * sizeof(int));
    scan_any_size(out, in, size);
    printf("Blelloch %d: %d wrong\n", size, wrong(exclusive, size));
  }
  for (int size : {20, 256, 1000}) {
    shuffle_scan<<<1, (size + 31) / 32 * 32>>>(in, out, size);
    printf("shuffles %d: %d wrong\n", size, wrong(inclusive, size));
  }
  Affine *maps, *prefix;
  cudaMallocManaged(&maps, 128 * sizeof(Affine));
  cudaMallocManaged(&prefix, 128 * sizeof(Affine));
  for (int i = 0; i < 128; ++i) maps[i] = Affine{i % 3 - 1 ? i % 3 - 1 : 1, i};
  scan_maps<<<1, 128>>>(maps, prefix);
  cudaDeviceSynchronize();
  Affine s = maps[0];
  bad = 0;
  for (int i = 0; i < 128; ++i) {
    if (i) s = s * maps[i];
    bad += prefix[i].a != s.a || prefix[i].b != s.b;
  }
  printf("maps: %d wrong\n", bad);
  int head[32] = {0}, *d_head;
  head[5] = head[6] = head[20] = 1;
  cudaMalloc(&d_head, sizeof head);
  cudaMemcpy(d_head, head, sizeof head, cudaMemcpyHostToDevice);
  segmented<<<1, 32>>>(in, d_head, out);
  std::vector<int> seg(32);
  for (int i = 0; i < 32; ++i) seg[i] = in[i] + (i && !head[i] ? seg[i - 1] : 0);
  printf("segmented: %d wrong\n", wrong(seg, 32));
  return cudaDeviceReset();
}
