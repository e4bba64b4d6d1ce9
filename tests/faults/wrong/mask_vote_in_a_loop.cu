//! A vote with the full mask in a loop that some lanes leave earlier.
//! expect: invalid_lane_mask
//! says: mask
__global__ void steps(const int* start, int* out) {
  int x = start[threadIdx.x], n = 0;
  while (x > 1) {
    n += __any_sync(0xffffffff, (x = x % 2 ? 3 * x + 1 : x / 2) == 4);  // fault
  }
  out[threadIdx.x] = n;
}

int main() {
  int host[32];
  for (int i = 0; i < 32; ++i)
    host[i] = i + 1;
  int *start, *out;
  cudaMalloc(&start, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(start, host, sizeof host, cudaMemcpyHostToDevice);
  steps<<<1, 32>>>(start, out);
  cudaDeviceSynchronize();
  cudaFree(start);
  cudaFree(out);
}
