//! Graphs of very many nodes are built, looked at, changed and taken apart, each step in time that grows with the nodes, not with
//! their square.
//! allow: notes
#include <cstdio>
#include <vector>

constexpr int kNodes = 100000;
int failures = 0;

#define EXPECT(condition)                                   \
  do {                                                      \
    if (!(condition) && ++failures < 10)                    \
      printf("line %d: %s\n", __LINE__, #condition);        \
  } while (0)

__global__ void add(int* sum, int value) {
  *sum += value;
}

size_t neighbours(cudaGraphNode_t node) {
  size_t before = 0, after = 0;
  cudaGraphNodeGetDependencies(node, nullptr, &before);
  cudaGraphNodeGetDependentNodes(node, nullptr, &after);
  return before + after;
}

/// A chain, from which every other node is taken.
void chain() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  std::vector<cudaGraphNode_t> nodes(kNodes);
  for (int i = 0; i < kNodes; i++)
    EXPECT(!cudaGraphAddEmptyNode(&nodes[i], graph, i == 0 ? nullptr : &nodes[i - 1], i != 0));
  size_t sum = 0, left = 0, edges = 0;
  for (cudaGraphNode_t node : nodes)
    sum += neighbours(node);
  EXPECT(sum == 2 * (kNodes - 1));
  for (int i = 1; i < kNodes; i += 2)
    EXPECT(!cudaGraphDestroyNode(nodes[i]));
  cudaGraphGetNodes(graph, nullptr, &left);
  cudaGraphGetEdges(graph, nullptr, nullptr, &edges);
  EXPECT(left == kNodes / 2 && edges == 0);
  for (int i = kNodes - 2; i >= 0; i -= 2)
    EXPECT(neighbours(nodes[i]) == 0 && !cudaGraphDestroyNode(nodes[i]));
  cudaGraphDestroy(graph);
}

/// One node before and one behind all others.
void star() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t first, last;
  cudaGraphAddEmptyNode(&first, graph, nullptr, 0);
  std::vector<cudaGraphNode_t> nodes(kNodes), found(kNodes);
  for (cudaGraphNode_t& node : nodes)
    EXPECT(!cudaGraphAddEmptyNode(&node, graph, &first, 1));
  EXPECT(!cudaGraphAddEmptyNode(&last, graph, nodes.data(), kNodes));
  size_t count = kNodes;
  EXPECT(!cudaGraphNodeGetDependentNodes(first, found.data(), &count) && found == nodes);
  EXPECT(!cudaGraphNodeGetDependencies(last, found.data(), &count) && found == nodes);
  std::vector<cudaGraphNode_t> all(kNodes, last);
  EXPECT(!cudaGraphRemoveDependencies(graph, nodes.data(), all.data(), kNodes) && neighbours(last) == 0);
  EXPECT(!cudaGraphAddDependencies(graph, nodes.data(), all.data(), kNodes) && neighbours(last) == kNodes);
  cudaGraphNode_t twice[] = {first, first}, ends[] = {last, last};  // what comes before the mistake is done
  EXPECT(cudaGraphAddDependencies(graph, twice, ends, 2) == cudaErrorInvalidValue && neighbours(last) == kNodes + 1);
  EXPECT(cudaGraphRemoveDependencies(graph, twice, ends, 2) == cudaErrorInvalidValue && neighbours(last) == kNodes);
  for (cudaGraphNode_t node : nodes)
    EXPECT(!cudaGraphDestroyNode(node));
  EXPECT(neighbours(first) == 0 && neighbours(last) == 0);
  cudaGraphDestroy(graph);
}

/// Kernels whose parameters are changed one by one, and at once.
void kernels(int* sum) {
  const int n = kNodes / 5;
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  int value = 1;
  void* arguments[] = {&sum, &value};
  cudaKernelNodeParams params{};
  params.func = reinterpret_cast<void*>(add);
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = arguments;
  std::vector<cudaGraphNode_t> nodes(n);
  for (int i = 0; i < n; i++)
    EXPECT(!cudaGraphAddKernelNode(&nodes[i], graph, i == 0 ? nullptr : &nodes[i - 1], i != 0, &params));
  cudaGraphExec_t ready;
  EXPECT(!cudaGraphInstantiate(&ready, graph, 0));
  value = 2;
  for (cudaGraphNode_t node : nodes)
    EXPECT(!cudaGraphExecKernelNodeSetParams(ready, node, &params));
  EXPECT(!cudaGraphLaunch(ready, 0));
  cudaGraphNode_t differs;
  cudaGraphExecUpdateResult result;
  EXPECT(!cudaGraphExecUpdate(ready, graph, &differs, &result));
  EXPECT(!cudaGraphLaunch(ready, 0));
  int total = 0;
  cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
  EXPECT(total == 3 * n);
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
}

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  chain();
  star();
  kernels(sum);
  cudaGetLastError();
  cudaFree(sum);
  return failures != 0;
}
