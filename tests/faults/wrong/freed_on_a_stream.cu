//! Stream-ordered memory used after its cudaFreeAsync.
//! expect: use_after_free
//! says: freed
__global__ void square(double* x) {
  x[threadIdx.x] *= x[threadIdx.x];  // fault
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  double* x;
  cudaMallocAsync((void**)&x, 32 * sizeof(double), stream);
  cudaMemsetAsync(x, 0, 32 * sizeof(double), stream);
  cudaFreeAsync(x, stream);
  square<<<1, 32, 0, stream>>>(x);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}
