//! The struct was copied to the device, the array that it points to was not.
//! expect: host_pointer
//! who: Thread 0 of block 0
//! says: It is no argument of the kernel
#include <cstdlib>

typedef struct {
  int n;
  float* values;
} Series;

__global__ void sum(const Series* s, float* out) {
  float total = 0;
  for (int i = 0; i < s->n; ++i)
    total += s->values[i];  // fault
  *out = total;
}

int main() {
  Series host = {10, (float*)calloc(10, sizeof(float))};
  Series* d;
  float* out;
  cudaMalloc(&d, sizeof(Series));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(d, &host, sizeof(Series), cudaMemcpyHostToDevice);
  sum<<<1, 1>>>(d, out);
  cudaDeviceSynchronize();
  cudaFree(d);
  cudaFree(out);
  free(host.values);
}
