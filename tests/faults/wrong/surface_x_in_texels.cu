//! The x of a surface counts bytes; here it counts texels.
//! expect: misaligned
//! who: Thread (1, 0) of block 0
//! says: x is 1, which is not a multiple of 4
//! says: sizeof(type)
//! says: line 15
__global__ void gradient(cudaSurfaceObject_t surface) {
  int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(x + 100.0f * y, surface, x, y);  // fault
}

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 16, 16, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  gradient<<<1, dim3(16, 16)>>>(surface);
  cudaDeviceSynchronize();
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
}
