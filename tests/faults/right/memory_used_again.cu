// Memory freed and allocated again, many times; buffers of other sizes in between.
__global__ void fill(int* p, int n, int v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = v + i;
}

int main() {
  int wrong = 0;
  for (int round = 0; round < 20; ++round) {
    const int n = 100 + 37 * (round % 5);
    int *p, *q, host[300];
    cudaMalloc(&p, n * sizeof(int));
    fill<<<(n + 63) / 64, 64>>>(p, n, round);
    cudaMalloc(&q, n * sizeof(int));
    cudaMemcpy(q, p, n * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaFree(p);
    cudaMemcpy(host, q, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(q);
    for (int i = 0; i < n; ++i)
      wrong += host[i] != round + i;
  }
  return wrong != 0;
}
