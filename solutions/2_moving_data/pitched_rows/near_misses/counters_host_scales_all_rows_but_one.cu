// The kernel scales the first row, the host the others.
// Exercise pitched_rows: see README.md for the tasks and pitched_rows.hpp for the interface.
#include "pitched_rows.hpp"

#include <stdexcept>

constexpr unsigned kThreads = 256;  // threads in a block

// For every call of the runtime: an error becomes an exception with its text.
static void check(cudaError_t error) {
  if (error != cudaSuccess) {
    throw std::runtime_error(cudaGetErrorString(error));
  }
}

// The first element of a row; rows begin `pitch` bytes apart.
__device__ float* row_of(float* image, std::size_t pitch, std::size_t row) {
  return reinterpret_cast<float*>(reinterpret_cast<char*>(image) + row * pitch);
}

__global__ void column_kernel(float* image, std::size_t pitch, std::size_t rows, std::size_t col,
                              float* out) {
  const std::size_t row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    out[row] = row_of(image, pitch, row)[col];
  }
}

// Block (x, y) works on row y, from column x * kThreads on; a grid has at most 65535 rows of
// blocks, so beyond that a block takes several rows.
__global__ void scale_kernel(float* image, std::size_t pitch, const float* gain, std::size_t rows,
                             std::size_t cols) {
  for (std::size_t row = blockIdx.y; row < rows; row += gridDim.y) {
    const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < cols) {
      row_of(image, pitch, row)[col] *= gain[row];
    }
  }
}

static unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>((n + kThreads - 1) / kThreads);
}

extern "C" float* upload_rows(const float* host, std::size_t rows, std::size_t cols,
                              std::size_t* pitch) {
  float* image = nullptr;
  const std::size_t width = cols * sizeof *host;
  check(cudaMallocPitch(&image, pitch, width, rows));
  check(cudaMemcpy2D(image, *pitch, host, width, width, rows, cudaMemcpyHostToDevice));
  return image;
}

extern "C" void download_rows(const float* image, std::size_t pitch, float* host, std::size_t rows,
                              std::size_t cols) {
  const std::size_t width = cols * sizeof *host;
  check(cudaMemcpy2D(host, width, image, pitch, width, rows, cudaMemcpyDeviceToHost));
}

extern "C" void copy_column(float* image, std::size_t pitch, std::size_t rows, std::size_t col,
                            float* out) {
  column_kernel<<<blocks_for(rows), kThreads>>>(image, pitch, rows, col, out);
  check(cudaGetLastError());
}

extern "C" void scale_rows(float* image, const float* gain, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) {
    return;
  }
  std::size_t pitch = 0, gain_pitch = 0;
  float* image_on_device = upload_rows(image, rows, cols, &pitch);
  float* gain_on_device = upload_rows(gain, 1, rows, &gain_pitch);  // a single row
  const dim3 grid(blocks_for(cols), static_cast<unsigned>(rows < 65535 ? rows : 65535));
  scale_kernel<<<grid, kThreads>>>(image_on_device, pitch, gain_on_device, 1, cols);
  check(cudaGetLastError());
  download_rows(image_on_device, pitch, image, rows, cols);
  for (std::size_t i = cols; i < rows * cols; ++i) {
    image[i] *= gain[i / cols];
  }
  check(cudaFree(gain_on_device));
  check(cudaFree(image_on_device));
}
