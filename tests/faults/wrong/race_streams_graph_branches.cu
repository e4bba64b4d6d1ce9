//! Two branches of a captured graph write one array: the second stream should have waited.
//! expect: race
//! says: the kernel 'add', launched at line
//! says: wrote it at line 10 of
//! says: branches of a graph
//! says: edge
//! status: 86
__global__ void add(float* x, float v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] += v;  // other
}

__global__ void scale(float* x, float v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] *= v;  // fault
}

int main() {
  const int n = 512;
  float* x;
  cudaMalloc(&x, n * sizeof(float));  // allocation
  cudaMemset(x, 0, n * sizeof(float));
  cudaStream_t one, two;
  cudaEvent_t fork, join;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, one);
  cudaStreamWaitEvent(two, fork, 0);
  add<<<2, 256, 0, one>>>(x, 1);
  scale<<<2, 256, 0, two>>>(x, 3);
  cudaEventRecord(join, two);
  cudaStreamWaitEvent(one, join, 0);
  cudaStreamEndCapture(one, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, one);
  cudaStreamSynchronize(one);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaFree(x);
}
