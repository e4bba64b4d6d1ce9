// A polynomial with its coefficients in constant memory.
#include <vector>

__constant__ float coefficients[4] = {1.0f, 0.0f, 0.0f, 0.0f};

__global__ void evaluate(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0.0f;
#pragma unroll
  for (int k = 3; k >= 0; --k)
    sum = sum * x[i] + coefficients[k];
  y[i] = sum;
}

int main() {
  const int n = 70;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i)
    x[i] = i - 30;
  float *dx, *dy;
  cudaMalloc(&dx, n * 4);
  cudaMalloc(&dy, n * 4);
  cudaMemcpy(dx, x.data(), n * 4, cudaMemcpyHostToDevice);
  const float tail[3] = {2.0f, -1.0f, 3.0f};
  cudaMemcpyToSymbol(coefficients, tail, sizeof tail, sizeof(float));
  evaluate<<<3, 32>>>(dx, dy, n);
  cudaMemcpy(y.data(), dy, n * 4, cudaMemcpyDeviceToHost);
  float back[4];
  cudaMemcpyFromSymbol(back, coefficients, sizeof back);
  cudaFree(dx);
  cudaFree(dy);
  int wrong = back[0] != 1.0f || back[3] != 3.0f;
  for (int i = 0; i < n; ++i) {
    float v = x[i];
    wrong += y[i] != ((3 * v - 1) * v + 2) * v + 1;
  }
  return wrong;
}
