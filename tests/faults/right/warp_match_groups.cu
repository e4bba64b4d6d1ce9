// Lanes with the same key find each other; their leader adds the whole group's count.
__global__ void count(const int* keys, int* bins) {
  int key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned same = __match_any_sync(__activemask(), key);
  if ((threadIdx.x & 31) == __ffs(same) - 1)
    atomicAdd(&bins[key], __popc(same));
}

int main() {
  int h[128], e[10] = {}, r[10], *keys, *bins;
  for (int i = 0; i < 128; ++i)
    h[i] = i * 3 % 10, e[h[i]]++;
  cudaMalloc(&keys, sizeof h);
  cudaMalloc(&bins, sizeof r);
  cudaMemcpy(keys, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, sizeof r);
  count<<<2, 64>>>(keys, bins);
  cudaMemcpy(r, bins, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(keys);
  cudaFree(bins);
  for (int b = 0; b < 10; ++b) {
    if (r[b] != e[b])
      return 1;
  }
  return 0;
}
