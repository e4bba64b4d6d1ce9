//! Four of a double's eight bytes are cleared; each thread adds to it.
//! expect: uninitialised_read
//! says: only a part of the bytes was ever written
//! says: n * sizeof(type)
__global__ void area(double* sum, double h) {
  const double x = (threadIdx.x + .5) * h;
  atomicAdd(sum, x * x * h);  // fault
}

int main() {
  double* sum;
  cudaMalloc(&sum, sizeof(double));  // allocation
  cudaMemset(sum, 0, sizeof(float));
  area<<<1, 64>>>(sum, 1. / 64);
  cudaDeviceSynchronize();
  cudaFree(sum);
}
