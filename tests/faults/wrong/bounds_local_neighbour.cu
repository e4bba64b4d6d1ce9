//! The cell past the end of an array of a thread's own is the first of the next one.
//! expect: out_of_bounds
//! who: Thread 4 of block 0 (and 27 more of its warp) wrote 4 bytes
//! says: local
__global__ void sort_in(const int* keys, int* out) {
  int low[4] = {}, high[4] = {};
  low[keys[threadIdx.x] % 8] = 1;  // fault
  high[keys[threadIdx.x] % 4] = 2;
  for (int i = 0; i < 4; i++)
    out[threadIdx.x] += low[keys[i] % 4] + high[3 - keys[i] % 4];
}

int main() {
  int host[64], *in, *out;
  for (int i = 0; i < 64; i++)
    host[i] = i < 4 ? i : 4 + i % 3;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sort_in<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
