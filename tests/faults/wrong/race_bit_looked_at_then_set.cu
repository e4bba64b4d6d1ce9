//! Two threads find the bit unset, both set it, and both put the vertex into the queue.
//! expect: race
//! says: atomic
__global__ void visit(const int* edges, int m, unsigned* seen, int* queue, int* tail) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  int v = edges[i];
  unsigned bit = 1u << (v & 31);
  if (!(seen[v >> 5] & bit)) {  // fault
    atomicOr(&seen[v >> 5], bit);  // fault
    queue[atomicAdd(tail, 1)] = v;
  }
}

int main() {
  const int m = 1000, vertices = 100;
  int *edges, *queue;
  unsigned* seen;
  cudaMallocManaged(&edges, m * sizeof(int));
  cudaMallocManaged(&queue, (m + 1) * sizeof(int));
  cudaMallocManaged(&seen, 16);
  for (int i = 0; i < m; ++i)
    edges[i] = i * i % vertices;
  cudaMemset(seen, 0, 16);
  queue[m] = 0;
  visit<<<(m + 127) / 128, 128>>>(edges, m, seen, queue, queue + m);
  cudaDeviceSynchronize();
  cudaFree(edges);
  cudaFree(queue);
  cudaFree(seen);
}
