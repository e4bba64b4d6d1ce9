//! The array is freed before the texture object that reads it: nobody fetches in between, so that nothing goes wrong yet.
//! expect: note
//! status: 0
//! says: the array that this object reads was freed before it
//! says: Give the object back first
__global__ void read(cudaTextureObject_t texture, float* out, int width) {
  out[blockIdx.x * width + threadIdx.x] =
      tex3D<float>(texture, threadIdx.x + 0.5f, blockIdx.x + 0.5f, 0.5f);
}

int main() {
  const int width = 24, height = 4, depth = 2;
  float host[width * height * depth], *out;
  for (float& h : host)
    h = 1;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaExtent extent = make_cudaExtent(width, height, depth);
  cudaArray_t array;
  cudaMalloc3DArray(&array, &format, extent);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(host, width * sizeof(float), width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, height, depth);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  cudaMalloc(&out, sizeof host);
  read<<<height, width>>>(texture, out, width);
  cudaMemcpy(host, out, width * height * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFreeArray(array);
  cudaDestroyTextureObject(texture);  // fault
  cudaFree(out);
}
