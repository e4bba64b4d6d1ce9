// Texture references of CUDA 11 and before: settings on the host, all ways of binding, offsets, fractions, filters, binding anew.
// simulator only: CUDA 12 has none
// simcc: -Wno-deprecated-declarations
#include <cstdio>
#include <cstring>

texture<float> line;  // of one dimension, read as it is
static texture<int, cudaTextureType1D, cudaReadModeElementType> numbers;
texture<uchar4, 2, cudaReadModeNormalizedFloat> colours;
texture<float, cudaTextureType2D> plane(1, cudaFilterModeLinear, cudaAddressModeWrap);
texture<float, 3> space;
texture<float2, cudaTextureType2DLayered> pages;

template <class Reference>
__device__ float twice(Reference reference, int i) {
  return 2 * tex1Dfetch(reference, i);
}

__global__ void from_lines(float* out, int count, int offset) {
  const int i = threadIdx.x;
  if (i < count) out[i] = tex1Dfetch(line, i + offset) + twice(numbers, i);
}

__global__ void from_planes(float* out) {
  const int x = threadIdx.x, y = threadIdx.y;
  const float4 colour = tex2D(colours, x + 0.5f, y + 0.5f);
  out[y * 4 + x] = rintf(255 * colour.x) + 1000 * rintf(255 * colour.w) + 1e6f * tex2D(plane, (x + 1.0f) / 4, (y + 0.5f) / 4);
}

__global__ void from_volumes(float* out) {
  const int x = threadIdx.x;
  out[x] = tex3D(space, x, 1, 1) + 100 * tex2DLayered(pages, x, 1, x % 2).y;
}

static void show(const char* what, const float* out, int count) {
  printf("%s:", what);
  for (int i = 0; i < count; ++i) printf(" %g", out[i]);
  printf(" %s\n", cudaGetErrorName(cudaGetLastError()));
}

static float* g_out;

static void lines() {
  float values[200];
  int whole[16];
  for (int i = 0; i < 200; ++i) values[i] = i;
  for (int i = 0; i < 16; ++i) whole[i] = 1000 * i;
  float* memory;
  int* other;
  size_t offset = 7, same = 0;
  cudaMalloc(&memory, sizeof(values));
  cudaMalloc(&other, sizeof(whole));
  cudaMemcpy(memory, values, sizeof(values), cudaMemcpyHostToDevice);
  cudaMemcpy(other, whole, sizeof(whole), cudaMemcpyHostToDevice);
  cudaBindTexture(NULL, line, memory);
  cudaBindTexture(&offset, numbers, other, numbers.channelDesc, sizeof(whole));
  from_lines<<<1, 16>>>(g_out, 8, 100);
  cudaDeviceSynchronize();
  show("whole", g_out, 8);
  printf("%d %d\n", (int)offset, cudaBindTexture(NULL, line, memory + 3, 40));  // needs an offset
  cudaBindTexture(&offset, line, memory + 3, 40);
  cudaGetTextureAlignmentOffset(&same, line);
  from_lines<<<1, 16>>>(g_out, 11, offset / sizeof(float));
  cudaDeviceSynchronize();
  show("from an offset", g_out, 11);
  printf("%d %d %d %d\n", (int)offset, (int)same, cudaUnbindTexture(line), cudaGetTextureAlignmentOffset(&same, line));
  cudaUnbindTexture(numbers);
  cudaFree(memory);
  cudaFree(other);
}

static void planes() {
  uchar4 pixels[4][4];
  float heights[4][4];
  for (int i = 0; i < 16; ++i) {
    pixels[i / 4][i % 4] = make_uchar4(i, 0, 0, 255 - i);
    heights[i / 4][i % 4] = i;
  }
  uchar4* pitched;
  size_t pitch;
  cudaMallocPitch(&pitched, &pitch, 16, 4);
  cudaMemcpy2D(pitched, pitch, pixels, 16, 16, 4, cudaMemcpyHostToDevice);
  cudaBindTexture2D(NULL, colours, pitched, colours.channelDesc, 4, 4, pitch);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray* array;
  cudaMallocArray(&array, &format, 4, 4);
  cudaMemcpy2DToArray(array, 0, 0, heights, 16, 16, 4, cudaMemcpyHostToDevice);
  cudaBindTextureToArray(plane, array, format);
  from_planes<<<1, dim3(4, 4)>>>(g_out);
  cudaDeviceSynchronize();
  show("planes", g_out, 16);
  plane.filterMode = cudaFilterModePoint;
  plane.addressMode[0] = cudaAddressModeClamp;
  plane.normalized = true;
  cudaBindTextureToArray(plane, array);
  from_planes<<<1, dim3(4, 4)>>>(g_out);
  cudaDeviceSynchronize();
  show("nearest", g_out, 4);
  cudaUnbindTexture(plane);
  cudaFreeArray(array);
  cudaFree(pitched);
}

static void volumes() {
  float cells[2][4][4];
  float2 leaves[2][4][4];
  for (int i = 0; i < 32; ++i) {
    cells[i / 16][i / 4 % 4][i % 4] = i;
    leaves[i / 16][i / 4 % 4][i % 4] = make_float2(0, i);
  }
  cudaArray *volume, *book;
  cudaMalloc3DArray(&volume, &space.channelDesc, make_cudaExtent(4, 4, 2));
  cudaMalloc3DArray(&book, &pages.channelDesc, make_cudaExtent(4, 4, 2), cudaArrayLayered);
  cudaMemcpy3DParms copy;
  memset(&copy, 0, sizeof(copy));
  copy.srcPtr = make_cudaPitchedPtr(cells, 16, 4, 4);
  copy.dstArray = volume;
  copy.extent = make_cudaExtent(4, 4, 2);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  copy.srcPtr = make_cudaPitchedPtr(leaves, 32, 4, 4);
  copy.dstArray = book;
  cudaMemcpy3D(&copy);
  cudaBindTextureToArray(space, volume);
  cudaBindTextureToArray(pages, book);
  from_volumes<<<1, 4>>>(g_out);
  cudaDeviceSynchronize();
  show("volumes", g_out, 4);
  cudaFreeArray(volume);
  cudaFreeArray(book);
}

int main() {
  cudaMallocManaged(&g_out, 64 * sizeof(float));
  lines();
  planes();
  volumes();
  cudaFree(g_out);
}
