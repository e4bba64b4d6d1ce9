// Sizes that are right, in bytes, though they look like numbers of elements: the rest is copied,
// too, or single bytes are meant.
#include <cstdlib>
#include <vector>

namespace chunks_by_count {
// An upload function that takes bytes, called for a quarter at a time: the rest follows.
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}
void upload(void* to, const void* from, size_t n) {
  cudaMemcpy(to, from, n, cudaMemcpyHostToDevice);
}
int case_chunks_by_count() {
  const int n = 1024;
  std::vector<float> h(n, 1.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  char* to = (char*)d;
  const char* from = (const char*)h.data();
  for (int part = 0; part < 4; ++part)
    upload(to + part * n, from + part * n, n);
  twice<<<4, 256>>>(d, n);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h[1000] == 2 ? 0 : 1;
}
}  // namespace chunks_by_count

namespace chunks_unrolled {
// Four copies of n bytes, one behind the other.
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}
int case_chunks_unrolled() {
  const int n = 1024;
  std::vector<float> h(n, 1.0f);
  float* d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy((char*)d + n, (char*)h.data() + n, 3 * n, cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(d, n);
  cudaMemcpy(h.data(), d, n, cudaMemcpyDeviceToHost);
  cudaMemcpy((char*)h.data() + n, (char*)d + n, 3 * n, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h[1000] == 2 && h[0] == 2 ? 0 : 1;
}
}  // namespace chunks_unrolled

namespace flags_in_scratch {
// Memory for n floats serves as n flags of a byte first.
__global__ void mark(unsigned char* f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 3 == 0)
    f[i] = 1;
}
__global__ void use(const unsigned char* f, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = f[i];
}
int case_flags_in_scratch() {
  const int n = 1024;
  std::vector<float> h(n);
  float *scratch, *y;
  cudaMalloc(&scratch, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  auto* flags = reinterpret_cast<unsigned char*>(scratch);
  cudaMemset(flags, 0, n);
  mark<<<4, 256>>>(flags, n);
  use<<<4, 256>>>(flags, y, n);
  cudaMemcpy(h.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(scratch);
  cudaFree(y);
  return h[999] == 1 ? 0 : 1;
}
}  // namespace flags_in_scratch

namespace flags_copied_to_bytes {
// n flags of a byte, at the begin of memory for n ints, are copied to a host array of bytes.
__global__ void mark(unsigned char* f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f[i] = i % 3 == 0;
}
int case_flags_copied_to_bytes() {
  const int n = 1024;
  unsigned char* h = (unsigned char*)malloc(n);
  int* scratch;
  cudaMalloc(&scratch, n * sizeof(int));
  mark<<<4, 256>>>((unsigned char*)scratch, n);
  cudaMemcpy(h, scratch, n, cudaMemcpyDeviceToHost);
  cudaFree(scratch);
  const int good = h[999] == 1;
  free(h);
  return good ? 0 : 1;
}
}  // namespace flags_copied_to_bytes

namespace bytes_under_the_name {
// The variable that the copy names counts bytes: it was made so in two steps.
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}
int case_bytes_under_the_name() {
  int n = 256;
  std::vector<float> h(n, 1.0f);
  float* d;
  cudaMalloc(&d, 4 * n * sizeof(float));
  cudaMemset(d, 0, 4 * n * sizeof(float));
  size_t size = n;
  size *= sizeof(float);
  cudaMemcpy(d, h.data(), size, cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(d, n);
  cudaMemcpy(h.data(), d, size, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h[100] == 2 ? 0 : 1;
}
}  // namespace bytes_under_the_name

namespace capacity_of_four {
// Room for four batches; one is copied.
__global__ void twice(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}
struct Batch {
  int n;
  size_t bytes() const { return n * 4; }
};
int case_capacity_of_four() {
  Batch batch{256};
  const int n = batch.n;
  std::vector<float> h(n, 1.0f);
  float* d;
  cudaMalloc(&d, 4 * batch.bytes());
  cudaMemcpy(d, h.data(), batch.bytes(), cudaMemcpyHostToDevice);
  twice<<<1, 256>>>(d, n);
  cudaMemcpy(h.data(), d, batch.bytes(), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h[100] == 2 ? 0 : 1;
}
}  // namespace capacity_of_four

int main() {
  return chunks_by_count::case_chunks_by_count() + chunks_unrolled::case_chunks_unrolled() +
         flags_in_scratch::case_flags_in_scratch() +
         flags_copied_to_bytes::case_flags_copied_to_bytes() +
         bytes_under_the_name::case_bytes_under_the_name() +
         capacity_of_four::case_capacity_of_four();
}
