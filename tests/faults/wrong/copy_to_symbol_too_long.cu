//! Ten coefficients for a __constant__ array of eight.
//! expect: invalid_copy
//! says: 'coefficients'
//! says: 32
__constant__ float coefficients[8];

__global__ void evaluate(const float* x, float* y) {
  float sum = 0.0f;
  for (int k = 7; k >= 0; --k)
    sum = sum * x[threadIdx.x] + coefficients[k];
  y[threadIdx.x] = sum;
}

int main() {
  const float host[10] = {};
  cudaMemcpyToSymbol(coefficients, host, sizeof host);  // fault
  return 0;
}
