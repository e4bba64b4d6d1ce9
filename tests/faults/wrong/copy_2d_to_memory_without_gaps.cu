//! Memory of cudaMalloc is copied to with the pitch of other memory.
//! expect: invalid_copy
//! says: 10 rows of 400 bytes are taken to be 512 bytes apart
//! says: memory of cudaMalloc has no gaps
#include <vector>

int main() {
  float *rows, *flat;
  size_t pitch;
  std::vector<float> host(100 * 10, 1.0f);
  cudaMallocPitch(&rows, &pitch, 400, 10);
  cudaMalloc(&flat, 4000);                                                       // allocation
  cudaMemcpy2D(flat, pitch, host.data(), 400, 400, 10, cudaMemcpyHostToDevice);  // fault
  cudaFree(rows);
  cudaFree(flat);
}
