//! The counter lives on the host.
//! expect: host_pointer
//! says: host memory
static int counter;

__global__ void count(int* c) {
  atomicAdd(c, 1);  // fault
}

int main() {
  count<<<2, 32>>>(&counter);
  cudaDeviceSynchronize();
}
