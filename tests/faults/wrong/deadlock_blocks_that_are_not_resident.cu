//! A barrier between all blocks, home-made: more blocks than the device holds at once.
//! expect: deadlock
//! says: of this kernel at a time
//! says: need
//! says: cudaLaunchCooperativeKernel
__device__ unsigned arrived;

__global__ void two_phases(int* data) {
  data[blockIdx.x] = 1;
  __threadfence();
  atomicAdd(&arrived, 1);
  while (*(volatile unsigned*)&arrived < gridDim.x) {  // fault
  }
  __threadfence();
  data[gridDim.x + blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x];
}

int main() {
  const int blocks = 20000;
  int* data;
  cudaMalloc(&data, 2 * blocks * sizeof(int));
  two_phases<<<blocks, 1>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
