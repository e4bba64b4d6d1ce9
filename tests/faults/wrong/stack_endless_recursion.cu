//! A recursion without an end.
//! expect: stack_overflow
//! says: recursion
__device__ int depth(int* tree, int node) {
  if (node < 0)
    return 0;
  int left = depth(tree, tree[node % 7]);
  return left + 1 + tree[left % 7];
}

__global__ void measure(int* tree, int* out) {
  *out = depth(tree, 1);
}

int main() {
  int host[7] = {1, 2, 3, 4, 5, 6, 1};
  int* tree;
  cudaMalloc(&tree, sizeof host + sizeof(int));
  cudaMemcpy(tree, host, sizeof host, cudaMemcpyHostToDevice);
  measure<<<1, 1>>>(tree, tree + 7);
  cudaDeviceSynchronize();
  cudaFree(tree);
}
