// Packed records: neighbouring threads write different bytes of the same words.
struct __attribute__((packed)) Record {
  unsigned char type;
  unsigned char payload[6];
};

__global__ void write(unsigned char* out) {
  Record* r = reinterpret_cast<Record*>(out) + blockIdx.x * blockDim.x + threadIdx.x;
  r->type = threadIdx.x;
  for (int k = 0; k < 6; ++k)
    r->payload[k] = threadIdx.x + k;
}

int main() {
  unsigned char h[64 * 7], *out;
  cudaMalloc(&out, sizeof h);
  write<<<2, 32>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(out);
  int wrong = 0;
  for (int i = 0; i < 64; ++i)
    wrong += h[7 * i] != i % 32 || h[7 * i + 6] != i % 32 + 5;
  return wrong;
}
