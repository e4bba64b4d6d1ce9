//! __shared__ is forgotten before a tile: each thread fills one element of an array of its own.
//! expect: uninitialised_read
//! says: other threads wrote theirs
//! says: put __shared__ before it
__global__ void reverse(float* x) {
  float tile[64];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[63 - threadIdx.x];  // fault
}

int main() {
  float host[64];
  for (int i = 0; i < 64; ++i)
    host[i] = i;
  float* x;
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
