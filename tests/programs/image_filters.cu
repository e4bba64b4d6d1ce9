// Image filters: convolution with constant memory, separable filters with shared tiles, Sobel, grayscale, box blur, median,
// rotation and bilinear scaling through textures, integral images.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define KERNEL_RADIUS 4
#define KERNEL_LENGTH (2 * KERNEL_RADIUS + 1)
#define O_TILE_WIDTH 12
#define MASK_WIDTH 5
#define ROWS_BLOCKDIM_X 16
#define ROWS_BLOCKDIM_Y 4

__constant__ float M[MASK_WIDTH][MASK_WIDTH];
__constant__ float c_Kernel[KERNEL_LENGTH];

__global__ void convolution_tiled(const float *P, float *N, int height, int width) {
  __shared__ float N_ds[O_TILE_WIDTH + MASK_WIDTH - 1][O_TILE_WIDTH + MASK_WIDTH - 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row_o = blockIdx.y * O_TILE_WIDTH + ty;
  int col_o = blockIdx.x * O_TILE_WIDTH + tx;
  int row_i = row_o - MASK_WIDTH / 2;
  int col_i = col_o - MASK_WIDTH / 2;
  if ((row_i >= 0) && (row_i < height) && (col_i >= 0) && (col_i < width))
    N_ds[ty][tx] = P[row_i * width + col_i];
  else
    N_ds[ty][tx] = 0.0f;
  __syncthreads();
  float output = 0.0f;
  if (ty < O_TILE_WIDTH && tx < O_TILE_WIDTH) {
    for (int i = 0; i < MASK_WIDTH; i++)
      for (int j = 0; j < MASK_WIDTH; j++) output += M[i][j] * N_ds[i + ty][j + tx];
    if (row_o < height && col_o < width) N[row_o * width + col_o] = output;
  }
}
__global__ void convolution_rows(float *dst, const float *src, int w, int h) {
  __shared__ float s_Data[ROWS_BLOCKDIM_Y][ROWS_BLOCKDIM_X + 2 * KERNEL_RADIUS];
  const int x = blockIdx.x * ROWS_BLOCKDIM_X + threadIdx.x, y = blockIdx.y * ROWS_BLOCKDIM_Y + threadIdx.y;
  const bool row = y < h;
  s_Data[threadIdx.y][threadIdx.x + KERNEL_RADIUS] = row && x < w ? src[y * w + x] : 0;
  if (threadIdx.x < KERNEL_RADIUS) {
    int left = x - KERNEL_RADIUS, right = x + ROWS_BLOCKDIM_X;
    s_Data[threadIdx.y][threadIdx.x] = row && left >= 0 ? src[y * w + left] : 0;
    s_Data[threadIdx.y][threadIdx.x + KERNEL_RADIUS + ROWS_BLOCKDIM_X] = row && right < w ? src[y * w + right] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
    sum += c_Kernel[KERNEL_RADIUS - j] * s_Data[threadIdx.y][threadIdx.x + KERNEL_RADIUS + j];
  if (row && x < w) dst[y * w + x] = sum;
}
__global__ void convolution_columns(float *dst, const float *src, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++)
    if (y + j >= 0 && y + j < h) sum += c_Kernel[KERNEL_RADIUS - j] * src[(y + j) * w + x];
  dst[y * w + x] = sum;
}
__global__ void grayscale(const uchar3 *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uchar3 p = in[i];
    out[i] = (unsigned char)((p.x * 77 + p.y * 150 + p.z * 29) >> 8);
  }
}
__device__ unsigned char clampToByte(int v) { return v < 0 ? 0 : v > 255 ? 255 : (unsigned char)v; }
__global__ void sobel(const unsigned char *in, unsigned char *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int g = 0;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
    const unsigned char *p = in + y * w + x;
    int gx = -p[-w - 1] + p[-w + 1] - 2 * p[-1] + 2 * p[1] - p[w - 1] + p[w + 1];
    int gy = -p[-w - 1] - 2 * p[-w] - p[-w + 1] + p[w - 1] + 2 * p[w] + p[w + 1];
    g = abs(gx) + abs(gy);
  }
  out[y * w + x] = clampToByte(g);
}
__global__ void median3(const unsigned char *in, unsigned char *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  unsigned char v[9];
  int k = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) v[k++] = in[min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1)];
  for (int i = 1; i < 9; ++i)
    for (int j = i; j > 0 && v[j - 1] > v[j]; --j) {
      unsigned char t = v[j];
      v[j] = v[j - 1];
      v[j - 1] = t;
    }
  out[y * w + x] = v[4];
}
__global__ void rotate_texture(float *out, int w, int h, float theta, cudaTextureObject_t tex) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float u = x / (float)w - 0.5f, v = y / (float)h - 0.5f;
  float tu = u * cosf(theta) - v * sinf(theta) + 0.5f;
  float tv = v * cosf(theta) + u * sinf(theta) + 0.5f;
  out[y * w + x] = tex2D<float>(tex, tu, tv);
}
__global__ void upscale(float *out, int w, int h, float factor, cudaTextureObject_t tex) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = tex2D<float>(tex, (x + 0.5f) / factor, (y + 0.5f) / factor);
}
__global__ void row_prefix(int *image, int w) {
  extern __shared__ int row[];
  int x = threadIdx.x;
  row[x] = x < w ? image[blockIdx.x * w + x] : 0;
  for (int d = 1; d < blockDim.x; d <<= 1) {
    __syncthreads();
    int v = x >= d ? row[x - d] : 0;
    __syncthreads();
    row[x] += v;
  }
  if (x < w) image[blockIdx.x * w + x] = row[x];
}
__global__ void column_prefix(int *image, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w)
    for (int y = 1; y < h; ++y) image[y * w + x] += image[(y - 1) * w + x];
}
template <typename T>
T *managed(size_t n) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  return p;
}

int main() {
  const int w = 61, h = 45, n = w * h;
  float *src = managed<float>(n), *tmp = managed<float>(n), *dst = managed<float>(n);
  float mask[MASK_WIDTH][MASK_WIDTH], line[KERNEL_LENGTH];
  for (int i = 0; i < n; ++i) src[i] = (i * 31 % 17) - 8;
  for (int i = 0; i < MASK_WIDTH; ++i)
    for (int j = 0; j < MASK_WIDTH; ++j) mask[i][j] = i - 2 * j;
  for (int i = 0; i < KERNEL_LENGTH; ++i) line[i] = i + 1;
  cudaMemcpyToSymbol(M, mask, sizeof mask);
  cudaMemcpyToSymbol(c_Kernel, line, sizeof line);
  const int tile = O_TILE_WIDTH + MASK_WIDTH - 1;
  convolution_tiled<<<dim3((w - 1) / O_TILE_WIDTH + 1, (h - 1) / O_TILE_WIDTH + 1), dim3(tile, tile)>>>(src, dst, h, w);
  cudaDeviceSynchronize();
  auto at = [&](int x, int y) { return x < 0 || y < 0 || x >= w || y >= h ? 0.f : src[y * w + x]; };
  int bad = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      float s = 0;
      for (int i = 0; i < MASK_WIDTH; ++i)
        for (int j = 0; j < MASK_WIDTH; ++j) s += mask[i][j] * at(x + j - 2, y + i - 2);
      bad += s != dst[y * w + x];
    }
  printf("convolution: %d wrong\n", bad);
  convolution_rows<<<dim3((w + 15) / 16, (h + 3) / 4), dim3(16, 4)>>>(tmp, src, w, h);
  convolution_columns<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(dst, tmp, w, h);
  cudaDeviceSynchronize();
  bad = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      float s = 0;
      for (int i = -4; i <= 4; ++i)
        for (int j = -4; j <= 4; ++j) s += line[4 - i] * line[4 - j] * at(x + j, y + i);
      bad += s != dst[y * w + x];
    }
  printf("separable: %d wrong\n", bad);

  uchar3 *rgb = managed<uchar3>(n);
  unsigned char *gray = managed<unsigned char>(n), *edges = managed<unsigned char>(n), *smooth = managed<unsigned char>(n);
  for (int i = 0; i < n; ++i) rgb[i] = make_uchar3(i * 7, i * 3, 255 - i);
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  grayscale<<<(n + 127) / 128, 128>>>(rgb, gray, n);
  sobel<<<grid, block>>>(gray, edges, w, h);
  median3<<<grid, block>>>(gray, smooth, w, h);
  cudaDeviceSynchronize();
  unsigned check = 0;
  bad = 0;
  for (int i = 0; i < n; ++i) {
    check = check * 31 + edges[i] * 7 + smooth[i];
    bad += gray[i] != ((rgb[i].x * 77 + rgb[i].y * 150 + rgb[i].z * 29) >> 8);
  }
  printf("bytes: %d wrong, %08x\n", bad, check);

  cudaChannelFormatDesc channels = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray_t array;
  cudaMallocArray(&array, &channels, w, h);
  cudaMemcpy2DToArray(array, 0, 0, src, w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeWrap;
  how.filterMode = cudaFilterModeLinear;
  how.readMode = cudaReadModeElementType;
  how.normalizedCoords = 1;
  cudaTextureObject_t tex;
  cudaCreateTextureObject(&tex, &resource, &how, NULL);
  rotate_texture<<<grid, block>>>(dst, w, h, 0.5f, tex);
  cudaDeviceSynchronize();
  auto wrapped = [&](int x, int y) { return src[((y % h) + h) % h * w + ((x % w) + w) % w]; };
  double worst = 0;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      float u = x / (float)w - 0.5f, v = y / (float)h - 0.5f;
      double tx = (u * cosf(0.5f) - v * sinf(0.5f) + 0.5f) * (double)w - 0.5, ty = (v * cosf(0.5f) + u * sinf(0.5f) + 0.5f) * (double)h - 0.5;
      int ix = (int)floor(tx), iy = (int)floor(ty);
      double a = tx - ix, b = ty - iy;
      double expected = (1 - a) * (1 - b) * wrapped(ix, iy) + a * (1 - b) * wrapped(ix + 1, iy) + (1 - a) * b * wrapped(ix, iy + 1) +
                        a * b * wrapped(ix + 1, iy + 1);
      worst = fmax(worst, fabs(expected - dst[y * w + x]));
    }
  printf("rotation %s\n", worst < 0.2 ? "agrees" : "differs");
  cudaDestroyTextureObject(tex);
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.normalizedCoords = 0;
  cudaCreateTextureObject(&tex, &resource, &how, nullptr);
  float *large = managed<float>(4 * n);
  upscale<<<dim3((2 * w + 15) / 16, (2 * h + 15) / 16), block>>>(large, 2 * w, 2 * h, 2.0f, tex);
  cudaDeviceSynchronize();
  printf("upscale %g %g %g\n", large[0], large[2 * (2 * w) + 2] - (0.75f * 0.75f * src[w + 1] + 0.1875f * (src[w] + src[1]) + 0.0625f * src[0]),
         large[4 * n - 1]);
  cudaDestroyTextureObject(tex);
  cudaFreeArray(array);

  int *integral = managed<int>(n);
  for (int i = 0; i < n; ++i) integral[i] = i % 10;
  row_prefix<<<h, 64, 64 * sizeof(int)>>>(integral, w);
  column_prefix<<<1, 64>>>(integral, w, h);
  cudaDeviceSynchronize();
  int total = 0;
  for (int i = 0; i < n; ++i) total += i % 10;
  printf("integral %s\n", integral[n - 1] == total ? "right" : "wrong");
  cudaDeviceReset();
}
