//! The kernel steps by the pitch in elements where the pitch is in bytes.
//! expect: out_of_bounds
//! says: past the end
__global__ void zero(float* m, size_t pitch, int width, int height) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < width && y < height)
    m[y * pitch + x] = 0.0f;  // fault
}

int main() {
  float* m;
  size_t pitch;
  cudaMallocPitch((void**)&m, &pitch, 50 * sizeof(float), 8);  // allocation
  zero<<<8, 64>>>(m, pitch, 50, 8);
  cudaDeviceSynchronize();
  cudaFree(m);
}
