//! A minimum without atomics: threads whose value is not smaller write what is there, but some do change it.
//! expect: race
//! says: atomic
__global__ void minimum(const int* x, int n, int* least) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    *least = min(*least, x[i]);  // fault
}

int main() {
  int host[128];
  for (int i = 0; i < 128; ++i)
    host[i] = 200 - i;
  int first = 150;
  int *x, *least;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&least, sizeof first);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(least, &first, sizeof first, cudaMemcpyHostToDevice);
  minimum<<<4, 32>>>(x, 128, least);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(least);
}
