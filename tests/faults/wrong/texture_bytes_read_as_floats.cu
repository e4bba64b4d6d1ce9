//! Pixels are bytes that the texture leaves as they are, but the kernel reads floats: a GPU gives numbers near 0.
//! expect: invalid_handle
//! says: integers of 8 bits
//! says: cudaReadModeNormalizedFloat
#include <vector>

__global__ void threshold(cudaTextureObject_t image, int* above, int width, int height) {
  for (int y = blockIdx.x; y < height; y += gridDim.x) {
    for (int x = threadIdx.x; x < width; x += blockDim.x) {
      if (tex2D<float>(image, x + 0.5f, y + 0.5f) > 0.5f) {  // fault
        atomicAdd(above, 1);
      }
    }
  }
}

int main() {
  const int width = 37, height = 20;
  std::vector<unsigned char> pixels(width * height, 200);
  auto format = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, pixels.data(), width, width, height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t image{};
  cudaCreateTextureObject(&image, &resource, &description, nullptr);
  int* above;
  cudaMalloc(&above, sizeof(int));
  cudaMemset(above, 0, sizeof(int));
  threshold<<<4, 64>>>(image, above, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(image);
  cudaFreeArray(array);
  cudaFree(above);
}
