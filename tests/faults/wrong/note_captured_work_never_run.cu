//! A capture is taken for the launch itself: nobody makes a graph of it that could run.
//! expect: note
//! status: 0
//! says: cudaStreamEndCapture: what was captured here never ran
//! says: cudaGraphInstantiate(&exec, graph, 0)
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
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, 64, 0, stream>>>(x);
  cudaStreamEndCapture(stream, &graph);  // fault
  cudaStreamSynchronize(stream);
  cudaMemcpy(&first, x, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", first);
  cudaStreamDestroy(stream);
  cudaFree(x);
}
