// Breadth-first search: a vertex is claimed with atomicCAS and appended to the next frontier.
#include <utility>
#include <vector>

__global__ void expand(const int* first, const int* edge, const int* frontier, int size, int* next,
                       int* next_size, int* level, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  int v = frontier[i];
  for (int k = first[v]; k < first[v + 1]; ++k) {
    if (atomicCAS(&level[edge[k]], -1, depth) == -1)
      next[atomicAdd(next_size, 1)] = edge[k];
  }
}

int main() {
  const int n = 100;
  std::vector<int> first{0}, edge, level(n, -1);
  for (int v = 0; v < n; ++v) {
    for (int w : {2 * v + 1, 2 * v + 2, v / 2, (v + 50) % n})
      if (w < n)
        edge.push_back(w);
    first.push_back(edge.size());
  }
  int *d_first, *d_edge, *a, *b, *size, *d_level, zero = 0, count = 1, depth = 0;
  cudaMalloc(&d_first, first.size() * 4), cudaMalloc(&d_edge, edge.size() * 4),
      cudaMalloc(&a, n * 4);
  cudaMalloc(&b, n * 4), cudaMalloc(&size, 4), cudaMalloc(&d_level, n * 4);
  level[0] = 0;
  cudaMemcpy(d_first, first.data(), first.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d_edge, edge.data(), edge.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(d_level, level.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(a, &zero, 4, cudaMemcpyHostToDevice);
  while (count > 0) {
    cudaMemset(size, 0, 4);
    expand<<<(count + 31) / 32, 32>>>(d_first, d_edge, a, count, b, size, d_level, ++depth);
    cudaMemcpy(&count, size, 4, cudaMemcpyDeviceToHost);
    std::swap(a, b);
  }
  cudaMemcpy(level.data(), d_level, n * 4, cudaMemcpyDeviceToHost);
  for (int* p : {d_first, d_edge, a, b, size, d_level})
    cudaFree(p);
  for (int v = 0; v < n; ++v) {
    if (level[v] < 0)
      return 1;
    for (int k = first[v]; k < first[v + 1]; ++k)
      if (level[edge[k]] > level[v] + 1)
        return 2;
  }
  return 0;
}
