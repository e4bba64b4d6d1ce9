//! Lanes of one warp: the consumer waits for a producer that waits for the consumer.
//! expect: deadlock
__global__ void ping(volatile int* box) {
  if (threadIdx.x == 0) {
    while (box[0] == 0) {  // fault
    }
    box[1] = 1;
  } else if (threadIdx.x == 1) {
    while (box[1] == 0) {  // fault
    }
    box[0] = 1;
  }
}

int main() {
  int* box;
  cudaMalloc(&box, 8);
  cudaMemset(box, 0, 8);
  ping<<<1, 2>>>(box);
  cudaDeviceSynchronize();
  cudaFree(box);
}
