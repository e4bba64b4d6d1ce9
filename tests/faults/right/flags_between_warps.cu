// Warp 1 hands values to warp 0 through shared memory and a volatile flag.
__global__ void hand_over(int* out) {
  __shared__ int box[32];
  __shared__ volatile int ready;
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 1) {
    box[lane] = lane * lane;
    __threadfence_block();
    __syncwarp();
    if (lane == 0)
      ready = 1;
  } else {
    while (ready == 0) {
    }
    __threadfence_block();
    out[lane] = box[31 - lane];
  }
}

int main() {
  int *out, host[32];
  cudaMalloc(&out, sizeof host);
  hand_over<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return host[0] == 961 && host[31] == 0 ? 0 : 1;
}
