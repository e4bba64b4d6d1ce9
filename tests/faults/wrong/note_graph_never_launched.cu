//! A graph is made ready, but never launched: the result is what the array held before.
//! expect: note
//! status: 0
//! says: cudaGraphInstantiate: this graph was never launched
//! says: cudaGraphLaunch(exec, stream)
//! prints: 0
#include <cstdio>

__global__ void fill(int* x) {
  x[threadIdx.x] = 7;
}

int main() {
  int *x, first = -1;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMemset(x, 0, 64 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, 64, 0, stream>>>(x);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);  // fault
  cudaStreamSynchronize(stream);
  cudaMemcpy(&first, x, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", first);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(x);
}
