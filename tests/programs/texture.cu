// Texture objects: filtering and address modes against the rules of the Programming Guide.
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void sample(cudaTextureObject_t texture, const float2* at, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex2D<float>(texture, at[i].x, at[i].y);
}

__global__ void bytes(cudaTextureObject_t texture, float4* out) { out[0] = tex2D<float4>(texture, 0.5f, 0.5f); }
__global__ void linear(cudaTextureObject_t texture, int* out) { out[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x); }

static cudaTextureObject_t make(cudaArray_t array, cudaTextureAddressMode mode, cudaTextureFilterMode filter, int normalized) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = mode;
  description.filterMode = filter;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = normalized;
  cudaTextureObject_t texture = 0;
  if (cudaCreateTextureObject(&texture, &resource, &description, nullptr) != cudaSuccess) std::printf("refused\n");
  return texture;
}

int main() {
  const int width = 4, height = 3;
  std::vector<float> image(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = i;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, image.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice);
  const float2 points[] = {{0.5f, 0.5f}, {1.0f, 0.5f}, {1.5f, 1.0f}, {-3.0f, 9.0f}, {3.75f, 2.75f}};
  const float2 unit[] = {{0.125f, 1.0f / 6}, {1.125f, 1.0f / 6}, {-0.375f, 0.5f}, {0.999f, 0.5f}, {0.25f, 0.5f}};
  float2* at;
  float* out;
  cudaMallocManaged(&at, sizeof(points));
  cudaMallocManaged(&out, 64);
  const auto show = [&](const char* name, cudaTextureObject_t texture, const float2* from) {
    for (int i = 0; i < 5; ++i) at[i] = from[i];
    sample<<<1, 32>>>(texture, at, out, 5);
    cudaDeviceSynchronize();
    std::printf("%s:", name);
    for (int i = 0; i < 5; ++i) std::printf(" %.3f", out[i]);
    std::printf("\n");
    cudaDestroyTextureObject(texture);
  };
  show("point clamp", make(array, cudaAddressModeClamp, cudaFilterModePoint, 0), points);
  show("linear clamp", make(array, cudaAddressModeClamp, cudaFilterModeLinear, 0), points);
  show("linear border", make(array, cudaAddressModeBorder, cudaFilterModeLinear, 0), points);
  show("linear wrap", make(array, cudaAddressModeWrap, cudaFilterModeLinear, 1), unit);
  show("point wrap", make(array, cudaAddressModeWrap, cudaFilterModePoint, 1), unit);

  unsigned char* pixels;
  size_t pitch;
  cudaMallocPitch(&pixels, &pitch, 4, 1);
  const unsigned char rgba[] = {255, 0, 51, 102};
  cudaMemcpy(pixels, rgba, 4, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {pixels, cudaCreateChannelDesc<uchar4>(), 1, 1, pitch};
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  bytes<<<1, 1>>>(texture, (float4*)out);
  cudaDeviceSynchronize();
  std::printf("%.2f %.2f %.2f %.2f\n", out[0], out[1], out[2], out[3]);

  int* ints;
  cudaMallocManaged(&ints, 16);
  for (int i = 0; i < 4; ++i) ints[i] = 10 * i;
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {ints, cudaCreateChannelDesc<int>(), 16};
  description.readMode = cudaReadModeElementType;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  linear<<<1, 5>>>(texture, (int*)out);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 5; ++i) std::printf("%d ", ((int*)out)[i]);
  std::printf("\n");
  cudaFreeArray(array);
  cudaFree(at), cudaFree(out), cudaFree(pixels), cudaFree(ints);
}
