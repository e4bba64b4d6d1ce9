// Long loops that change a register at most, one of them with barriers: they look idle, but end.
__global__ void wait_long(unsigned* out, unsigned turns) {
  unsigned state = threadIdx.x;
  for (unsigned i = 0; i < turns; ++i)
    state = state * 1664525u + 1013904223u;
  out[threadIdx.x] = state;
}

__global__ void wait_at_barriers(unsigned* out, unsigned turns) {
  unsigned count = 0;
  do {
    __syncthreads();
  } while (++count < turns);
  out[threadIdx.x] = count;
}

int main() {
  unsigned *out, host[64], state = 5;
  cudaMalloc(&out, sizeof host);
  wait_long<<<1, 64>>>(out, 2000000);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (unsigned i = 0; i < 2000000; ++i)
    state = state * 1664525u + 1013904223u;
  if (host[5] != state)
    return 1;
  wait_at_barriers<<<1, 64>>>(out, 300000);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return host[63] == 300000 ? 0 : 2;
}
