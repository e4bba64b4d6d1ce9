//! The last block sums the parts, and leaves the counter as it is: in the next launch none is the last.
//! expect: note
//! says: the counter has reached 8 before
//! says: cudaMemset
//! status: 0
__device__ unsigned finished = 0;

__global__ void sum(const int* in, volatile int* parts, int* out) {
  __shared__ bool last;
  int part = __reduce_add_sync(0xffffffff, in[blockIdx.x * 32 + threadIdx.x]);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = part;
    __threadfence();
    unsigned before = atomicAdd(&finished, 1);  // fault
    last = before == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int total = 0;
    for (int block = 0; block < gridDim.x; ++block)
      total += parts[block];
    *out = total;
  }
}

int main() {
  int *in, *parts, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&parts, 8 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, 256 * sizeof(int));
  for (int launch = 0; launch < 2; ++launch)
    sum<<<8, 32>>>(in, parts, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(parts);
  cudaFree(out);
}
