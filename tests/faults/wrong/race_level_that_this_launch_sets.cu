//! A breadth-first search that asks for the level which the same launch sets: the parameter decides that the swaps change
//! what the plain read finds.
//! expect: race
//! says: atomic
__global__ void visit(int* level, int n, int now, int next) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != now)  // fault
    return;
  for (int w = 2 * v + 1; w <= 2 * v + 2 && w < n; ++w)
    atomicCAS(&level[w], -1, next);  // fault
}

int main() {
  const int n = 256;
  int *level, zero = 0;
  cudaMalloc(&level, n * sizeof(int));
  cudaMemset(level, 0xff, n * sizeof(int));
  cudaMemcpy(level, &zero, sizeof(int), cudaMemcpyHostToDevice);
  for (int now = 0; now < 4; ++now)
    visit<<<4, 64>>>(level, n, now, now + 1);
  visit<<<4, 64>>>(level, n, 4, 4);
  cudaDeviceSynchronize();
  cudaFree(level);
}
