//! The host passes the name of a __constant__ variable as if it were its address on the device.
//! expect: host_pointer
//! says: through the host's name for the device variable 'coefficients'
__constant__ float coefficients[5];

__global__ void polynomial(const float* c, float* y) {
  y[threadIdx.x] = c[0] + c[1] * threadIdx.x;  // fault
}

int main() {
  const float values[5] = {1, 2, 3, 4, 5};
  cudaMemcpyToSymbol(coefficients, values, sizeof values);
  float* y;
  cudaMalloc(&y, 32 * sizeof(float));
  polynomial<<<1, 32>>>(coefficients, y);
  cudaDeviceSynchronize();
  cudaFree(y);
}
