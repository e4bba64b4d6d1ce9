//! A function that finds nothing leaves the result alone, and the caller looks at it all the same; here without optimisation.
//! flags: -O0
//! expect: uninitialised_read
//! who: Thread 4 of block 0 (and 27 more of its warp)
//! says: local
__device__ void nearest(const float* points, int n, float x, int* place) {
  for (int i = 0; i < n; ++i) {
    if (fabsf(points[i] - x) < 0.5f)
      *place = i;
  }
}

__global__ void classify(const float* points, int n, int* hits) {
  int place;
  nearest(points, n, threadIdx.x, &place);
  if (place >= 0)  // fault
    atomicAdd(hits, 1);
}

int main() {
  float points[4] = {0, 1, 2, 3}, *device;
  int* hits;
  cudaMalloc(&device, sizeof points);
  cudaMalloc(&hits, sizeof(int));
  cudaMemcpy(device, points, sizeof points, cudaMemcpyHostToDevice);
  cudaMemset(hits, 0, sizeof(int));
  classify<<<1, 32>>>(device, 4, hits);
  cudaDeviceSynchronize();
  cudaFree(device);
  cudaFree(hits);
}
