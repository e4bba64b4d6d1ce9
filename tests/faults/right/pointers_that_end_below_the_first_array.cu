//! Loops that run a pointer down to below the first array of shared memory, of dynamic shared memory, and of the stack.
#include <cstdio>

constexpr int kCount = 8;

__global__ void shared_array(const int* in, int* out) {
  __shared__ int a[kCount];
  a[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int* at = a + kCount - 1; at >= a; --at)
      sum = 3 * sum + *at;
    *out = sum;
  }
}

__global__ void dynamic_array(const int* in, int* out) {
  extern __shared__ int d[];
  d[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (const int* at = d + blockDim.x - 1; at >= d; at -= 2)
      sum = 3 * sum + *at;
    *out = sum;
  }
}

__global__ void sorted_by_insertion(const int* in, int* out) {
  __shared__ int keys[kCount];
  if (threadIdx.x == 0) {
    for (int i = 0; i < kCount; i++) {
      const int key = in[(5 * i) % kCount];
      int* at = keys + i - 1;
      for (; at >= keys && *at > key; --at)
        at[1] = *at;
      at[1] = key;
    }
    int sum = 0;
    for (int i = 0; i < kCount; i++)
      sum = 3 * sum + keys[i];
    *out = sum;
  }
}

__global__ void stack_array(const int* in, int* out, int n) {
  int a[kCount];
  for (int i = 0; i < n; i++)
    a[in[i] % kCount] = in[i];
  int sum = 0;
  for (int* at = a + n - 1; at >= a; --at)
    sum = 3 * sum + *at;
  *out = sum;
}

__device__ __noinline__ unsigned sum_below(int depth, const int* in) {
  int a[kCount];
  for (int i = 0; i < kCount; i++)
    a[in[i] % kCount] = in[i] + depth;
  unsigned sum = depth == 0 ? 0 : sum_below(depth - 1, in);
  for (int* at = a + kCount - 1; at >= a; --at)
    sum = 3 * sum + *at;
  return sum;
}

__global__ void stack_of_recursion(const int* in, int* out) {
  *out = int(sum_below(3, in));
}

int main() {
  int host[kCount], *in, *out;
  for (int i = 0; i < kCount; i++)
    host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, 5 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  shared_array<<<1, kCount>>>(in, out);
  dynamic_array<<<1, kCount, sizeof host>>>(in, out + 1);
  sorted_by_insertion<<<1, 32>>>(in, out + 2);
  stack_array<<<1, 1>>>(in, out + 3, kCount);
  stack_of_recursion<<<1, 1>>>(in, out + 4);
  int sums[5];
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  int expected[5] = {};
  unsigned deep = 0;
  for (int i = kCount - 1; i >= 0; i--)
    expected[0] = 3 * expected[0] + i;
  for (int i = kCount - 1; i >= 0; i -= 2)
    expected[1] = 3 * expected[1] + i;
  for (int i = 0; i < kCount; i++)
    expected[2] = 3 * expected[2] + i;
  expected[3] = expected[0];
  for (int depth = 0; depth <= 3; depth++)
    for (int i = kCount - 1; i >= 0; i--)
      deep = 3 * deep + unsigned(i + depth);
  expected[4] = int(deep);
  for (int i = 0; i < 5; i++)
    if (sums[i] != expected[i])
      printf("sum %d: %d instead of %d\n", i, sums[i], expected[i]);
  cudaFree(in);
  cudaFree(out);
}
