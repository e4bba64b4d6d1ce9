// The reference: rows are copied one by one, and a single thread multiplies them.
#include "pitched_rows.hpp"

__device__ const char* bytes_of(const float* image) {
  return reinterpret_cast<const char*>(image);
}

__global__ void column_all(const float* image, std::size_t pitch, std::size_t rows, std::size_t col,
                           float* out) {
  for (std::size_t row = 0; row < rows; ++row) {
    out[row] = reinterpret_cast<const float*>(bytes_of(image) + row * pitch)[col];
  }
}

__global__ void scale_row(float* values, std::size_t cols, float gain) {
  for (std::size_t col = 0; col < cols; ++col) {
    values[col] *= gain;
  }
}

extern "C" float* upload_rows(const float* host, std::size_t rows, std::size_t cols,
                              std::size_t* pitch) {
  *pitch = (cols * sizeof(float) + 127) / 128 * 128;
  char* image = nullptr;
  cudaMalloc(&image, rows * *pitch);
  for (std::size_t row = 0; row < rows; ++row) {
    cudaMemcpy(image + row * *pitch, host + row * cols, cols * sizeof(float),
               cudaMemcpyHostToDevice);
  }
  return reinterpret_cast<float*>(image);
}

extern "C" void download_rows(const float* image, std::size_t pitch, float* host, std::size_t rows,
                              std::size_t cols) {
  for (std::size_t row = 0; row < rows; ++row) {
    cudaMemcpy(host + row * cols, reinterpret_cast<const char*>(image) + row * pitch,
               cols * sizeof(float), cudaMemcpyDeviceToHost);
  }
}

extern "C" void copy_column(float* image, std::size_t pitch, std::size_t rows, std::size_t col,
                            float* out) {
  column_all<<<1, 1>>>(image, pitch, rows, col, out);
}

extern "C" void scale_rows(float* image, const float* gain, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) {
    return;
  }
  std::size_t pitch = 0;
  float* copy = upload_rows(image, rows, cols, &pitch);
  for (std::size_t row = 0; row < rows; ++row) {
    scale_row<<<1, 1>>>(copy + row * (pitch / sizeof(float)), cols, gain[row]);
  }
  download_rows(copy, pitch, image, rows, cols);
  cudaFree(copy);
}
