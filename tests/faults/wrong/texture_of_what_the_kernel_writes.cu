//! A block writes an array, waits at a barrier, and fetches what it wrote through a texture of the same memory.
//! expect: race
//! says: Textures have a cache
#include <cstring>

__global__ void smooth(float* data, cudaTextureObject_t texels, float* out, int n) {
  int i = threadIdx.x;
  if (i < n)
    data[i] = data[i] * 0.5f;  // fault
  __syncthreads();
  if (i > 0 && i < n - 1)
    out[i] = tex1Dfetch<float>(texels, i - 1) + tex1Dfetch<float>(texels, i + 1);  // fault
}

int main() {
  const int n = 100;
  float *data, *out;
  cudaMalloc(&data, n * sizeof(float));  // allocation
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(data, 0, n * sizeof(float));
  cudaResourceDesc resource;
  cudaTextureDesc description;
  memset(&resource, 0, sizeof resource);
  memset(&description, 0, sizeof description);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = n * sizeof(float);
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texels = 0;
  cudaCreateTextureObject(&texels, &resource, &description, nullptr);
  smooth<<<1, 128>>>(data, texels, out, n);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texels);
  cudaFree(data);
  cudaFree(out);
}
