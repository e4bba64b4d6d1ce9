//! Nobody looks at what cudaCreateTextureObject returned: a linear filter does not go with integers, and the handle stays 0.
//! expect: invalid_handle
//! who: Thread (0, 0) of block (0, 0) (and 31 more of its warp)
//! says: it is 0
//! says: cudaCreateTextureObject
#include <cstring>

__global__ void brighten(cudaTextureObject_t image, unsigned char* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int value = tex2D<unsigned char>(image, x + 0.5f, y + 0.5f) + 40;  // fault
    out[y * width + x] = value > 255 ? 255 : value;
  }
}

int main() {
  const int width = 64, height = 48;
  static unsigned char pixels[height][width];
  memset(pixels, 100, sizeof pixels);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, pixels, width, width, height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof(resource));
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description;
  memset(&description, 0, sizeof(description));
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t image = 0;
  cudaCreateTextureObject(&image, &resource, &description, nullptr);
  unsigned char* out;
  cudaMalloc(&out, width * height);
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  brighten<<<grid, block>>>(image, out, width, height);
  cudaMemcpy(pixels, out, sizeof pixels, cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(image);
  cudaFreeArray(array);
  cudaFree(out);
}
