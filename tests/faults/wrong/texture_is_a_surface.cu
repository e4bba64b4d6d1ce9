//! The arguments of the launch are swapped: the kernel reads through the surface and writes through the texture.
//! expect: invalid_handle
//! says: is no texture object but a surface object
//! says: line 32
__global__ void twice(cudaTextureObject_t in, cudaSurfaceObject_t out, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < width) {
    float value = tex2D<float>(in, x + 0.5f, y + 0.5f);  // fault
    surf2Dwrite(2 * value, out, x * sizeof(float), y);
  }
}

int main() {
  const int width = 30, height = 8;
  float host[width * height];
  for (int i = 0; i < width * height; ++i) {
    host[i] = i;
  }
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t from, to;
  cudaMallocArray(&from, &format, width, height);
  cudaMallocArray(&to, &format, width, height, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(from, 0, 0, host, width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = from;
  cudaTextureDesc description = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  resource.res.array.array = to;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  twice<<<height, 32>>>(surface, texture, width);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(from);
  cudaFreeArray(to);
}
