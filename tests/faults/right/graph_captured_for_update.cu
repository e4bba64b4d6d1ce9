//! prints: 3 5 5
// Captured graphs that never run themselves: one brings an update to a graph that runs, one becomes a child of it.
#include <cstdio>

__global__ void fill(int* x, int value) {
  x[threadIdx.x] = value;
}

cudaGraph_t captured(cudaStream_t stream, int* x, int value) {
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, 32, 0, stream>>>(x, value);
  cudaStreamEndCapture(stream, &graph);
  return graph;
}

int main() {
  int *x, first[3];
  cudaMalloc(&x, 32 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t three = captured(stream, x, 3), five = captured(stream, x, 5), outer;
  cudaGraphExec_t exec, of_outer;
  cudaGraphInstantiate(&exec, three, 0);
  cudaGraphLaunch(exec, stream);
  cudaMemcpyAsync(&first[0], x, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecUpdateResultInfo info;
  cudaGraphExecUpdate(exec, five, &info);
  cudaGraphLaunch(exec, stream);
  cudaMemcpyAsync(&first[1], x, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaGraphDestroy(three);
  cudaGraphCreate(&outer, 0);
  cudaGraphNode_t node;
  cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, five);
  cudaGraphDestroy(five);
  cudaGraphInstantiate(&of_outer, outer, 0);
  cudaMemset(x, 0, 32 * sizeof(int));
  cudaDeviceSynchronize();
  cudaGraphLaunch(of_outer, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&first[2], x, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", first[0], first[1], first[2]);
  cudaGraphExecDestroy(exec);
  cudaGraphExecDestroy(of_outer);
  cudaGraphDestroy(outer);
  cudaStreamDestroy(stream);
  cudaFree(x);
}
