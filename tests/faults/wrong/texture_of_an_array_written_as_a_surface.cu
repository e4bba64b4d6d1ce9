//! One step writes an array through a surface, the next step of the same kernel fetches it through a texture.
//! expect: race
//! says: an array through a surface
#include <cstring>

__global__ void two_steps(cudaSurfaceObject_t to, cudaTextureObject_t from, float* out, int width) {
  int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(1.0f * x * y, to, x * (int)sizeof(float), y);  // fault
  __syncthreads();
  out[y * width + x] = tex2D<float>(from, x + 1.5f, y + 0.5f);  // fault
}

int main() {
  const int width = 16, height = 8;
  float* out;
  cudaMalloc(&out, width * height * sizeof(float));
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource;
  cudaTextureDesc description;
  memset(&resource, 0, sizeof resource);
  memset(&description, 0, sizeof description);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t from = 0;
  cudaSurfaceObject_t to = 0;
  cudaCreateTextureObject(&from, &resource, &description, nullptr);
  cudaCreateSurfaceObject(&to, &resource);
  two_steps<<<1, dim3(width, height)>>>(to, from, out, width);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(from);
  cudaDestroySurfaceObject(to);
  cudaFreeArray(array);
  cudaFree(out);
}
