//! One lane stays in a loop that does nothing; the others end.
//! expect: deadlock
//! who: Thread 3 of block 0
//! says: never ends
__global__ void fill(int* out) {
  int i = threadIdx.x;
  if (i == 3) {
    while (true) {  // fault
    }
  }
  out[i] = i;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  fill<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
