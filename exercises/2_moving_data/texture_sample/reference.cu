// The reference: no texture at all. A single thread filters by hand.
#include "texture_sample.hpp"

struct Texture {
  float* texels;
  int rows, cols;
  bool wrap;
};

__device__ int inside(int index, int size, bool wrap) {
  return wrap ? (index % size + size) % size : min(max(index, 0), size - 1);
}

__device__ float value_at(const Texture& texture, float x, float y) {
  const int col = static_cast<int>(floorf(x - 0.5f)), row = static_cast<int>(floorf(y - 0.5f));
  float value = 0;
  for (int corner = 0; corner < 4; ++corner) {
    const int right = corner % 2, below = corner / 2;
    const float across = x - 0.5f - static_cast<float>(col);
    const float down = y - 0.5f - static_cast<float>(row);
    const int r = inside(row + below, texture.rows, texture.wrap);
    const int c = inside(col + right, texture.cols, texture.wrap);
    value += (right ? across : 1 - across) * (below ? down : 1 - down) *
             texture.texels[r * texture.cols + c];
  }
  return value;
}

__global__ void sample_all(Texture texture, const float* u, const float* v, float* out,
                           std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    out[k] = value_at(texture, u[k] * texture.cols, v[k] * texture.rows);
  }
}

__global__ void rotate_all(Texture texture, float angle, float* out) {
  for (int i = 0; i < texture.rows * texture.cols; ++i) {
    const float dx = i % texture.cols + 0.5f - texture.cols * 0.5f;
    const float dy = i / texture.cols + 0.5f - texture.rows * 0.5f;
    out[i] = value_at(texture, texture.cols * 0.5f + cosf(angle) * dx + sinf(angle) * dy,
                      texture.rows * 0.5f + cosf(angle) * dy - sinf(angle) * dx);
  }
}

extern "C" Texture* texture_create(const float* image, std::size_t rows, std::size_t cols,
                                   bool wrap) {
  float* texels = nullptr;
  cudaMalloc(&texels, rows * cols * sizeof *texels);
  cudaMemcpy(texels, image, rows * cols * sizeof *texels, cudaMemcpyHostToDevice);
  return new Texture{texels, static_cast<int>(rows), static_cast<int>(cols), wrap};
}

extern "C" void texture_destroy(Texture* texture) {
  cudaFree(texture->texels);
  delete texture;
}

extern "C" void texture_read(const Texture* texture, float* image, std::size_t rows,
                             std::size_t cols) {
  cudaMemcpy(image, texture->texels, rows * cols * sizeof *image, cudaMemcpyDeviceToHost);
}

extern "C" void texture_sample(const Texture* texture, const float* u, const float* v, float* out,
                               std::size_t count) {
  sample_all<<<1, 1>>>(*texture, u, v, out, count);
}

extern "C" void texture_rotate(const Texture* texture, float angle, float* out, std::size_t,
                               std::size_t) {
  rotate_all<<<1, 1>>>(*texture, angle, out);
}
