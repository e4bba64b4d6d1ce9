// A texture object over an array: bilinear filter, clamped edges.
#include <cmath>
#include <cstring>

__global__ void sample(cudaTextureObject_t image, float* out, int width, int height) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = tex2D<float>(image, x + 1.0f, y + 0.5f);
}

int main() {
  const int width = 8, height = 4;
  float host[width * height], out[width * height];
  for (int i = 0; i < width * height; ++i)
    host[i] = i;
  cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &channel, width, height);
  cudaMemcpy2DToArray(array, 0, 0, host, width * sizeof(float), width * sizeof(float), height,
                      cudaMemcpyHostToDevice);
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description;
  memset(&description, 0, sizeof description);
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t image = 0;
  cudaCreateTextureObject(&image, &resource, &description, nullptr);
  float* device;
  cudaMalloc(&device, sizeof out);
  sample<<<1, dim3(width, height)>>>(image, device, width, height);
  cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(image);
  cudaFreeArray(array);
  cudaFree(device);
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float expected = y * width + (x + 1 < width ? x + 0.5f : x);
      wrong += std::fabs(out[y * width + x] - expected) > 0.01f;
    }
  return wrong;
}
