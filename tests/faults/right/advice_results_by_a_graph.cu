// The copy back is a node of a graph.
#include <vector>
__global__ void twice(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}
int main() {
  const int n = 1000;
  std::vector<float> h(n, 1.0f);
  float *d, *e, *p;
  cudaMallocHost(&p, n * sizeof(float));
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&e, n * sizeof(float));
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t g;
  cudaGraphExec_t x;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  twice<<<4, 256, 0, s>>>(d, e, n);
  cudaMemcpyAsync(p, e, n * sizeof(float), cudaMemcpyDeviceToHost, s);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&x, g, 0);
  cudaGraphLaunch(x, s);
  cudaStreamSynchronize(s);
  const bool good = p[7] == 2;
  cudaGraphExecDestroy(x);
  cudaGraphDestroy(g);
  cudaStreamDestroy(s);
  cudaFree(d);
  cudaFree(e);
  cudaFreeHost(p);
  return good ? 0 : 1;
}
