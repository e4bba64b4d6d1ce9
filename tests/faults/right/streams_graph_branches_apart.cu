// A graph with two branches that meet again, launched in two streams in turn: launches of one
// graph wait for each other. A stream is destroyed before its work is waited for.
//! prints: 35 65
#include <cstdio>

__global__ void add(int* x, int v) {
  x[threadIdx.x] += v;
}

__global__ void add_to(int* x, const int* y, const int* z) {
  x[threadIdx.x] += y[threadIdx.x] - z[threadIdx.x];
}

int main() {
  int *x, *y, *z, host[32], more[32];
  for (int** p : {&x, &y, &z}) {
    cudaMalloc(p, sizeof host);
    cudaMemset(*p, 0, sizeof host);
  }
  cudaStream_t one, two;
  cudaEvent_t fork, join;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  add<<<1, 32, 0, one>>>(x, 1);
  cudaEventRecord(fork, one);
  cudaStreamWaitEvent(two, fork, 0);
  add<<<1, 32, 0, one>>>(y, 3);
  add<<<1, 32, 0, two>>>(z, 1);
  cudaEventRecord(join, two);
  cudaStreamWaitEvent(one, join, 0);
  add_to<<<1, 32, 0, one>>>(x, y, z);
  cudaStreamEndCapture(one, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 5; i++)
    cudaGraphLaunch(exec, i % 2 ? one : two);
  cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, two);  // behind the last launch
  cudaStreamDestroy(one);
  add_to<<<1, 32>>>(x, x, z);  // the default stream waits for what was in the destroyed one
  cudaDeviceSynchronize();
  cudaMemcpy(more, x, sizeof more, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[31], more[0]);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(two);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  for (int* p : {x, y, z})
    cudaFree(p);
}
