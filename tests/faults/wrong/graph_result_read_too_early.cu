//! expect: unsynchronised_access
//! says: cudaGraphLaunch
// A graph copies into pinned memory; the host reads it as soon as the graph is launched.
#include <cstdio>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  const int n = 1024;
  int *x, *result;
  cudaMalloc(&x, n * sizeof(int));
  cudaMallocHost(&result, n * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, n, 0, stream>>>(x);
  cudaMemcpyAsync(result, x, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  printf("%d\n", result[7]);  // fault
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFreeHost(result);
  cudaFree(x);
}
