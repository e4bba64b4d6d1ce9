// Room for more than there is: the grid, the index and the dimensions are right, and all the room
// is copied.

namespace capacity {
// Room for more than there is: the grid fits what there is, rounded up, and all the room is copied.
__global__ void squares(int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = i * i;
}
int case_capacity() {
  const int room = 1024, n = 768, block = 256;
  int h[room], *y;
  cudaMalloc(&y, room * sizeof(int));
  squares<<<(n + block - 1) / block, block>>>(y, n);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(y);
  return 0;
}
}  // namespace capacity

namespace blocks_sums {
// As many blocks as a block has threads: a result for each, in a buffer with room for more.
__global__ void sums(int* y) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = 0;
  __syncthreads();
  atomicAdd(&s, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    y[blockIdx.x] = s;
}
int case_blocks_sums() {
  const int room = 256, block = 64, grid = 64;
  int h[room], *y;
  cudaMalloc(&y, room * sizeof(int));
  sums<<<grid, block>>>(y);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(y);
  return 0;
}
}  // namespace blocks_sums

namespace flattened_blocks {
// A kernel for grids of two dimensions, for very many blocks, launched with few; room for more.
__global__ void number(int* y, int n) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  int i = block * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = i;
}
int case_flattened_blocks() {
  const int room = 1000, n = 700;
  int h[room], *y;
  cudaMalloc(&y, room * sizeof(int));
  number<<<3, 256>>>(y, n);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(y);
  return 0;
}
}  // namespace flattened_blocks

namespace row_of_pitch {
// The kernel gets the pitch, and writes the first rows only.
__global__ void number(float* rows, size_t pitch, int columns) {
  float* row = (float*)((char*)rows + blockIdx.x * pitch);
  if (threadIdx.x < columns)
    row[threadIdx.x] = threadIdx.x;
}
int case_row_of_pitch() {
  static float h[8][100];
  float* d;
  size_t pitch;
  cudaMallocPitch(&d, &pitch, 100 * sizeof(float), 8);
  number<<<4, 128>>>(d, pitch, 100);
  cudaMemcpy2D(h, sizeof h[0], d, pitch, sizeof h[0], 8, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return 0;
}
}  // namespace row_of_pitch

int main() {
  return capacity::case_capacity() + blocks_sums::case_blocks_sums() +
         flattened_blocks::case_flattened_blocks() + row_of_pitch::case_row_of_pitch();
}
