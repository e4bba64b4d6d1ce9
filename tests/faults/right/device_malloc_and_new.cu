// Memory from the device heap, made by one kernel, used and given back by another.
__global__ void make(int** lists, int n) {
  int i = threadIdx.x;
  lists[i] = (int*)malloc((i + 1) * sizeof(int));
  for (int k = 0; k <= i; ++k)
    lists[i][k] = k;
}

__global__ void sum(int** lists, int* out) {
  int i = threadIdx.x, s = 0;
  for (int k = 0; k <= i; ++k)
    s += lists[i][k];
  out[i] = s;
  free(lists[i]);
}

int main() {
  int **lists, *out, h[32];
  cudaMalloc(&lists, 32 * sizeof(int*));
  cudaMalloc(&out, sizeof h);
  make<<<1, 32>>>(lists, 32);
  sum<<<1, 32>>>(lists, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(lists);
  cudaFree(out);
  return h[31] == 496 && h[0] == 0 ? 0 : 1;
}
