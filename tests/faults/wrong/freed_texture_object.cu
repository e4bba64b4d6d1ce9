//! A texture object is destroyed before the kernel that reads through it.
//! expect: use_after_free
//! says: texture
//! says: destroyed at line 23
//! says: cudaDestroyTextureObject
__global__ void fetch(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);  // fault
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 32 * sizeof(float));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = in;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 32 * sizeof(float);
  cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  cudaDestroyTextureObject(texture);
  fetch<<<1, 32>>>(texture, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
