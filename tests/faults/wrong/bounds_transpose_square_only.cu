//! A transpose that guards its input, and writes with the input's guard.
//! expect: out_of_bounds
//! says: wrote 4 bytes
//! says: past the end of the 4160-byte allocation
#define TILE 16
__global__ void transpose(const int* in, int* out, int width, int height) {
  __shared__ int tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];  // fault
}

int main() {
  const int width = 52, height = 20;
  int *in, *out;
  cudaMalloc(&in, width * height * sizeof(int));
  cudaMalloc(&out, width * height * sizeof(int));  // allocation
  cudaMemset(in, 0, width * height * sizeof(int));
  transpose<<<dim3(4, 2), dim3(TILE, TILE)>>>(in, out, width, height);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
