//! gridDim.y may be 65535 at most.
//! expect: note
//! status: 0
//! says: 65535
__global__ void touch() {}

int main() {
  touch<<<dim3(1, 70000), 32>>>();  // fault
  cudaDeviceSynchronize();
}
