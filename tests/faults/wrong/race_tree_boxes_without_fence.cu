//! Boxes of a tree from the leaves up: the second child goes on, its sibling's box may be late.
//! expect: race
//! says: a flag, a counter or a lock is to say when the data is there, it takes a __threadfence() between
__global__ void fit(const int* parent, const int* left, const int* right, float* box, int* flag,
                    int leaves) {
  const int leaf = threadIdx.x;
  if (leaf >= leaves)
    return;
  int node = parent[leaves - 1 + leaf];
  while (node != -1) {
    if (atomicCAS(flag + node, 0, 1) == 0)
      return;                          // the other child will go on
    const float a = box[left[node]];   // fault
    const float b = box[right[node]];  // fault
    box[node] = a < b ? a : b;         // other
    node = parent[node];
  }
}

int main() {
  const int leaves = 64, nodes = 2 * leaves - 1;
  int parents[nodes], lefts[nodes], rights[nodes];
  float boxes[nodes];
  for (int i = 0; i < nodes; ++i) {
    parents[i] = i == 0 ? -1 : (i - 1) / 2;
    lefts[i] = i < leaves - 1 ? 2 * i + 1 : -1;
    rights[i] = i < leaves - 1 ? 2 * i + 2 : -1;
    boxes[i] = float(i * 37 % 101);
  }
  int *parent, *left, *right, *flag;
  float* box;
  cudaMalloc(&parent, sizeof parents);
  cudaMalloc(&left, sizeof lefts);
  cudaMalloc(&right, sizeof rights);
  cudaMalloc(&flag, sizeof parents);
  cudaMalloc(&box, sizeof boxes);
  cudaMemcpy(parent, parents, sizeof parents, cudaMemcpyHostToDevice);
  cudaMemcpy(left, lefts, sizeof lefts, cudaMemcpyHostToDevice);
  cudaMemcpy(right, rights, sizeof rights, cudaMemcpyHostToDevice);
  cudaMemcpy(box, boxes, sizeof boxes, cudaMemcpyHostToDevice);
  cudaMemset(flag, 0, sizeof parents);
  fit<<<1, 64>>>(parent, left, right, box, flag, leaves);
  return cudaDeviceSynchronize() != cudaSuccess;
}
