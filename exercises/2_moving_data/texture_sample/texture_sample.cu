// Exercise texture_sample: see README.md for the tasks and texture_sample.hpp for the interface.
#include "texture_sample.hpp"

#include <cmath>
#include <stdexcept>

constexpr unsigned kWidth = 32;  // a block of texture_rotate is kWidth x kHeight threads
constexpr unsigned kHeight = 8;

struct Texture {
  cudaArray_t texels = nullptr;
  cudaTextureObject_t object = 0;
};

// For every call of the runtime: an error becomes an exception with its text.
static void check(cudaError_t error) {
  if (error != cudaSuccess) {
    throw std::runtime_error(cudaGetErrorString(error));
  }
}

static unsigned blocks_for(std::size_t n, unsigned threads) {
  return static_cast<unsigned>((n + threads - 1) / threads);
}

// A new CUDA array with the image in it.
static cudaArray_t array_of(const float* image, std::size_t rows, std::size_t cols) {
  cudaArray_t texels = nullptr;
  // TODO(1): an array of cols x rows texels; copy the image's rows into it (about 5 lines)
  // END TODO(1)
  return texels;
}

// A new texture object that reads the array as texture_create says.
static cudaTextureObject_t object_of(cudaArray_t texels, bool wrap) {
  [[maybe_unused]] cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = texels;
  cudaTextureObject_t object = 0;
  // TODO(2): describe addressing in both dimensions, filter and coordinates; create (about 8 lines)
  // END TODO(2)
  return object;
}

__global__ void sample_kernel(cudaTextureObject_t object, const float* u, const float* v,
                              float* out, std::size_t count) {
  const std::size_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) {
    out[k] = tex2D<float>(object, u[k], v[k]);
  }
}

// One thread an element of out, lanes along its rows.
__global__ void rotate_kernel(cudaTextureObject_t object, float cosine, float sine, float* out,
                              std::size_t rows, std::size_t cols) {
  const std::size_t col = blockIdx.x * kWidth + threadIdx.x;
  const std::size_t row = blockIdx.y * kHeight + threadIdx.y;
  if (row < rows && col < cols) {
    // TODO(3): the place in the image; its normalised coordinates; fetch and store (about 7 lines)
    // END TODO(3)
  }
}

extern "C" Texture* texture_create(const float* image, std::size_t rows, std::size_t cols,
                                   bool wrap) {
  Texture* texture = new Texture;
  texture->texels = array_of(image, rows, cols);
  texture->object = object_of(texture->texels, wrap);
  return texture;
}

extern "C" void texture_destroy(Texture* texture) {
  // TODO(4): give the object and its array back, in this order (about 2 lines)
  // END TODO(4)
  delete texture;
}

extern "C" void texture_read(const Texture* texture, float* image, std::size_t rows,
                             std::size_t cols) {
  const std::size_t width = cols * sizeof *image;
  check(cudaMemcpy2DFromArray(image, width, texture->texels, 0, 0, width, rows,
                              cudaMemcpyDeviceToHost));
}

extern "C" void texture_sample(const Texture* texture, const float* u, const float* v, float* out,
                               std::size_t count) {
  if (count > 0) {
    sample_kernel<<<blocks_for(count, 256), 256>>>(texture->object, u, v, out, count);
    check(cudaGetLastError());
  }
}

extern "C" void texture_rotate(const Texture* texture, float angle, float* out, std::size_t rows,
                               std::size_t cols) {
  const dim3 blocks(blocks_for(cols, kWidth), blocks_for(rows, kHeight));
  rotate_kernel<<<blocks, dim3(kWidth, kHeight)>>>(texture->object, std::cos(angle),
                                                   std::sin(angle), out, rows, cols);
  check(cudaGetLastError());
}
