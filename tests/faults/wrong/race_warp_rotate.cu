//! Neighbours exchange values through shared memory inside one warp, without __syncwarp.
//! expect: race
//! says: __syncwarp()
__global__ void rotate(float* v) {
  __shared__ float cell[32];
  const unsigned lane = threadIdx.x & 31;
  cell[lane] = v[threadIdx.x];             // fault
  v[threadIdx.x] = cell[(lane + 1) % 32];  // fault
}

int main() {
  float* v;
  cudaMalloc(&v, 128);
  cudaMemset(v, 0, 128);
  rotate<<<1, 32>>>(v);
  cudaDeviceSynchronize();
  cudaFree(v);
}
