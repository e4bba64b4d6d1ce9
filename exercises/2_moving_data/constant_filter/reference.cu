// The reference: the same filter with its weights in global memory.
#include "constant_filter.hpp"

__device__ float global_weights[kWeights];

__global__ void all_weights(float* out) {
  for (std::size_t i = 0; i < kWeights; ++i) {
    out[i] = global_weights[i];
  }
}

__global__ void filter_all(const float* in, float* out, std::size_t rows, std::size_t cols,
                           const float* weights) {
  const std::size_t row = blockIdx.y * 8 + threadIdx.y;
  const std::size_t col = blockIdx.x * 32 + threadIdx.x;
  if (row < rows && col < cols) {
    float sum = 0;
    for (std::size_t i = 0; i < kTaps; ++i) {
#pragma unroll
      for (std::size_t j = 0; j < kTaps; ++j) {
        sum += weights[i * kTaps + j] * in[(row + i) * (cols + kBorder) + col + j];
      }
    }
    out[row * cols + col] = sum;
  }
}

extern "C" void set_weights(const float* weights) {
  cudaMemcpyToSymbol(global_weights, weights, sizeof global_weights);
}

extern "C" void get_weights(float* out) {
  all_weights<<<1, 1>>>(out);
}

extern "C" void filter(const float* in, float* out, std::size_t rows, std::size_t cols) {
  if (rows > 0 && cols > 0) {
    float* weights = nullptr;
    cudaGetSymbolAddress(reinterpret_cast<void**>(&weights), global_weights);
    const dim3 blocks((cols + 31) / 32, (rows + 7) / 8);
    filter_all<<<blocks, dim3(32, 8)>>>(in, out, rows, cols, weights);
  }
}
