// The launch of the graph stands there, and failed.
__global__ void fill(int* x, int v) {
  x[threadIdx.x] = v;
}
int main() {
  int* x;
  cudaMalloc(&x, 128);
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaGraph_t g;
  cudaGraphExec_t e;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  fill<<<1, 32, 0, s>>>(x, 3);
  cudaStreamEndCapture(s, &g);
  cudaGraphInstantiate(&e, g, 0);
  cudaStreamDestroy(s);
  if (cudaGraphLaunch(e, s) == cudaSuccess)
    return 1;
  cudaGetLastError();
  cudaGraphExecDestroy(e);
  cudaGraphDestroy(g);
  cudaFree(x);
}
