//! expect: out_of_bounds
//! who: Thread 0 of block 1
//! says: allocation made at
// The kernel is a node of a graph: the fault is found when the graph runs, and told when the host waits.
#include <cstdio>

__global__ void shift(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    x[i + 64] = i;  // fault
  }
}

int main() {
  int* x;
  cudaMalloc(&x, 128 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  shift<<<2, 64, 0, stream>>>(x, 128);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
  printf("launch: %s\n", cudaGetErrorName(cudaGraphLaunch(exec, stream)));
  printf("wait: %s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}
