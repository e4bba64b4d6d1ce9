//! Tiles are loaded under a condition, without an else. Threads outside of the matrix go through the loops with the others, read what
//! nobody wrote, and drop what they made of it: by functions, structs, arrays of their own and other words of shared memory.
#include <cstdio>
#include <cstdlib>

constexpr int kTile = 16;
struct Sum {
  float x, y;
  int terms;
};

__device__ __noinline__ float twice(float v) {
  return 2 * v;
}

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int begin = 0; begin < n; begin += kTile) {
    if (row < n && begin + threadIdx.x < n)
      as[threadIdx.y][threadIdx.x] = a[row * n + begin + threadIdx.x];
    if (column < n && begin + threadIdx.y < n)
      bs[threadIdx.y][threadIdx.x] = b[(begin + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < min(kTile, n - begin); ++k)
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}

__global__ void neighbours(const float* in, float* out, int n) {
  __shared__ float line[66], doubled[64];
  __shared__ Sum sums[64];
  int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x + 1;
  if (i < n) {
    line[t] = in[i];
    sums[threadIdx.x] = {in[i], 1, 1};
    if (threadIdx.x == 0)
      line[0] = i > 0 ? in[i - 1] : 0;
    if (threadIdx.x == 63 || i == n - 1)
      line[t + 1] = i < n - 1 ? in[i + 1] : 0;
  }
  __syncthreads();
  float around[3];
  for (int k = 0; k < 3; ++k)
    around[k] = line[threadIdx.x + k];
  float sum = 0;
  for (int k = 0; k < 3 * n; k += n)
    sum += around[k / n];
  doubled[threadIdx.x] = twice(sum);
  Sum own = sums[threadIdx.x];
  own.x += doubled[threadIdx.x] + 0 * powf(2, -fabsf(tanhf(own.x)));
  bool large = i < n && own.x > 1e6f;
  float result = i < n ? own.x + own.y : 0;
  if (i < n)
    out[i] = large ? 0 : result;
}

int main() {
  const int n = 21;
  float host[n * n], *a, *b, *c;
  for (int i = 0; i < n * n; i++)
    host[i] = i % 5;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMalloc(&c, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
  multiply<<<dim3(2, 2), dim3(kTile, kTile)>>>(a, b, c, n);
  neighbours<<<(n * n + 63) / 64, 64>>>(a, b, n * n);
  float product[n * n];
  cudaMemcpy(product, c, sizeof product, cudaMemcpyDeviceToHost);
  float sums[n * n];
  cudaMemcpy(sums, b, sizeof sums, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n * n; i++) {
    float expected = 0;
    for (int k = 0; k < n; k++)
      expected += host[i / n * n + k] * host[k * n + i % n];
    float around = (i > 0 ? host[i - 1] : 0) + host[i] + (i < n * n - 1 ? host[i + 1] : 0);
    wrong += product[i] != expected || sums[i] != host[i] + 2 * around + 1;
  }
  printf("%d wrong\n", wrong);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return wrong != 0;
}
