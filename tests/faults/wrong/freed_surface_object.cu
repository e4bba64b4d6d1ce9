//! The surface object is destroyed between two launches that use it.
//! expect: use_after_free
//! says: a surface object
//! says: cudaDestroySurfaceObject
__global__ void add(cudaSurfaceObject_t surface, int value) {
  int x = threadIdx.x * sizeof(int);
  surf1Dwrite(surf1Dread<int>(surface, x) + value, surface, x);  // fault
}

cudaSurfaceObject_t surface_of(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  return surface;
}

int main() {
  int start[32] = {};
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 32, 0, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(array, 0, 0, start, sizeof start, sizeof start, 1, cudaMemcpyHostToDevice);
  cudaSurfaceObject_t surface = surface_of(array);
  add<<<1, 32>>>(surface, 1);
  cudaDestroySurfaceObject(surface);
  add<<<1, 32>>>(surface, 2);
  cudaDeviceSynchronize();
  cudaFreeArray(array);
}
