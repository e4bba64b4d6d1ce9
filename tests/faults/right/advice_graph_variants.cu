// Two variants are made ready; which one is launched is decided later.
__global__ void fill(int* x, int v) {
  x[threadIdx.x] = v;
}
int main(int argc, char**) {
  int *x, h[32];
  cudaMalloc(&x, sizeof h);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t g[2];
  cudaGraphExec_t e[2];
  for (int i = 0; i < 2; ++i) {
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    fill<<<1, 32, 0, s>>>(x, i);
    cudaStreamEndCapture(s, &g[i]);
    cudaGraphInstantiate(&e[i], g[i], 0);
  }
  cudaGraphLaunch(e[argc > 1], s);
  cudaStreamSynchronize(s);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 2; ++i) {
    cudaGraphExecDestroy(e[i]);
    cudaGraphDestroy(g[i]);
  }
  cudaStreamDestroy(s);
  cudaFree(x);
}
