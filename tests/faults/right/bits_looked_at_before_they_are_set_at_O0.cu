// The same without optimisation.
//! flags: -O0
__global__ void visit(const int* edges, int m, unsigned* seen, unsigned* next, int* queue, int* tail) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  int v = edges[i];
  unsigned bit = 1u << (v & 31);
  if (!(seen[v >> 5] & bit)) {
    unsigned before = atomicOr(&seen[v >> 5], bit);
    if (!(before & bit))
      queue[atomicAdd(tail, 1)] = v;
  }
  if ((next[v >> 5] >> (v & 31) & 1) == 0)
    atomicOr(&next[v >> 5], bit);
}

int main() {
  const int m = 3000, vertices = 700, words = (vertices + 31) / 32;
  int *edges, *queue;
  unsigned* bits;
  cudaMallocManaged(&edges, m * sizeof(int));
  cudaMallocManaged(&queue, (vertices + 1) * sizeof(int));
  cudaMallocManaged(&bits, 2 * words * sizeof(unsigned));
  bool is_there[vertices] = {};
  int count = 0;
  for (int i = 0; i < m; ++i) {
    edges[i] = i * i % vertices;
    count += !is_there[edges[i]];
    is_there[edges[i]] = true;
  }
  cudaMemset(bits, 0, 2 * words * sizeof(unsigned));
  queue[vertices] = 0;
  visit<<<(m + 127) / 128, 128>>>(edges, m, bits, bits + words, queue, queue + vertices);
  cudaDeviceSynchronize();
  int wrong = queue[vertices] != count;
  for (int w = 0; w < words; ++w)
    wrong += bits[w] != bits[words + w];
  cudaFree(edges);
  cudaFree(queue);
  cudaFree(bits);
  return wrong;
}
