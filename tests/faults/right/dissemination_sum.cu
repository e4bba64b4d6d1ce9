// Every lane ends with the warp's sum, through shared memory: __syncwarp between read and write.
__global__ void sums(const int* in, int* out) {
  __shared__ int cell[128];
  const int lane = threadIdx.x % 32;
  int* mine = cell + (threadIdx.x - lane);
  int v = in[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    mine[lane] = v;
    __syncwarp();
    v += mine[(lane + d) % 32];
    __syncwarp();
  }
  out[threadIdx.x] = v;
}

int main() {
  int host[128];
  for (int i = 0; i < 128; ++i)
    host[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, 128>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < 128; ++i)
    wrong += host[i] != 32 * (i / 32 * 32) + 496;
  return wrong;
}
