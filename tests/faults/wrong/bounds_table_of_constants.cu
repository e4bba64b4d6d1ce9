//! A polynomial of degree 4 has 5 coefficients, in a constexpr table, and the loop takes a sixth.
//! expect: out_of_bounds
//! who: 4 bytes past the end of the 20-byte const variable 'kCoefficients'
#include <cstdio>

constexpr float kCoefficients[] = {1, -0.5f, 0.25f, -0.125f, 0.0625f};

__global__ void horner(const float *x, float *y, int n, int degree) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = degree + 1; k >= 0; k--)
    sum = sum * x[i] + kCoefficients[k];  // fault
  y[i] = sum;
}

int main() {
  const int n = 100;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  horner<<<1, 128>>>(x, y, n, 4);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
