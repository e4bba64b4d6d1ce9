// Each warp has a barrier of its own, in inline PTX: its lanes meet there, as at __syncwarp.
__global__ void rotate(int* data) {
  __shared__ int words[96];
  const int t = threadIdx.x, first = t / 32 * 32;
  for (int turn = 0; turn < 3; ++turn) {
    words[t] = data[t];
    asm volatile("bar.sync %0, 32;" ::"r"(1 + t / 32) : "memory");
    data[t] = words[first + (t + 1) % 32];
    asm volatile("bar.sync %0, 32;" ::"r"(1 + t / 32) : "memory");
  }
  __syncthreads();
  words[t] = data[95 - t];
  data[95 - t] = words[t] + 1;
}

int main() {
  int host[96], *data;
  for (int i = 0; i < 96; ++i)
    host[i] = i;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  rotate<<<1, 96>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  return host[0] == 4 && host[31] == 3 && host[95] == 67 ? 0 : 1;
}
