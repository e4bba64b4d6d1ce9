// Structs with padding written field by field on the device and copied whole: the padding was never
// written.
struct Hit {
  char kind;
  double time;
  short channel;
};

__global__ void make(Hit* h) {
  Hit hit;
  hit.kind = 'h';
  hit.time = 0.25 * threadIdx.x;
  hit.channel = threadIdx.x;
  h[threadIdx.x] = hit;
}

__global__ void sort_back(const Hit* in, Hit* out) {
  __shared__ Hit buffer[32];
  buffer[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = buffer[31 - threadIdx.x];
}

int main() {
  Hit *a, *b, host[32];
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  make<<<1, 32>>>(a);
  sort_back<<<1, 32>>>(a, b);
  cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  int wrong = 0;
  for (int i = 0; i < 32; ++i)
    wrong += host[i].time != 0.25 * (31 - i) || host[i].channel != 31 - i;
  return wrong;
}
