//! A stencil on a surface reads left of the first column: surfaces do not clamp unless they are told to.
//! expect: out_of_bounds
//! says: read a surface
//! says: x is -4, and a row has 64 bytes (16 texels of 4)
__global__ void smooth(cudaSurfaceObject_t in, cudaSurfaceObject_t out) {
  int x = threadIdx.x, y = threadIdx.y;
  float left = surf2Dread<float>(in, (x - 1) * 4, y);  // fault
  float right = surf2Dread<float>(in, (x + 1) * 4, y, cudaBoundaryModeClamp);
  surf2Dwrite((left + right) / 2, out, x * 4, y);
}

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  static float zeros[16 * 16];
  cudaArray_t array[2];
  cudaSurfaceObject_t surface[2];
  for (int i = 0; i < 2; ++i) {
    cudaMallocArray(&array[i], &format, 16, 16, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(array[i], 0, 0, zeros, 64, 64, 16, cudaMemcpyHostToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array[i];
    cudaCreateSurfaceObject(&surface[i], &resource);
  }
  smooth<<<1, dim3(16, 16)>>>(surface[0], surface[1]);
  cudaDeviceSynchronize();
  for (int i = 0; i < 2; ++i) {
    cudaDestroySurfaceObject(surface[i]);
    cudaFreeArray(array[i]);
  }
}
