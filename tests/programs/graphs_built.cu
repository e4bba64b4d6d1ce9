// Graphs built node by node: every kind of node, edges, copies of graphs, changed parameters, and what is refused.
#include <cstdio>
#include <cuda_runtime.h>
#include <fstream>
#include <string>
#include <vector>

#define CHECK(call)                                                                                       \
  do {                                                                                                    \
    cudaError_t result_of_call = call;                                                                    \
    if (result_of_call != cudaSuccess) printf("line %d: %s\n", __LINE__, cudaGetErrorName(result_of_call)); \
  } while (0)
#define REFUSED(call) printf("%s\n", cudaGetErrorName(call))

__constant__ int weights[4];
__device__ int total;

__global__ void weigh(const int *in, int *out, int by) {
  int i = threadIdx.x;
  out[i] = in[i] * weights[i % 4] + by;
}
__global__ void sum(const int *in) { atomicAdd(&total, in[threadIdx.x]); }

void print(void *text) { printf("host node: %s\n", (const char *)text); }

struct Pair {
  double x;
  char y;
};
__global__ void pair_kernel(Pair p, int *out) { *out = (int)p.x + p.y; }

cudaError_t connect(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t count) {
#if CUDART_VERSION >= 13000
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
#else
  return cudaGraphAddDependencies(graph, from, to, count);
#endif
}
size_t edges(cudaGraph_t graph) {
  size_t n = 0;
#if CUDART_VERSION >= 13000
  CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &n));
#else
  CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, &n));
#endif
  return n;
}

int main() {
  const int n = 8;
  int host[n], back[n] = {}, w[4] = {1, 10, 100, 1000}, sum_back = 0, *in, *out;
  for (int i = 0; i < n; i++) host[i] = i;
  CHECK(cudaMalloc(&in, sizeof host));
  CHECK(cudaMalloc(&out, sizeof host));
  CHECK(cudaDeviceSynchronize());
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));

  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));
  std::vector<cudaGraphNode_t> roots(3);
  cudaGraphNode_t kernel, second, copy_back, total_back, host_node, begin, end;
  CHECK(cudaGraphAddMemcpyNode1D(&roots[0], graph, nullptr, 0, in, host, sizeof host, cudaMemcpyHostToDevice));
  CHECK(cudaGraphAddMemcpyNodeToSymbol(&roots[1], graph, nullptr, 0, weights, w, sizeof w, 0, cudaMemcpyHostToDevice));
  cudaMemsetParams zero = {};
  void *where;
  CHECK(cudaGetSymbolAddress(&where, total));
  zero.dst = where;
  zero.elementSize = sizeof(int);
  zero.width = 1;
  zero.height = 1;
  CHECK(cudaGraphAddMemsetNode(&roots[2], graph, nullptr, 0, &zero));
  CHECK(cudaGraphAddEventRecordNode(&begin, graph, nullptr, 0, start));

  int by = 5;
  void *args[] = {&in, &out, &by};
  cudaKernelNodeParams params = {};
  params.func = (void *)weigh;
  params.gridDim = dim3(1);
  params.blockDim = dim3(n);
  params.kernelParams = args;
  CHECK(cudaGraphAddKernelNode(&kernel, graph, roots.data(), roots.size(), &params));
  CHECK(connect(graph, &begin, &kernel, 1));
  by = 6;  // too late: the value was copied
  void *sum_args[] = {&out};
  params.func = (void *)sum;
  params.kernelParams = sum_args;
  CHECK(cudaGraphAddKernelNode(&second, graph, &kernel, 1, &params));
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(out, sizeof host, n, 1);
  box.dstPtr = make_cudaPitchedPtr(back, sizeof back, n, 1);
  box.extent = make_cudaExtent(sizeof host, 1, 1);
  box.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaGraphAddMemcpyNode(&copy_back, graph, &kernel, 1, &box));
  CHECK(cudaGraphAddMemcpyNodeFromSymbol(&total_back, graph, &second, 1, &sum_back, total, sizeof(int), 0,
                                         cudaMemcpyDeviceToHost));
  cudaHostNodeParams call = {};
  call.fn = print;
  call.userData = (void *)"all done";
  cudaGraphNode_t last[] = {copy_back, total_back};
  CHECK(cudaGraphAddHostNode(&host_node, graph, last, 2, &call));
  CHECK(cudaGraphAddEventRecordNode(&end, graph, &host_node, 1, stop));

  size_t nodes = 0, root_count = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(cudaGraphGetRootNodes(graph, nullptr, &root_count));
  printf("%zu nodes, %zu roots, %zu edges\n", nodes, root_count, edges(graph));

  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
  CHECK(cudaGraphUpload(exec, stream));
  for (int round = 0; round < 2; round++) {
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    printf("%d: %d %d %d %d ... %d, total %d\n", round, back[0], back[1], back[2], back[3], back[7], sum_back);
  }
  float ms = -1;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  printf("events of the graph: %d\n", ms > 0);

  // parameters: read, changed in the ready graph, changed in the graph itself
  cudaKernelNodeParams read = {};
  CHECK(cudaGraphKernelNodeGetParams(kernel, &read));
  printf("reads back %d %d %u %d\n", read.func == (void *)weigh, *(int *)read.kernelParams[2], read.blockDim.x,
         *(int **)read.kernelParams[0] == in);
  by = 7;
  params.func = (void *)weigh;
  params.kernelParams = args;
  CHECK(cudaGraphExecKernelNodeSetParams(exec, kernel, &params));
  call.userData = (void *)"changed";
  CHECK(cudaGraphExecHostNodeSetParams(exec, host_node, &call));
  CHECK(cudaGraphNodeSetEnabled(exec, second, 0));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("changed: %d, total %d\n", back[1], sum_back);
  int other[n] = {9, 9, 9, 9, 9, 9, 9, 9};
  CHECK(cudaGraphMemcpyNodeSetParams1D(roots[0], in, other, sizeof other, cudaMemcpyHostToDevice));
  cudaGraphExecUpdateResultInfo info;
  CHECK(cudaGraphExecUpdate(exec, graph, &info));
  CHECK(cudaGraphNodeSetEnabled(exec, second, 1));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("updated: %d %d, total %d\n", back[0], back[1], sum_back);

  // a copy of the graph within another
  cudaGraph_t outer, clone;
  CHECK(cudaGraphClone(&clone, graph));
  cudaGraphNode_t in_clone, child, after;
  CHECK(cudaGraphNodeFindInClone(&in_clone, host_node, clone));
  call.userData = (void *)"in the clone";
  CHECK(cudaGraphHostNodeSetParams(in_clone, &call));
  CHECK(cudaGraphCreate(&outer, 0));
  CHECK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, clone));
  Pair pair = {40.5, 2};
  void *pair_args[] = {&pair, &out};
  params.func = (void *)pair_kernel;
  params.blockDim = dim3(1);
  params.kernelParams = pair_args;
  CHECK(cudaGraphAddKernelNode(&after, outer, &child, 1, &params));
  CHECK(cudaGraphAddMemcpyNode1D(&copy_back, outer, &after, 1, back, out, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaGraphDestroy(clone));
  cudaGraphExec_t outer_exec;
  CHECK(cudaGraphInstantiate(&outer_exec, outer, 0));
  CHECK(cudaGraphLaunch(outer_exec, stream));
  CHECK(cudaStreamSynchronize(stream));
  printf("outer: %d %d\n", back[0], back[1]);
  CHECK(cudaGraphDebugDotPrint(outer, "/tmp/graphs_built.dot", 0));
  std::ifstream dot("/tmp/graphs_built.dot");
  std::string word;
  dot >> word;
  printf("%s\n", word.c_str());
  remove("/tmp/graphs_built.dot");

  // refused
  cudaGraphNode_t none;
  REFUSED(cudaGraphAddEmptyNode(&none, outer, &kernel, 1));  // of another graph
  REFUSED(connect(outer, &child, &child, 1));
  REFUSED(connect(outer, &child, &after, 1));  // is there
  CHECK(connect(outer, &after, &child, 1));
  REFUSED(cudaGraphInstantiate(&outer_exec, outer, 0));  // a circle
  params.blockDim = dim3(5000);
  REFUSED(cudaGraphAddKernelNode(&none, outer, nullptr, 0, &params));
  params.func = nullptr;
  REFUSED(cudaGraphAddKernelNode(&none, outer, nullptr, 0, &params));
  zero.elementSize = 3;
  REFUSED(cudaGraphAddMemsetNode(&none, outer, nullptr, 0, &zero));
  REFUSED(cudaGraphExecUpdate(exec, outer, &info));
  REFUSED(cudaGraphLaunch(nullptr, stream));
  CHECK(cudaGraphDestroyNode(child));
  CHECK(cudaGraphGetNodes(outer, nullptr, &nodes));
  printf("%zu nodes, %zu edges\n", nodes, edges(outer));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaGraphDestroy(outer));
  cudaFree(in);
  cudaFree(out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
