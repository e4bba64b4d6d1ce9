//! The texture object outlives the memory behind it.
//! expect: use_after_free
//! says: freed
#include <cstring>

__global__ void read(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);  // fault
}

int main() {
  float *data, *out;
  cudaMalloc(&data, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(data, 0, 32 * sizeof(float));
  cudaResourceDesc resource;
  memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 32 * sizeof(float);
  cudaTextureDesc description;
  memset(&description, 0, sizeof description);
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  cudaFree(data);
  read<<<1, 32>>>(texture, out);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFree(out);
}
