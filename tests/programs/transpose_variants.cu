// The classic series of transposes: copy, naive, tile, padded tile, diagonal, fine-grained, in place, any type.
#include <cstdio>
#include <cstring>

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void copy(float *odata, const float *idata, int width, int height) {
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) odata[(y + j) * width + x] = idata[(y + j) * width + x];
}
__global__ void transposeNaive(float *odata, const float *idata, int width, int height) {
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) odata[x * height + (y + j)] = idata[(y + j) * width + x];
}
template <int PAD>
__global__ void transposeTile(float *odata, const float *idata, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM + PAD];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
// Only for whole tiles.
__global__ void transposeDiagonal(float *odata, float *idata, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int blockIdx_x, blockIdx_y;
  if (width == height) {
    blockIdx_y = blockIdx.x;
    blockIdx_x = (blockIdx.x + blockIdx.y) % gridDim.x;
  } else {
    int bid = blockIdx.x + gridDim.x * blockIdx.y;
    blockIdx_y = bid % gridDim.y;
    blockIdx_x = ((bid / gridDim.y) + blockIdx_y) % gridDim.x;
  }
  int xIndex = blockIdx_x * TILE_DIM + threadIdx.x;
  int yIndex = blockIdx_y * TILE_DIM + threadIdx.y;
  int index_in = xIndex + (yIndex)*width;
  xIndex = blockIdx_y * TILE_DIM + threadIdx.x;
  yIndex = blockIdx_x * TILE_DIM + threadIdx.y;
  int index_out = xIndex + (yIndex)*height;
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) tile[threadIdx.y + i][threadIdx.x] = idata[index_in + i * width];
  __syncthreads();
  for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) odata[index_out + i * height] = tile[threadIdx.x][threadIdx.y + i];
}
// Swizzled tile: no padding, no conflicts.
__global__ void transposeSwizzled(float *out, const float *in, int n) {
  __shared__ float s[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  s[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = s[threadIdx.x][threadIdx.x ^ threadIdx.y];
}
// In place for square matrices: pairs of tiles above and on the diagonal.
template <typename T>
__global__ void transposeInPlace(T *m, int n) {
  __shared__ T a[16][17], b[16][17];
  if (blockIdx.x < blockIdx.y) return;
  int ax = blockIdx.x * 16 + threadIdx.x, ay = blockIdx.y * 16 + threadIdx.y;
  int bx = blockIdx.y * 16 + threadIdx.x, by = blockIdx.x * 16 + threadIdx.y;
  bool inside_a = ax < n && ay < n, inside_b = bx < n && by < n;
  if (inside_a) a[threadIdx.y][threadIdx.x] = m[ay * n + ax];
  if (inside_b) b[threadIdx.y][threadIdx.x] = m[by * n + bx];
  __syncthreads();
  if (inside_a) m[ay * n + ax] = b[threadIdx.x][threadIdx.y];
  if (inside_b && blockIdx.x != blockIdx.y) m[by * n + bx] = a[threadIdx.x][threadIdx.y];
}

static int wrong(const float *out, const float *in, int width, int height, bool transposed) {
  cudaDeviceSynchronize();
  int bad = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) bad += out[transposed ? x * height + y : y * width + x] != in[y * width + x];
  return bad;
}

int main() {
  const int sizes[][2] = {{64, 64}, {96, 64}, {50, 77}, {1, 40}, {33, 1}};
  float *in, *out;
  cudaMallocManaged(&in, 128 * 128 * sizeof(float));
  cudaMallocManaged(&out, 128 * 128 * sizeof(float));
  for (int i = 0; i < 128 * 128; ++i) in[i] = i;
  for (auto &size : sizes) {
    int w = size[0], h = size[1];
    dim3 grid((w + TILE_DIM - 1) / TILE_DIM, (h + TILE_DIM - 1) / TILE_DIM), block(TILE_DIM, BLOCK_ROWS);
    typedef void (*Kernel)(float *, const float *, int, int);
    Kernel kernels[] = {&copy, &transposeNaive, &transposeTile<0>, &transposeTile<1>};
    printf("%dx%d:", w, h);
    for (int k = 0; k < 4; ++k) {
      cudaMemset(out, 0, 128 * 128 * sizeof(float));
      kernels[k]<<<grid, block>>>(out, in, w, h);
      printf(" %d", wrong(out, in, w, h, k != 0));
    }
    if (w % TILE_DIM == 0 && h % TILE_DIM == 0) {
      cudaMemset(out, 0, 128 * 128 * sizeof(float));
      transposeDiagonal<<<grid, block>>>(out, in, w, h);
      printf(" diagonal %d", wrong(out, in, w, h, true));
    }
    printf("\n");
  }
  transposeSwizzled<<<dim3(2, 2), dim3(32, 32)>>>(out, in, 64);
  printf("swizzled %d\n", wrong(out, in, 64, 64, true));
  const int n = 41;
  short *m;
  cudaMallocManaged(&m, n * n * sizeof(short));
  for (int i = 0; i < n * n; ++i) m[i] = (short)i;
  transposeInPlace<<<dim3(3, 3), dim3(16, 16)>>>(m, n);
  cudaDeviceSynchronize();
  int bad = 0;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) bad += m[y * n + x] != (short)(x * n + y);
  printf("in place %d\n", bad);
  cudaFree(in);
  cudaFree(out);
  cudaFree(m);
}
