// A lock in shared memory between the threads of a block.
__global__ void longest(const int* in, int n, int* out) {
  __shared__ int lock, best, where;
  if (threadIdx.x == 0) {
    lock = 0;
    best = -1;
    where = -1;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    bool done = false;
    while (!done) {
      if (atomicExch(&lock, 1) == 0) {
        __threadfence_block();
        if (in[i] > best || (in[i] == best && i < where)) {
          best = in[i];
          where = i;
        }
        __threadfence_block();
        atomicExch(&lock, 0);
        done = true;
      }
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    out[0] = best;
    out[1] = where;
  }
}

int main() {
  int h[200], r[2], *in, *out;
  for (int i = 0; i < 200; ++i)
    h[i] = i * 37 % 101;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  longest<<<1, 96>>>(in, 200, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return r[0] == 100 && h[r[1]] == 100 ? 0 : 1;
}
