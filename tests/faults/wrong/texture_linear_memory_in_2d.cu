//! A texture of linear memory is read with tex2D, which gives zeros on a GPU: tex1Dfetch reads it.
//! expect: invalid_handle
//! says: a texture of linear memory
//! says: tex1Dfetch
__global__ void copy(cudaTextureObject_t in, float* out, int width) {
  int x = threadIdx.x, y = threadIdx.y;
  out[y * width + x] = tex2D<float>(in, x, y);  // fault
}

int main() {
  const int width = 16, height = 16;
  float *in, *out;
  cudaMalloc(&in, width * height * sizeof(float));
  cudaMalloc(&out, width * height * sizeof(float));
  cudaMemset(in, 0, width * height * sizeof(float));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = in;
  resource.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  resource.res.linear.sizeInBytes = width * height * sizeof(float);
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  copy<<<1, dim3(width, height)>>>(texture, out, width);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFree(in);
  cudaFree(out);
}
