//! Only managed memory moves: a prefetch of cudaMalloc's fails, and nobody looks.
//! expect: note
//! says: this is no managed memory
//! status: 0
int main() {
  float *x;
  cudaMalloc(&x, 4000);
  cudaMemPrefetchAsync(x, 4000, 0);  // fault
  cudaDeviceSynchronize();
  cudaFree(x);
}
