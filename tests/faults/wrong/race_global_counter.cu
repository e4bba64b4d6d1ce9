//! Compaction with a plain counter.
//! expect: race
//! says: atomicAdd
__device__ int kept;

__global__ void compact(const int* in, int n, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0)
    out[kept++] = in[i];  // fault
}

int main() {
  const int n = 64;
  int host[n];
  for (int i = 0; i < n; i++)
    host[i] = i % 3 - 1;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  compact<<<2, 32>>>(in, n, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
