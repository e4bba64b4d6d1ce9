//! The flag is set, but the compiler read it once only.
//! flags: -O2
//! expect: deadlock | race
__device__ int ready;

__global__ void pass(int* data) {
  if (blockIdx.x == 0) {
    while (ready == 0) {  // fault
    }
    data[1] = data[0];
  } else {
    data[0] = 42;
    __threadfence();
    ready = 1;  // fault
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  pass<<<2, 1>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
