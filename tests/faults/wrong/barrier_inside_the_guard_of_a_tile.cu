//! The barrier stands inside the guard, and those that went past it read cells that nobody has written yet.
//! expect: divergent_barrier
//! says: move it out of the if
__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) {
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();  // fault
  }
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int width = 50, height = 37;
  float *in, *out;
  cudaMalloc(&in, width * height * sizeof(float));
  cudaMalloc(&out, width * height * sizeof(float));
  cudaMemset(in, 0, width * height * sizeof(float));
  transpose<<<dim3(4, 3), dim3(16, 16)>>>(in, out, width, height);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
