// cudaMallocAsync and cudaFreeAsync in one stream.
__global__ void iota(int* p) {
  p[threadIdx.x] = threadIdx.x;
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int host[64], *p;
  for (int round = 0; round < 3; ++round) {
    cudaMallocAsync((void**)&p, sizeof host, stream);
    iota<<<1, 64, 0, stream>>>(p);
    cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(p, stream);
  }
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  return host[63] == 63 ? 0 : 1;
}
