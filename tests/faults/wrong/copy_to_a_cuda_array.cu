//! A CUDA array is a handle: cudaMemcpy cannot fill it, whatever the direction is called.
//! expect: invalid_copy
//! says: destination is a CUDA array
//! says: cudaMemcpy2DToArray
#include <vector>

int main() {
  const int width = 32, height = 8;
  cudaArray_t texels;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&texels, &format, width, height);
  std::vector<float> host(width * height, 1.0f);
  cudaMemcpy(texels, host.data(), host.size() * sizeof(float), cudaMemcpyDefault);  // fault
  cudaFreeArray(texels);
}
