// The program ends with a failure before it comes to the launch of its graph.
//! status: 3
#include <cstdlib>
__global__ void fill(int* x, int v) {
  x[threadIdx.x] = v;
}
int main(int argc, char**) {
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
  if (argc < 2) {
    cudaFree(x);
    exit(3);
  }
  cudaGraphLaunch(e, s);
}
