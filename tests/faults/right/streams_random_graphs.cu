// Random graphs of kernels and fills. Nodes that no path joins touch nothing in common; launches
// of a graph, in whatever stream, wait for each other. Nobody may object.
//! prints: 600 nodes, each three times
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

constexpr int kInts = 512, kMost = 60;
using Set = std::bitset<kMost>;

__global__ void move_ints(const int* from, int* to, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = from[i] + 1;
}

struct Range {
  int begin = 0, end = 0;
  bool meets(const Range& other) const { return begin < other.end && other.begin < end; }
};

struct Node {
  cudaGraphNode_t handle;
  Range read, write;
  Set before;
};

struct Graph {
  std::mt19937 random;
  cudaGraph_t graph;
  std::vector<Node> nodes;
  int* memory;

  int below(int n) { return random() % n; }

  bool may(const Node& now) const {
    for (size_t i = 0; i < nodes.size(); ++i) {
      const Node& then = nodes[i];
      const bool conflict =
          now.write.meets(then.write) || now.write.meets(then.read) || now.read.meets(then.write);
      if (conflict && !now.before[i])
        return false;
    }
    return true;
  }

  void add() {
    Node node;
    std::vector<cudaGraphNode_t> edges;
    for (int tries = below(4); tries > 0 && !nodes.empty(); --tries) {
      const int other = below(nodes.size());
      if (!node.before[other])
        edges.push_back(nodes[other].handle);
      node.before |= nodes[other].before;
      node.before.set(other);
    }
    const int length = 1 + below(60);
    node.write.begin = below(kInts - length);
    node.write.end = node.write.begin + length;
    const bool is_fill = below(3) == 0;
    if (!is_fill) {
      node.read.begin = below(kInts - length);
      node.read.end = node.read.begin + length;
    }
    if (node.read.meets(node.write) || !may(node))
      return;
    int *from = memory + node.read.begin, *to = memory + node.write.begin, n = length;
    if (is_fill) {
      cudaMemsetParams fill = {to, 0, 7, 4, size_t(n), 1};
      cudaGraphAddMemsetNode(&node.handle, graph, edges.data(), edges.size(), &fill);
    } else {
      void* arguments[] = {&from, &to, &n};
      cudaKernelNodeParams kernel = {};
      kernel.func = (void*)move_ints;
      kernel.gridDim = dim3(1);
      kernel.blockDim = dim3(32);
      kernel.kernelParams = arguments;
      cudaGraphAddKernelNode(&node.handle, graph, edges.data(), edges.size(), &kernel);
    }
    nodes.push_back(node);
  }

  void run(unsigned seed) {
    random.seed(seed);
    cudaMalloc(&memory, kInts * sizeof(int));
    cudaMemset(memory, 0, kInts * sizeof(int));
    cudaStream_t one, two;
    cudaStreamCreate(&one);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    cudaGraphCreate(&graph, 0);
    while (nodes.size() < kMost)
      add();
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, two);
    cudaGraphLaunch(exec, one);
    cudaGraphLaunch(exec, two);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
    cudaFree(memory);
  }
};

int main(int argc, char** argv) {
  const unsigned first = argc > 1 ? atoi(argv[1]) : 1, last = argc > 2 ? atoi(argv[2]) : first + 9;
  size_t nodes = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    Graph graph;
    graph.run(seed);
    nodes += graph.nodes.size();
  }
  printf("%zu nodes, each three times\n", nodes);
}
