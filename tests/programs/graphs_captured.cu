// Graphs by capture: launched again and again, over several streams, with arguments as they were when captured, with host
// functions, updated, inside one another by cudaStreamBeginCapture in loops, and with memory of their own.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call)                                                                             \
  do {                                                                                          \
    cudaError_t status = call;                                                                  \
    if (status != cudaSuccess) printf("line %d: %s\n", __LINE__, cudaGetErrorString(status));   \
  } while (0)

__global__ void scale(float *x, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void fill(float *x, float v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = v;
}

struct Counter {
  int calls;
  const float *result;
};
void CUDART_CB count(void *data) {
  Counter *counter = (Counter *)data;
  counter->calls++;
}

const char *name_of(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel: return "kernel";
    case cudaGraphNodeTypeMemcpy: return "memcpy";
    case cudaGraphNodeTypeMemset: return "memset";
    case cudaGraphNodeTypeHost: return "host";
    case cudaGraphNodeTypeMemAlloc: return "alloc";
    case cudaGraphNodeTypeMemFree: return "free";
    default: return "other";
  }
}
void show(cudaGraph_t graph) {
  size_t n = 0, roots = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &n));
  CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  std::vector<cudaGraphNode_t> nodes(n);
  CHECK(cudaGraphGetNodes(graph, nodes.data(), &n));
  printf("%zu nodes, %zu roots:", n, roots);
  for (auto node : nodes) {
    cudaGraphNodeType type;
    CHECK(cudaGraphNodeGetType(node, &type));
    printf(" %s", name_of(type));
  }
  printf("\n");
}

int main() {
  const int n = 1000, bytes = n * sizeof(float);
  std::vector<float> host(n, 1.0f), back(n);
  float *a, *b, *c;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMalloc(&c, bytes));
  cudaStream_t s, t;
  CHECK(cudaStreamCreate(&s));
  CHECK(cudaStreamCreate(&t));
  cudaEvent_t fork, join;
  CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));

  // nothing runs while it is captured; the argument is the one of that moment
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaMemcpy(a, host.data(), bytes, cudaMemcpyHostToDevice));
  float factor = 2.0f;
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  for (int i = 0; i < 3; i++) scale<<<(n + 255) / 256, 256, 0, s>>>(a, factor, n);
  factor = 100.0f;
  cudaStreamCaptureStatus state;
  CHECK(cudaStreamIsCapturing(s, &state));
  printf("capturing: %d\n", state == cudaStreamCaptureStatusActive);
  CHECK(cudaStreamEndCapture(s, &graph));
  CHECK(cudaMemcpy(back.data(), a, bytes, cudaMemcpyDeviceToHost));
  printf("before the launch %g\n", back[999]);
  show(graph);
  CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 2; i++) CHECK(cudaGraphLaunch(exec, s));
  CHECK(cudaStreamSynchronize(s));
  CHECK(cudaMemcpy(back.data(), a, bytes, cudaMemcpyDeviceToHost));
  printf("after two launches %g\n", back[999]);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));

  // two streams and the host
  Counter counter = {0, back.data()};
  float *pinned;
  CHECK(cudaMallocHost(&pinned, bytes));
  for (int i = 0; i < n; i++) pinned[i] = i;
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  CHECK(cudaEventRecord(fork, s));
  CHECK(cudaStreamWaitEvent(t, fork, 0));
  CHECK(cudaMemcpyAsync(a, pinned, bytes, cudaMemcpyHostToDevice, s));
  CHECK(cudaMemsetAsync(b, 0, bytes, t));
  fill<<<4, 256, 0, t>>>(b, 0.5f, n);
  CHECK(cudaEventRecord(join, t));
  CHECK(cudaStreamWaitEvent(s, join, 0));
  add<<<4, 256, 0, s>>>(a, b, c, n);
  CHECK(cudaMemcpyAsync(back.data(), c, bytes, cudaMemcpyDeviceToHost, s));
  CHECK(cudaLaunchHostFunc(s, count, &counter));
  CHECK(cudaStreamEndCapture(s, &graph));
  show(graph);
  CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  for (int round = 0; round < 3; round++) {
    pinned[7] = 100 * round;
    CHECK(cudaGraphLaunch(exec, t));
    CHECK(cudaStreamSynchronize(t));
    printf("round %d: %g %g, host called %d\n", round, back[7], back[999], counter.calls);
  }

  // a new capture of the same form changes the graph that is ready
  for (float v : {1.0f, 2.5f}) {
    cudaGraph_t other;
    CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    fill<<<4, 256, 0, s>>>(a, v, n);
    scale<<<4, 256, 0, s>>>(a, v, n);
    CHECK(cudaStreamEndCapture(s, &other));
    static cudaGraphExec_t ready = nullptr;
    cudaGraphExecUpdateResultInfo info;
    if (ready == nullptr) {
      CHECK(cudaGraphInstantiate(&ready, other, 0));
    } else {
      CHECK(cudaGraphExecUpdate(ready, other, &info));
      printf("update %d\n", info.result);
      printf("another form: %s", cudaGetErrorName(cudaGraphExecUpdate(exec, other, &info)));
      printf(" %d\n", info.result == cudaGraphExecUpdateErrorTopologyChanged);
    }
    CHECK(cudaGraphDestroy(other));
    CHECK(cudaGraphLaunch(ready, s));
    CHECK(cudaMemcpyAsync(back.data(), a, bytes, cudaMemcpyDeviceToHost, s));
    CHECK(cudaStreamSynchronize(s));
    printf("updated: %g\n", back[0]);
  }
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));

  // memory that belongs to the graph
  float *own;
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK(cudaMallocAsync(&own, bytes, s));
  fill<<<4, 256, 0, s>>>(own, 3.0f, n);
  add<<<4, 256, 0, s>>>(own, own, c, n);
  CHECK(cudaFreeAsync(own, s));
  CHECK(cudaStreamEndCapture(s, &graph));
  show(graph);
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CHECK(cudaGraphLaunch(exec, s));
  CHECK(cudaGraphLaunch(exec, s));
  CHECK(cudaMemcpyAsync(back.data(), c, bytes, cudaMemcpyDeviceToHost, s));
  CHECK(cudaStreamSynchronize(s));
  printf("own memory: %g\n", back[500]);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));

  cudaFreeHost(pinned);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
