//! One lane asks for room for the whole warp, and nobody tells the others where it is.
//! flags: -w -O2
//! expect: uninitialised_read
//! who: Thread 3 of block 0 (and 9 more of its warp)
//! says: made of a local variable which this thread has not set
//! says: __shfl_sync
__global__ void multiples_of_three(const int* in, int* counter, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32;
  bool keep = i < n && in[i] % 3 == 0;
  unsigned votes = __ballot_sync(0xffffffffu, keep);
  int base;
  if (lane == 0)
    base = atomicAdd(counter, __popc(votes));
  if (keep)
    out[base + __popc(votes & ((1u << lane) - 1))] = in[i];  // fault
}

int main() {
  const int n = 256;
  int host[n], *counter, *in, *out;
  for (int i = 0; i < n; ++i)
    host[i] = i;
  cudaMalloc(&counter, sizeof(int));
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemset(counter, 0, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  multiples_of_three<<<2, 128>>>(in, counter, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(counter);
  cudaFree(in);
  cudaFree(out);
}
