//! The grid covers more rows than the surface has, and nothing guards the last ones.
//! expect: out_of_bounds
//! who: of block (0, 2)
//! says: wrote to a surface
//! says: y is 40, and the array has 40 rows
//! says: line 15
__global__ void clear(cudaSurfaceObject_t surface, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width) surf2Dwrite(make_uchar4(0, 0, 0, 255), surface, x * sizeof(uchar4), y);  // fault
}

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, 50, 40, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  dim3 block(16, 16);
  clear<<<dim3((50 + 15) / 16, (40 + 15) / 16), block>>>(surface, 50);
  cudaDeviceSynchronize();
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
}
