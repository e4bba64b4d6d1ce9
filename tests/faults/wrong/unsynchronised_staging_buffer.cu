//! The staging buffer is filled anew while its copy is under way; told once, not page by page.
//! expect: unsynchronised_access
//! says: cudaMemcpyAsync
//! status: 86
__global__ void add(const float* chunk, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(sum, chunk[i]);
  }
}

int main() {
  const int n = 1 << 14;
  float *staging, *chunk, *sum;
  cudaMallocHost(&staging, n * sizeof(float));
  cudaMalloc(&chunk, n * sizeof(float));
  cudaMalloc(&sum, sizeof(float));
  cudaMemset(sum, 0, sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < n; ++i) {
      staging[i] = round;  // fault
    }
    cudaMemcpyAsync(chunk, staging, n * sizeof(float), cudaMemcpyHostToDevice, stream);
    add<<<n / 256, 256, 0, stream>>>(chunk, sum, n);
  }
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFreeHost(staging);
  cudaFree(chunk);
  cudaFree(sum);
}
