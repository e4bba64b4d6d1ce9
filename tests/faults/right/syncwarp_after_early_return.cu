// __syncwarp() for all lanes where half of them have returned: devices since sm_70 leave ended
// lanes out, and compute-sanitizer says nothing.
__global__ void reverse(int* v) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane >= 16)
    return;
  s[lane] = v[lane];
  __syncwarp();
  v[lane] = s[15 - lane];
}

int main() {
  int h[32], *v;
  for (int i = 0; i < 32; ++i)
    h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  reverse<<<1, 32>>>(v);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(v);
  return h[0] == 15 && h[15] == 0 && h[16] == 16 ? 0 : 1;
}
