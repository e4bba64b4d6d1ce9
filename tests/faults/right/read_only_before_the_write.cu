//! What is loaded as read-only data is written only afterwards, elsewhere, or by an earlier launch.
//! prints: 23.3333 47
//! prints: 8128
//! prints: 3 1 2 2.5 9
#include <cstdio>

__global__ void in_place(const float *__restrict__ in, float *__restrict__ out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = 2.0f * in[i] + 1.0f;
}

__global__ void rotate(int *ring, int n) {
  int i = threadIdx.x;
  int next = __ldg(&ring[(i + 1) % n]);
  __syncthreads();
  ring[i] = next;
}

/// One half of the array is read, the other one written and read again with an ordinary load.
__global__ void fold(long long *values, int half) {
  for (int step = half / 2; step > 0; step /= 2) {
    int i = threadIdx.x;
    if (i < step)
      values[half + i] = step == half / 2 ? __ldg(&values[i]) + __ldg(&values[i + step])
                                          : values[half + i] + values[half + i + step];
    __syncthreads();
  }
}

struct Pair {
  short a, b;
};

__global__ void kinds(const char4 *bytes, const Pair *pairs, const double2 *numbers, const bool *flag, double *out) {
  char4 c = __ldg(bytes);
  out[0] = c.x + c.y + c.z + c.w;
  out[1] = __ldg(flag);
  out[2] = __ldg(pairs).b;
  out[3] = __ldg(numbers).y;
  out[4] = __ldg(reinterpret_cast<const signed char *>(bytes) + 2) + 10;
}

int main() {
  const int n = 96;
  float *x, h[n];
  cudaMalloc(&x, n * sizeof(float));
  for (int i = 0; i < n; i++)
    h[i] = i % 12;
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  in_place<<<2, 32>>>(x, x, n);
  in_place<<<1, 40>>>(x, x, n);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g\n", (h[5] + h[n - 1]) / 3, h[n - 1]);

  long long *values, sum, start[256];
  cudaMalloc(&values, sizeof start);
  for (int i = 0; i < 256; i++)
    start[i] = i % 128;
  cudaMemcpy(values, start, sizeof start, cudaMemcpyHostToDevice);
  fold<<<1, 64>>>(values, 128);
  cudaMemcpy(&sum, values + 128, sizeof sum, cudaMemcpyDeviceToHost);
  printf("%lld\n", sum);
  rotate<<<1, 96>>>(reinterpret_cast<int *>(x), n);

  char *small;
  double *out, result[5];
  cudaMalloc(&small, 64);
  cudaMalloc(&out, sizeof result);
  const char bytes[] = {2, 3, -1, -1, 0, 0, 2, 0, 1};
  const double2 number = {0, 2.5};
  cudaMemcpy(small, bytes, sizeof bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(small + 16, &number, sizeof number, cudaMemcpyHostToDevice);
  kinds<<<1, 1>>>(reinterpret_cast<char4 *>(small), reinterpret_cast<Pair *>(small + 4), reinterpret_cast<double2 *>(small + 16),
                  reinterpret_cast<bool *>(small + 8), out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("%g %g %g %g %g\n", result[0], result[1], result[2], result[3], result[4]);
  cudaFree(x);
  cudaFree(values);
  cudaFree(small);
  cudaFree(out);
}
