// Shared memory as programs write it: static, 2D, several arrays in one dynamic block, a template wrapper for extern arrays,
// structs, unions of views, volatile pointers, passing to device functions.
#include <cstdio>
#include <cstdlib>

#define BLOCK 128

// One extern array of each type needs its own name; the usual wrapper.
template <class T>
struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
  __device__ inline operator const T *() const {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
};
template <>
struct SharedMemory<double> {
  __device__ inline operator double *() {
    extern __shared__ double __smem_d[];
    return (double *)__smem_d;
  }
};

template <typename T>
__global__ void reverse_dynamic(T *d, int n) {
  T *s = SharedMemory<T>();
  int t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  d[t] = s[n - t - 1];
}

__global__ void reverse_static(int *d, int n) {
  __shared__ int s[BLOCK];
  int t = threadIdx.x, tr = n - t - 1;
  s[t] = d[t];
  __syncthreads();
  d[t] = s[tr];
}

__global__ void several_arrays(const double *a, const float *b, const int *c, double *out, int nd, int nf, int ni) {
  extern __shared__ double raw[];
  double *sd = raw;
  float *sf = (float *)&sd[nd];
  int *si = (int *)&sf[nf];
  char *sc = (char *)&si[ni];
  for (int i = threadIdx.x; i < nd; i += blockDim.x) sd[i] = a[i];
  for (int i = threadIdx.x; i < nf; i += blockDim.x) sf[i] = b[i];
  for (int i = threadIdx.x; i < ni; i += blockDim.x) si[i] = c[i];
  if (threadIdx.x < 16) sc[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int t = threadIdx.x;
  out[t] = sd[t % nd] + sf[(t * 3) % nf] + si[(t * 7) % ni] + sc[t % 16];
}

__device__ void rotate_rows(float (*tile)[33], int row) {
  float first = tile[row][0];
  for (int i = 0; i < 31; ++i) tile[row][i] = tile[row][i + 1];
  tile[row][31] = first;
}
__global__ void two_dimensional(float *out) {
  __shared__ float tile[32][33];
  for (int r = 0; r < 32; ++r) tile[r][threadIdx.x] = r * 100 + threadIdx.x;
  __syncthreads();
  rotate_rows(tile, threadIdx.x);
  __syncthreads();
  for (int r = 0; r < 32; ++r) out[r * 32 + threadIdx.x] = tile[r][threadIdx.x];
}

struct Tile {
  int keys[64];
  float values[64];
  int count;
};
__device__ __forceinline__ void push(Tile &tile, int key, float value) {
  int at = atomicAdd(&tile.count, 1);
  tile.keys[at] = key;
  tile.values[at] = value;
}
__global__ void struct_in_shared(int *total) {
  __shared__ Tile tile;
  if (threadIdx.x == 0) tile.count = 0;
  __syncthreads();
  if (threadIdx.x % 3 == 0 && threadIdx.x < 150) push(tile, threadIdx.x, threadIdx.x * 0.5f);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int i = 0; i < tile.count; ++i) sum += tile.keys[i] + (int)(2 * tile.values[i]);
    total[0] = tile.count;
    total[1] = sum;
  }
}

__global__ void two_views(unsigned *out) {
  __shared__ union {
    unsigned words[32];
    unsigned char bytes[128];
  } both;
  for (int i = threadIdx.x; i < 128; i += blockDim.x) both.bytes[i] = i;
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = both.words[threadIdx.x];
}

template <int N>
__global__ void sized_by_template(int *out) {
  __shared__ int left[N], right[N + 1];
  const int t = threadIdx.x;
  right[t] = t;
  if (t == 0) right[N] = N;
  left[t] = 0;
  __syncthreads();
  left[t] = right[t + 1] - right[t];
  __syncthreads();
  int s = 0;
  for (int i = 0; i < N; ++i) s += left[i];
  out[t] = s;
}

__shared__ int global_scope[32];
__device__ int neighbour(int t) { return global_scope[(t + 1) % 32]; }
__global__ void at_namespace_scope(int *out) {
  global_scope[threadIdx.x] = threadIdx.x * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = neighbour(threadIdx.x);
}

template <typename T>
static void test_reverse(const char *name) {
  T h[BLOCK], *d;
  for (int i = 0; i < BLOCK; i++) h[i] = (T)i;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  reverse_dynamic<T><<<1, BLOCK, BLOCK * sizeof(T)>>>(d, BLOCK);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < BLOCK; i++) bad += h[i] != (T)(BLOCK - 1 - i);
  printf("%s: %d wrong\n", name, bad);
  cudaFree(d);
}

int main() {
  test_reverse<int>("int");
  test_reverse<float>("float");
  test_reverse<double>("double");
  test_reverse<short>("short");
  test_reverse<unsigned char>("char");
  int *d;
  cudaMallocManaged(&d, 1024 * sizeof(int));
  for (int i = 0; i < BLOCK; ++i) d[i] = i;
  reverse_static<<<1, BLOCK>>>(d, BLOCK);
  cudaDeviceSynchronize();
  printf("static %d %d\n", d[0], d[127]);

  const int nd = 50, nf = 70, ni = 33;
  double *a, *out;
  float *b;
  int *c;
  cudaMallocManaged(&a, nd * sizeof(double));
  cudaMallocManaged(&b, nf * sizeof(float));
  cudaMallocManaged(&c, ni * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(double));
  for (int i = 0; i < nd; ++i) a[i] = i * 0.25;
  for (int i = 0; i < nf; ++i) b[i] = i * 1000.f;
  for (int i = 0; i < ni; ++i) c[i] = -i;
  size_t bytes = nd * sizeof(double) + nf * sizeof(float) + ni * sizeof(int) + 16;
  several_arrays<<<1, 256, bytes>>>(a, b, c, out, nd, nf, ni);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int t = 0; t < 256; ++t) bad += out[t] != a[t % nd] + b[t * 3 % nf] + c[t * 7 % ni] + t % 16;
  printf("several arrays: %d wrong\n", bad);

  float *f;
  cudaMallocManaged(&f, 1024 * sizeof(float));
  two_dimensional<<<1, 32>>>(f);
  cudaDeviceSynchronize();
  printf("2D %g %g %g\n", f[0], f[31], f[5 * 32 + 7]);
  struct_in_shared<<<1, 256>>>(d);
  cudaDeviceSynchronize();
  printf("struct %d %d\n", d[0], d[1]);
  two_views<<<1, 64>>>((unsigned *)d);
  cudaDeviceSynchronize();
  printf("views %x %x\n", d[0], d[31]);
  sized_by_template<96><<<1, 96>>>(d);
  cudaDeviceSynchronize();
  printf("template %d %d\n", d[0], d[95]);
  at_namespace_scope<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  printf("namespace scope %d %d\n", d[0], d[30]);
  // More than 48 KiB needs an opt-in.
  int big = 64 * 1024;
  cudaFuncSetAttribute(reverse_dynamic<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, big);
  for (int i = 0; i < BLOCK; ++i) d[i] = i;
  reverse_dynamic<int><<<1, BLOCK, big>>>(d, BLOCK);
  printf("large: %s", cudaGetErrorString(cudaGetLastError()));
  cudaDeviceSynchronize();
  printf(" %d\n", d[0]);
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d), cudaFree(out), cudaFree(f);
  return 0;
}
