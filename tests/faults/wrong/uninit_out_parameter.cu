//! The function says "found" where it has not set the place.
//! expect: uninitialised_read
//! who: Thread 1 of block 0
//! says: local
__device__ __noinline__ bool find(const int* list, int count, int key, int& at) {
  for (int i = 0; i < count; ++i) {
    if (list[i] == key && key % 2 == 0) {
      at = i;
    }
  }
  return key < count;
}

__global__ void places(const int* list, int* out) {
  int at;
  if (find(list, 10, threadIdx.x, at)) {  // fault
    out[threadIdx.x] = at;  // fault
  } else {
    out[threadIdx.x] = -1;
  }
}

int main() {
  int list[32], *device, *result;
  for (int i = 0; i < 32; ++i) {
    list[i] = i;
  }
  cudaMalloc(&device, sizeof list);
  cudaMalloc(&result, sizeof list);
  cudaMemcpy(device, list, sizeof list, cudaMemcpyHostToDevice);
  places<<<1, 32>>>(device, result);
  cudaDeviceSynchronize();
  cudaFree(device);
  cudaFree(result);
}
