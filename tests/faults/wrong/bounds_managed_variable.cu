//! Five classes, and a managed array for four.
//! expect: out_of_bounds
//! who: Thread 4 of block 0
//! says: atomically updated 4 bytes
//! says: 16-byte __managed__ variable 'counts' declared at line 6
__managed__ int counts[4];

__global__ void classify(int classes) {
  atomicAdd(&counts[threadIdx.x % classes], 1);  // fault
}

int main() {
  classify<<<1, 64>>>(5);
  cudaDeviceSynchronize();
}
