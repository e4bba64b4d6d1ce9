//! A function that makes a texture frees the array behind it when it is done.
//! expect: use_after_free
//! says: freed at line 31
#include <vector>

__global__ void sample(cudaTextureObject_t image, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[y * width + x] = tex2D<float>(image, (x + 0.5f) / width, (y + 0.5f) / height);  // fault
  }
}

static cudaTextureObject_t texture_of(const std::vector<float>& pixels, int width, int height) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, pixels.data(), width * sizeof(float), width * sizeof(float), height,
                      cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeWrap;
  description.addressMode[1] = cudaAddressModeWrap;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 1;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  // The texture lives on, its texels do not.
  cudaFreeArray(array);
  return texture;
}

int main() {
  const int width = 40, height = 30;
  const std::vector<float> pixels(width * height, 1.0f);
  cudaTextureObject_t image = texture_of(pixels, width, height);
  float* out;
  cudaMalloc(&out, width * height * sizeof(float));
  sample<<<dim3(3, 2), dim3(16, 16)>>>(image, out, width, height);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(image);
  cudaFree(out);
}
