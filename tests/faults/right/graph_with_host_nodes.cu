//! prints: 18720
// Host functions of a graph may use pinned and managed memory that the nodes before them wrote; between the launches the
// host waits.
#include <cstdio>

__global__ void fill(int* x, int* y, int by) {
  x[threadIdx.x] = threadIdx.x * by;
  y[threadIdx.x] = by;
}

struct Data {
  int *pinned, *managed, sum;
};
void add(void* pointer) {
  Data* data = (Data*)pointer;
  for (int i = 0; i < 64; i++) data->sum += data->pinned[i] + data->managed[i];
}

int main() {
  Data data = {};
  int* x;
  cudaMalloc(&x, 64 * sizeof(int));
  cudaMallocHost(&data.pinned, 64 * sizeof(int));
  cudaMallocManaged(&data.managed, 64 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, 64, 0, stream>>>(x, data.managed, 3);
  cudaMemcpyAsync(data.pinned, x, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, add, &data);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 3; i++) {
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    data.managed[0] = data.pinned[0] = 0;
  }
  printf("%d\n", data.sum);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(x);
  cudaFree(data.managed);
  cudaFreeHost(data.pinned);
}
