//! The kernel is given the memory in place of the texture object that was made from it.
//! expect: invalid_handle
//! says: is no texture object but a pointer to device memory
//! says: line 14
__global__ void gather(cudaTextureObject_t values, const int* where, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = tex1Dfetch<float>(values, where[i]);  // fault
  }
}

int main() {
  const int n = 100;
  float *values; cudaMalloc(&values, n * sizeof(float));
  float* out;
  int* where;
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&where, n * sizeof(int));
  cudaMemset(values, 0, n * sizeof(float));
  cudaMemset(where, 0, n * sizeof(int));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = values;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = n * sizeof(float);
  cudaTextureDesc description = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  gather<<<1, 128>>>((cudaTextureObject_t)values, where, out, n);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFree(values);
  cudaFree(out);
  cudaFree(where);
}
