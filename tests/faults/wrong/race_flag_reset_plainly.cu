//! All threads look at a flag through volatile; the first of them resets it by a plain store, without a barrier.
//! expect: race
//! says: element 32
//! says: thread 31 of block 0 read it
__global__ void look_and_reset(int* values) {
  const unsigned t = threadIdx.x;
  const int flag = *static_cast<volatile int*>(values + 32);  // other
  if (t == 0) {
    values[32] = 0;  // fault
  }
  values[t] = flag;
}

int main() {
  int* values;
  cudaMalloc(&values, 33 * sizeof(int));
  cudaMemset(values, 0, 33 * sizeof(int));
  look_and_reset<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
