//! prints: 0 1 1 2 2 | 3 3
// A level is read plainly while others swap levels of the same array: from kFar to the next level, neither of which the
// read asks for. How far apart the two stand does not matter, nor how the array is reached.
#include <climits>
#include <cstdio>

constexpr int kFar = INT_MAX, kWaiting = 0, kTaken = 1, kDone = 3, kVertices = 512;

struct Graph {
  int vertices;
  int* level;
};

__global__ void visit(Graph g, int now) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= g.vertices || g.level[v] != now - 1)
    return;












  for (int w = 2 * v + 1; w <= 2 * v + 2 && w < g.vertices; ++w)
    atomicCAS(&g.level[w], kFar, now);
}

__global__ void visit_by_pointer(const Graph* g, int now) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < g->vertices && g->level[v] == now) {
    int w = 2 * v + 1;
    if (w < g->vertices)
      atomicCAS(&g->level[w], kFar, now + 1);
    if (w + 1 < g->vertices)
      atomicCAS(g->level + w + 1, kFar, now + 1);
  }
}

__device__ int states[kVertices];

__global__ void take(int* done) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (states[i] == kDone) {  // what a swap neither finds nor leaves
    done[i] = kDone;
  } else if (i > 1) {
    atomicCAS(&states[kVertices + 1 - i], kWaiting, kTaken);
  }
}

int main() {
  int start[kVertices], level[kVertices], done[2];
  for (int& one : start)
    one = kFar;
  start[0] = 0;
  int *d_level, *d_done;
  Graph* d_graph;
  cudaMalloc(&d_level, sizeof start);
  cudaMalloc(&d_done, kVertices * sizeof(int));
  cudaMalloc(&d_graph, sizeof(Graph));
  Graph g{kVertices, d_level};
  cudaMemcpy(d_graph, &g, sizeof g, cudaMemcpyHostToDevice);
  cudaMemcpy(d_level, start, sizeof start, cudaMemcpyHostToDevice);
  for (int now = 1; now < 10; ++now)
    visit<<<8, 64>>>(g, now);
  cudaMemcpy(level, d_level, sizeof level, cudaMemcpyDeviceToHost);
  cudaMemcpy(d_level, start, sizeof start, cudaMemcpyHostToDevice);
  for (int now = 0; now < 9; ++now)
    visit_by_pointer<<<8, 64>>>(d_graph, now);
  int again[kVertices];
  cudaMemcpy(again, d_level, sizeof again, cudaMemcpyDeviceToHost);
  for (int v = 0; v < kVertices; ++v)
    if (level[v] != again[v])
      return 1;
  int state[2] = {kDone, kDone};
  cudaMemcpyToSymbol(states, state, sizeof state);
  take<<<8, 64>>>(d_done);
  cudaMemcpy(done, d_done, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(done + 1, states, sizeof(int));
  std::printf("%d %d %d %d %d | %d %d\n", level[0], level[1], level[2], level[3], level[4], done[0], done[1]);
  cudaFree(d_level), cudaFree(d_done), cudaFree(d_graph);
}
