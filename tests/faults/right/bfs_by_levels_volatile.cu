//! allow: notes
// The textbook's breadth-first search with volatile levels: all that write one write the same.
#include <vector>

__global__ void visit(const int* first, const int* neighbour, volatile int* level, int n, int now, int* more) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != now)
    return;
  for (int e = first[v]; e < first[v + 1]; e++) {
    const int w = neighbour[e];
    if (level[w] == -1) {
      level[w] = now + 1;
      *more = 1;
    }
  }
}

int main() {
  const int n = 2000;
  std::vector<int> first(n + 1), neighbour, level(n, -1);
  for (int v = 0; v < n; v++) {  // a binary tree, and back
    for (int w : std::vector<int>{2 * v + 1, 2 * v + 2, (v - 1) / 2, v * 7 % n})
      if (w < n && v != w) neighbour.push_back(w);
    first[v + 1] = static_cast<int>(neighbour.size());
  }
  level[0] = 0;
  int *dfirst, *dneighbour, *dlevel, *more, again = 1;
  cudaMalloc(&dfirst, first.size() * sizeof(int));
  cudaMalloc(&dneighbour, neighbour.size() * sizeof(int));
  cudaMalloc(&dlevel, n * sizeof(int));
  cudaMalloc(&more, sizeof(int));
  cudaMemcpy(dfirst, first.data(), first.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dneighbour, neighbour.data(), neighbour.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dlevel, level.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  for (int now = 0; again != 0; now++) {
    cudaMemset(more, 0, sizeof(int));
    visit<<<(n + 255) / 256, 256>>>(dfirst, dneighbour, dlevel, n, now, more);
    if (cudaMemcpy(&again, more, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) break;
  }
  cudaFree(dfirst);
  cudaFree(dneighbour);
  cudaFree(dlevel);
  cudaFree(more);
}
