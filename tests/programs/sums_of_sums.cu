// An index of shared memory that is a sum of sums: each step uses what both before it have made.
#include <cstdio>

__global__ void pick(unsigned* out, unsigned a, unsigned b) {
  __shared__ unsigned values[32];
  values[threadIdx.x] = threadIdx.x + 7;
  __syncthreads();
#define STEP "add.u32 %0, %0, %1; add.u32 %1, %1, %0;\n"
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP STEP STEP
  asm volatile("{\n" STEPS STEPS STEPS "}" : "+r"(a), "+r"(b));
  out[threadIdx.x] = values[a + threadIdx.x];
}

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 32 * sizeof *out);
  pick<<<1, 32>>>(out, 0, 0);
  cudaDeviceSynchronize();
  printf("%u %u\n", out[0], out[31]);
  cudaFree(out);
}
