// Results in a variable of the device, and by its address.
__device__ float total[4];
__global__ void sum(const float* x) {
  if (threadIdx.x < 4)
    total[threadIdx.x] = x[threadIdx.x];
}
int main() {
  float h[4] = {1, 2, 3, 4}, back[4], *d;
  void* p;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<1, 32>>>(d);
  cudaMemcpyFromSymbol(back, total, sizeof back);
  cudaGetSymbolAddress(&p, total);
  cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return back[3] == 4 ? 0 : 1;
}
