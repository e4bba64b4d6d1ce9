// Copies and fills of a whole part of an allocation, in bytes, on purpose.
#include <vector>

__global__ void keep_fourths(int* kept, const int* x, int n, int* count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] % 4 == 0)
    kept[atomicAdd(count, 1)] = x[i];
}

__global__ void mark_even(unsigned char* marks, const int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    marks[i] = x[i] % 2 == 0;
}

__global__ void negate(float* rows, size_t pitch, int columns) {
  float* row = (float*)((char*)rows + blockIdx.x * pitch);
  if (threadIdx.x < columns)
    row[threadIdx.x] = -row[threadIdx.x];
}

int main() {
  const int n = 1024, quarter = n;  // bytes of the one, elements of the other
  const size_t bytes = n * sizeof(int);
  std::vector<int> host(n), kept(n);
  for (int i = 0; i < n; ++i)
    host[i] = i;
  int *x, *scratch, *count, found = 0;
  cudaMalloc(&x, bytes);
  cudaMalloc(&scratch, bytes);
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof *count);
  for (size_t done = 0; done < bytes; done += quarter)  // in four pieces
    cudaMemcpy((char*)x + done, (char*)host.data() + done, bytes / 4, cudaMemcpyHostToDevice);
  keep_fourths<<<4, 256>>>(scratch, x, n, count);
  cudaMemcpy(&found, count, sizeof found, cudaMemcpyDeviceToHost);
  cudaMemcpy(kept.data(), scratch, found * sizeof(int), cudaMemcpyDeviceToHost);
  std::vector<unsigned char> marks(n);
  unsigned char* marked = reinterpret_cast<unsigned char*>(scratch);
  mark_even<<<4, 256>>>(marked, x, n);
  const size_t marked_bytes = marks.size() * sizeof(marks[0]);
  cudaMemcpy(marks.data(), marked, marked_bytes, cudaMemcpyDeviceToHost);

  int *few, first = -1;
  cudaMalloc(&few, 4 * sizeof(int));
  cudaMemset(few, 0, 16);
  cudaMemcpy(&first, few, 4, cudaMemcpyDeviceToHost);  // one element
  cudaFree(few);

  const size_t half = n * 4;  // a buffer of two halves
  cudaMalloc(&few, 2 * half);
  cudaMemcpy(few, host.data(), half, cudaMemcpyHostToDevice);
  cudaMemset((char*)few + n * 4, 0, n * 4);
  cudaFree(few);
  cudaMalloc(&few, 2 * n * 4);
  cudaMemcpy(few, host.data(), n * 4, cudaMemcpyHostToDevice);
  cudaFree(few);

  const int columns = 64, rows = 8;
  static float image[rows][columns], left[rows][columns / 4];
  float* d;
  size_t pitch;
  cudaMallocPitch(&d, &pitch, columns * sizeof(float), rows);
  cudaMemcpy2D(d, pitch, image, columns * sizeof(float), columns * sizeof(float), rows,
               cudaMemcpyHostToDevice);
  negate<<<rows, columns>>>(d, pitch, columns);
  const size_t width = columns / 4 * sizeof(float);
  cudaMemcpy2D(left, sizeof left[0], d, pitch, width, rows, cudaMemcpyDeviceToHost);
  for (void* p : {(void*)x, (void*)scratch, (void*)count, (void*)d})
    cudaFree(p);
  return found == n / 4 && first == 0 && marks[2] == 1 ? 0 : 1;
}
