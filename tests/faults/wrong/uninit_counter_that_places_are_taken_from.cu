//! The counter in shared memory is not cleared: the place that it gives lies far outside the queue.
//! expect: uninitialised_read
//! says: 'count'
__global__ void even_ones(const int* in, int* out, int n) {
  __shared__ int queue[2][64];
  __shared__ int count[2];
  int i = threadIdx.x;
  if (i < n) {
    int kind = in[i] & 1;
    int place = atomicAdd(&count[kind], 1);  // fault
    queue[kind][place] = i;
  }
  __syncthreads();
  for (int k = i; k < count[0]; k += blockDim.x)
    out[k] = queue[0][k];
}

int main() {
  const int n = 60;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  even_ones<<<1, 64>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
