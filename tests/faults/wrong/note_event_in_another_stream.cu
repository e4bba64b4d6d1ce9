//! Both events are recorded in a stream that has nothing to do; the kernel runs in another one.
//! expect: note
//! status: 0
//! says: cudaEventElapsedTime: the stream in which both events were recorded had nothing to do
//! says: a kernel was launched in another stream
//! says: cudaEventRecord(event, stream)
__global__ void twice(float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
}

int main() {
  const int n = 1000;
  float *p, milliseconds;
  cudaMalloc(&p, n * sizeof(float));
  cudaMemset(p, 0, n * sizeof(float));
  cudaDeviceSynchronize();
  cudaStream_t work, idle;
  cudaStreamCreate(&work);
  cudaStreamCreate(&idle);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start, idle);
  twice<<<4, 256, 0, work>>>(p, n);
  cudaEventRecord(stop, idle);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&milliseconds, start, stop);
  cudaDeviceSynchronize();
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaStreamDestroy(work);
  cudaStreamDestroy(idle);
  cudaFree(p);
}
