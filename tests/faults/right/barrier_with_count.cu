// __syncthreads_count, _and and _or order memory like a barrier.
__global__ void settle(int* data, int* rounds) {
  __shared__ int s[96];
  int t = threadIdx.x, n = 0;
  s[t] = data[t];
  while (true) {
    __syncthreads();
    int left = t > 0 ? s[t - 1] : s[t];
    bool moves = left > s[t];
    if (__syncthreads_count(moves) == 0)
      break;
    if (moves)
      s[t] = left;
    ++n;
    if (__syncthreads_or(n > 200))
      break;
  }
  data[t] = s[t];
  if (t == 0)
    *rounds = n;
}

int main() {
  int h[96], *data, *rounds, n;
  for (int i = 0; i < 96; ++i)
    h[i] = i == 0 ? 100 : i % 10;
  cudaMalloc(&data, sizeof h);
  cudaMalloc(&rounds, 4);
  cudaMemcpy(data, h, sizeof h, cudaMemcpyHostToDevice);
  settle<<<1, 96>>>(data, rounds);
  cudaMemcpy(h, data, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&n, rounds, 4, cudaMemcpyDeviceToHost);
  cudaFree(data);
  cudaFree(rounds);
  return h[95] == 100 && n == 95 ? 0 : 1;
}
