// While a kernel runs the host may use other memory, and wait with a stream or an event.
#include <vector>

__global__ void fill(int* p, int v) {
  p[threadIdx.x] = v;
}

int main() {
  int *a, *b;
  cudaMallocManaged(&a, 32 * sizeof(int));
  cudaMallocManaged(&b, 32 * sizeof(int));
  std::vector<int> own(32, 1);
  cudaStream_t stream;
  cudaEvent_t done;
  cudaStreamCreate(&stream);
  cudaEventCreate(&done);
  fill<<<1, 32, 0, stream>>>(a, 5);
  for (int& v : own)
    v += 2;
  cudaStreamSynchronize(stream);
  int sum = a[0] + a[31];
  fill<<<1, 32, 0, stream>>>(b, 7);
  cudaEventRecord(done, stream);
  cudaEventSynchronize(done);
  sum += b[0] + b[31] + own[0];
  cudaEventDestroy(done);
  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(b);
  return sum == 27 ? 0 : 1;
}
