// Two halves of a block, each with its own barrier in inline PTX.
__device__ void half_barrier(int id) {
  asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
}

__global__ void halves(int* out) {
  __shared__ int s[128];
  int t = threadIdx.x, half = t / 64;
  s[t] = t;
  half_barrier(1 + half);
  int v = s[half * 64 + 63 - t % 64];
  half_barrier(1 + half);
  s[t] = 2 * v;
  __syncthreads();
  out[t] = s[127 - t];
}

int main() {
  int h[128], *out;
  cudaMalloc(&out, sizeof h);
  halves<<<1, 128>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return h[127] == 126 && h[0] == 128 && h[63] == 254 ? 0 : 1;
}
