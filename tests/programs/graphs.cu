// Graphs and sparse matrices: CSR and ELL products, breadth-first search by levels and by frontier queues, Floyd-Warshall,
// connected components, PageRank, triangle counting.
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdio>
#include <functional>
#include <queue>
#include <vector>

typedef struct {
  int numNodes, numEdges;
  int *srcPtrs;
  int *dst;
} CSRGraph;

__global__ void spmv_csr_scalar(int rows, const int *ptr, const int *idx, const float *val, const float *x, float *y) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < rows) {
    float dot = 0;
    for (int i = ptr[row]; i < ptr[row + 1]; i++) dot += val[i] * x[idx[i]];
    y[row] += dot;
  }
}
__global__ void spmv_csr_vector(int num_rows, const int *ptr, const int *indices, const float *data, const float *x, float *y) {
  __shared__ volatile float vals[128];
  int thread_id = blockDim.x * blockIdx.x + threadIdx.x;
  int warp_id = thread_id / 32;
  int lane = thread_id & (32 - 1);
  int row = warp_id;
  if (row < num_rows) {
    float sum = 0;
    for (int jj = ptr[row] + lane; jj < ptr[row + 1]; jj += 32) sum += data[jj] * x[indices[jj]];
    vals[threadIdx.x] = sum;
    __syncwarp();
    for (int d = 16; d > 0; d >>= 1) {
      float v = lane < d ? vals[threadIdx.x + d] : 0.f;
      __syncwarp();
      vals[threadIdx.x] += v;
      __syncwarp();
    }
    if (lane == 0) y[row] += vals[threadIdx.x];
  }
}
__global__ void spmv_ell(int rows, int width, const int *col, const float *val, const float *x, float *y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int k = 0; k < width; ++k) {
    int c = col[k * rows + r];
    if (c >= 0) s = fmaf(val[k * rows + r], x[c], s);
  }
  y[r] = s;
}
__global__ void bfs_level(CSRGraph g, int *level, int *newVertexVisited, int currLevel) {
  int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex < g.numNodes && level[vertex] == currLevel - 1) {
    for (int edge = g.srcPtrs[vertex]; edge < g.srcPtrs[vertex + 1]; ++edge) {
      int neighbor = g.dst[edge];
      if (atomicCAS(&level[neighbor], INT_MAX, currLevel) == INT_MAX) *newVertexVisited = 1;
    }
  }
}
#define LOCAL_FRONTIER_CAPACITY 64
__global__ void bfs_frontier(CSRGraph g, int *level, const int *prev, int *curr, int numPrev, int *numCurr, int currLevel) {
  __shared__ int curr_s[LOCAL_FRONTIER_CAPACITY];
  __shared__ int numCurr_s;
  if (threadIdx.x == 0) numCurr_s = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < numPrev) {
    int vertex = prev[i];
    for (int e = g.srcPtrs[vertex]; e < g.srcPtrs[vertex + 1]; ++e) {
      int neighbor = g.dst[e];
      if (atomicCAS(&level[neighbor], INT_MAX, currLevel) == INT_MAX) {
        int at = atomicAdd(&numCurr_s, 1);
        if (at < LOCAL_FRONTIER_CAPACITY) {
          curr_s[at] = neighbor;
        } else {
          curr[atomicAdd(numCurr, 1)] = neighbor;
        }
      }
    }
  }
  __syncthreads();
  __shared__ int start;
  if (threadIdx.x == 0) {
    numCurr_s = min(numCurr_s, LOCAL_FRONTIER_CAPACITY);
    start = atomicAdd(numCurr, numCurr_s);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < numCurr_s; k += blockDim.x) curr[start + k] = curr_s[k];
}
__global__ void floyd(int *dist, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n || i == k || j == k) return;
  int through = dist[i * n + k] + dist[k * n + j];
  if (through < dist[i * n + j]) dist[i * n + j] = through;
}
__global__ void propagate_labels(CSRGraph g, int *label, bool *changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= g.numNodes) return;
  for (int e = g.srcPtrs[v]; e < g.srcPtrs[v + 1]; ++e)
    if (atomicMin(&label[g.dst[e]], atomicAdd(&label[v], 0)) > atomicAdd(&label[v], 0)) *changed = true;
}
__global__ void pagerank(CSRGraph g, const double *rank, double *next, double damping) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < g.numNodes) {
    int degree = g.srcPtrs[v + 1] - g.srcPtrs[v];
    for (int e = g.srcPtrs[v]; e < g.srcPtrs[v + 1]; ++e) atomicAdd(&next[g.dst[e]], damping * rank[v] / degree);
  }
}
__global__ void triangles(CSRGraph g, unsigned long long *count) {
  int u = blockIdx.x * blockDim.x + threadIdx.x;
  if (u >= g.numNodes) return;
  for (int e = g.srcPtrs[u]; e < g.srcPtrs[u + 1]; ++e) {
    int v = g.dst[e];
    if (v <= u) continue;
    int a = g.srcPtrs[u], b = g.srcPtrs[v];
    while (a < g.srcPtrs[u + 1] && b < g.srcPtrs[v + 1]) {
      int x = g.dst[a], y = g.dst[b];
      if (x == y && x > v) atomicAdd(count, 1ULL);
      a += x <= y;
      b += y <= x;
    }
  }
}

template <typename T>
T *upload(const std::vector<T> &v) {
  T *p;
  cudaMalloc((void **)&p, v.size() * sizeof(T));
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <typename T>
std::vector<T> download(const T *p, size_t n) {
  std::vector<T> v(n);
  cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
  return v;
}

int main() {
  const int n = 500;
  std::vector<std::vector<int>> adjacent(n);
  auto connect = [&](int a, int b) {
    if (a == b) return;
    for (int x : adjacent[a])
      if (x == b) return;
    adjacent[a].push_back(b);
    adjacent[b].push_back(a);
  };
  for (int i = 0; i < n; ++i) {
    if (i % 50 != 49) connect(i, i + 1);
    if (i < 300) connect(i, (i * 17 + 3) % 300), connect(i, (i * 5 + 1) % 300), connect(i, (i + 2) % 300);
  }
  std::vector<int> ptr(1, 0), idx;
  std::vector<float> val, x(n);
  int width = 0;
  for (int i = 0; i < n; ++i) {
    std::vector<int> &a = adjacent[i];
    for (size_t p = 0; p < a.size(); ++p)
      for (size_t q = p + 1; q < a.size(); ++q)
        if (a[q] < a[p]) std::swap(a[p], a[q]);
    for (int j : a) idx.push_back(j), val.push_back((i + 2 * j) % 7 - 3.f);
    ptr.push_back((int)idx.size());
    width = std::max(width, (int)a.size());
    x[i] = i % 5 - 2.f;
  }
  CSRGraph g = {n, (int)idx.size(), upload(ptr), upload(idx)};
  float *d_val = upload(val), *d_x = upload(x), *y;
  cudaMalloc(&y, n * sizeof(float));
  std::vector<float> expected(n, 0.f);
  for (int i = 0; i < n; ++i)
    for (int e = ptr[i]; e < ptr[i + 1]; ++e) expected[i] += val[e] * x[idx[e]];
  cudaMemset(y, 0, n * sizeof(float));
  spmv_csr_scalar<<<(n + 255) / 256, 256>>>(n, g.srcPtrs, g.dst, d_val, d_x, y);
  printf("csr scalar %s\n", download(y, n) == expected ? "right" : "wrong");
  cudaMemset(y, 0, n * sizeof(float));
  spmv_csr_vector<<<(n * 32 + 127) / 128, 128>>>(n, g.srcPtrs, g.dst, d_val, d_x, y);
  printf("csr vector %s\n", download(y, n) == expected ? "right" : "wrong");
  std::vector<int> col(width * n, -1);
  std::vector<float> eval(width * n, 0.f);
  for (int i = 0; i < n; ++i)
    for (int e = ptr[i]; e < ptr[i + 1]; ++e) col[(e - ptr[i]) * n + i] = idx[e], eval[(e - ptr[i]) * n + i] = val[e];
  int *d_col = upload(col);
  float *d_eval = upload(eval);
  spmv_ell<<<(n + 63) / 64, 64>>>(n, width, d_col, d_eval, d_x, y);
  printf("ell %s\n", download(y, n) == expected ? "right" : "wrong");

  std::vector<int> levels(n, INT_MAX);
  std::queue<int> todo;
  levels[0] = 0;
  todo.push(0);
  while (!todo.empty()) {
    int v = todo.front();
    todo.pop();
    for (int w : adjacent[v])
      if (levels[w] == INT_MAX) levels[w] = levels[v] + 1, todo.push(w);
  }
  std::vector<int> start(n, INT_MAX);
  start[0] = 0;
  int *level = upload(start), *flag;
  cudaMalloc(&flag, sizeof(int));
  for (int current = 1, again = 1; again; ++current) {
    cudaMemset(flag, 0, sizeof(int));
    bfs_level<<<(n + 127) / 128, 128>>>(g, level, flag, current);
    cudaMemcpy(&again, flag, sizeof(int), cudaMemcpyDeviceToHost);
  }
  printf("bfs by levels %s\n", download(level, n) == levels ? "right" : "wrong");
  cudaMemcpy(level, start.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  int *prev, *curr, count = 1;
  cudaMalloc(&prev, n * sizeof(int));
  cudaMalloc(&curr, n * sizeof(int));
  cudaMemset(prev, 0, sizeof(int));
  for (int current = 1; count > 0; ++current) {
    cudaMemset(flag, 0, sizeof(int));
    bfs_frontier<<<(count + 31) / 32, 32>>>(g, level, prev, curr, count, flag, current);
    cudaMemcpy(&count, flag, sizeof(int), cudaMemcpyDeviceToHost);
    std::swap(prev, curr);
  }
  printf("bfs by frontier %s\n", download(level, n) == levels ? "right" : "wrong");

  const int m = 40;
  std::vector<int> dist(m * m, 1000000);
  for (int i = 0; i < m; ++i) {
    dist[i * m + i] = 0;
    for (int k = 1; k < 4; ++k) dist[i * m + (i * k + k) % m] = i == (i * k + k) % m ? 0 : 3 * k + i % 5;
  }
  int *d_dist = upload(dist);
  for (int k = 0; k < m; ++k) {
    floyd<<<dim3(3, 3), dim3(16, 16)>>>(d_dist, m, k);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) dist[i * m + j] = std::min(dist[i * m + j], dist[i * m + k] + dist[k * m + j]);
  }
  printf("floyd %s\n", download(d_dist, m * m) == dist ? "right" : "wrong");

  std::vector<int> own(n);
  for (int i = 0; i < n; ++i) own[i] = i;
  int *label = upload(own);
  bool *changed;
  cudaMallocManaged(&changed, sizeof(bool));
  do {
    *changed = false;
    propagate_labels<<<(n + 63) / 64, 64>>>(g, label, changed);
    cudaDeviceSynchronize();
  } while (*changed);
  auto labels = download(label, n);
  int components = 0;
  for (int i = 0; i < n; ++i) components += labels[i] == i;
  printf("components %d\n", components);

  std::vector<double> rank(n, 1.0 / n);
  double *d_rank = upload(rank), *d_next = upload(rank);
  for (int round = 0; round < 5; ++round) {
    std::vector<double> next(n, 0.15 / n);
    cudaMemcpy(d_next, next.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    pagerank<<<(n + 255) / 256, 256>>>(g, d_rank, d_next, 0.85);
    for (int v = 0; v < n; ++v)
      for (int w : adjacent[v]) next[w] += 0.85 * rank[v] / adjacent[v].size();
    rank = next;
    std::swap(d_rank, d_next);
  }
  auto got = download(d_rank, n);
  double worst = 0;
  for (int i = 0; i < n; ++i) worst = std::max(worst, std::fabs(got[i] - rank[i]));
  printf("pagerank %s\n", worst < 1e-14 ? "right" : "wrong");

  unsigned long long *d_count, h_count, brute = 0;
  cudaMalloc(&d_count, sizeof h_count);
  cudaMemset(d_count, 0, sizeof h_count);
  triangles<<<(n + 127) / 128, 128>>>(g, d_count);
  cudaMemcpy(&h_count, d_count, sizeof h_count, cudaMemcpyDeviceToHost);
  std::vector<char> edge(n * n);
  for (int i = 0; i < n; ++i)
    for (int j : adjacent[i]) edge[i * n + j] = 1;
  for (int i = 0; i < n; ++i)
    for (int j : adjacent[i])
      for (int k : adjacent[j])
        if (i < j && j < k && edge[i * n + k]) ++brute;
  printf("triangles %s\n", h_count == brute && brute > 0 ? "right" : "wrong");
  cudaDeviceReset();
}
