// A sparse matrix times a vector: a warp a row, lanes stride over its entries.
#include <vector>

__global__ void spmv(const int* row, const int* col, const float* value, const float* x, float* y,
                     int rows) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (r >= rows)
    return;
  float sum = 0;
  for (int k = row[r] + lane; k < row[r + 1]; k += 32)
    sum += value[k] * x[col[k]];
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (lane == 0)
    y[r] = sum;
}

template <class T>
T* to_device(const std::vector<T>& v) {
  T* p;
  cudaMalloc(&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

int main() {
  const int rows = 30;
  std::vector<int> row{0}, col;
  std::vector<float> value, x(rows), y(rows), e(rows);
  for (int r = 0; r < rows; ++r) {
    x[r] = r;
    for (int c = 0; c < rows; c += 1 + r % 4)
      col.push_back(c), value.push_back(1.0f + c), e[r] += (1.0f + c) * c;
    row.push_back(col.size());
  }
  int *d_row = to_device(row), *d_col = to_device(col);
  float *d_value = to_device(value), *d_x = to_device(x), *d_y;
  cudaMalloc(&d_y, rows * 4);
  spmv<<<(rows * 32 + 95) / 96, 96>>>(d_row, d_col, d_value, d_x, d_y, rows);
  cudaMemcpy(y.data(), d_y, rows * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_row), cudaFree(d_col), cudaFree(d_value), cudaFree(d_x), cudaFree(d_y);
  return y == e ? 0 : 1;
}
