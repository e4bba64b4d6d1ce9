// A 2D grid over a matrix that is no multiple of the block.
#include <vector>

struct Matrix {
  int rows, cols;
  double* at;
  __host__ __device__ double& operator()(int r, int c) const { return at[r * cols + c]; }
};

__global__ void add(Matrix a, Matrix b, Matrix c) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= c.rows || col >= c.cols)
    return;
  c(row, col) = a(row, col) + b(row, col);
}

int main() {
  const int rows = 45, cols = 70, n = rows * cols;
  std::vector<double> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i)
    a[i] = i, b[i] = 0.5 * i;
  Matrix d[3] = {{rows, cols, nullptr}, {rows, cols, nullptr}, {rows, cols, nullptr}};
  for (Matrix& m : d)
    cudaMalloc(&m.at, n * sizeof(double));
  cudaMemcpy(d[0].at, a.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(d[1].at, b.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  add<<<grid, block>>>(d[0], d[1], d[2]);
  cudaMemcpy(c.data(), d[2].at, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (Matrix& m : d)
    cudaFree(m.at);
  for (int i = 0; i < n; ++i) {
    if (c[i] != 1.5 * i)
      return 1;
  }
  return 0;
}
