//! The full mask for a match in a branch; the __syncwarp() behind the branch is right.
//! expect: invalid_lane_mask
//! says: it names threads that wait in another call, at line 12
__global__ void groups(const int* keys, int n, unsigned* peers) {
  __shared__ unsigned found[32];
  const int t = threadIdx.x;
  found[t] = 0;
  __syncwarp();
  if (t < n) {
    found[t] = __match_any_sync(0xffffffff, keys[t]);  // fault
  }
  __syncwarp();
  peers[t] = found[31 - t];
}

int main() {
  int* keys;
  unsigned* peers;
  cudaMalloc(&keys, 32 * sizeof(int));
  cudaMalloc(&peers, 32 * sizeof(unsigned));
  cudaMemset(keys, 0, 32 * sizeof(int));
  groups<<<1, 32>>>(keys, 20, peers);
  cudaDeviceSynchronize();
  cudaFree(keys);
  cudaFree(peers);
}
