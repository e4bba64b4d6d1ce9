//! All threads that find the key write the same value: a note.
//! expect: note
//! status: 0
//! says: same value
__global__ void contains(const int* x, int key, int* found) {
  if (x[threadIdx.x] == key)
    *found = 1;  // fault
}

int main() {
  int host[64];
  for (int i = 0; i < 64; ++i)
    host[i] = i % 8;
  int *x, *found;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&found, sizeof(int));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(found, 0, sizeof(int));
  contains<<<1, 64>>>(x, 3, found);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(found);
}
