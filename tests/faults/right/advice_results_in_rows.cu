// The copy back is one of rows.
__global__ void fill(const float* x, float* y, size_t pitch) {
  ((float*)((char*)y + blockIdx.x * pitch))[threadIdx.x] = x[threadIdx.x];
}
int main() {
  float h[8][32] = {}, *d, *y;
  size_t pitch;
  cudaMalloc(&d, 32 * sizeof(float));
  cudaMallocPitch(&y, &pitch, 32 * sizeof(float), 8);
  cudaMemcpy(d, h[0], 32 * sizeof(float), cudaMemcpyHostToDevice);
  fill<<<8, 32>>>(d, y, pitch);
  cudaMemcpy2D(h, sizeof h[0], y, pitch, sizeof h[0], 8, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(y);
}
