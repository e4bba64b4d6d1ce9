//! A result of each block, in memory for half of them; the blocks have three dimensions.
//! expect: out_of_bounds
//! who: Thread (0, 0, 0) of block 3
//! says: as many as the grid has blocks
struct Largest {
  int value, at;
};

__global__ void largest(Largest* out) {
  __shared__ Largest tree[64];
  const unsigned t = threadIdx.x + 4 * (threadIdx.y + 4 * threadIdx.z);
  tree[t] = {int(t * 37 % 64), int(t)};
  for (unsigned half = 32; half > 0; half /= 2) {
    __syncthreads();
    if (t < half && tree[t + half].value > tree[t].value)
      tree[t] = tree[t + half];
  }
  if (t == 0)
    out[blockIdx.x] = tree[0];  // fault
}

int main() {
  const int blocks = 6;
  Largest* out;
  cudaMalloc(&out, blocks * sizeof(Largest) / 2);  // allocation
  largest<<<blocks, dim3(4, 4, 4)>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
