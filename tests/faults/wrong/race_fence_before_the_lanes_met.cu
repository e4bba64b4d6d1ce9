//! One lane fences and sets the flag, but the others have not met it at a __syncwarp(): their values may come later.
//! expect: race
__global__ void hand_over(int* out) {
  __shared__ int box[32];
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) {
    box[lane] = lane;  // other
    if (lane == 0) {
      __threadfence_block();
      ready = 1;
    }
  } else {
    while (ready == 0) {
    }
    __threadfence_block();
    out[lane] = box[31 - lane];  // fault
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  hand_over<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
