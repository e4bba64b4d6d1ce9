// atomicMax for float: a loop around atomicCAS, and the trick with signed integers.
__device__ float atomic_max(float* address, float value) {
  int* as_int = (int*)address;
  int old = *as_int, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value)
      break;
    old = atomicCAS(as_int, assumed, __float_as_int(value));
  } while (assumed != old);
  return __int_as_float(old);
}

__global__ void maxima(const float* x, int n, float* by_cas, int* by_int) {
  __shared__ float of_block;
  if (threadIdx.x == 0)
    of_block = -1e30f;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomic_max(&of_block, x[i]);
    if (x[i] >= 0)
      atomicMax(by_int, __float_as_int(x[i]));
  }
  __syncthreads();
  if (threadIdx.x == 0)
    atomic_max(by_cas, of_block);
}

int main() {
  float h[500], *x, *by_cas, low = -1e30f, r;
  int *by_int, ri;
  for (int i = 0; i < 500; ++i)
    h[i] = (i * 73 % 499) * 0.5f - 100.0f;
  cudaMalloc(&x, sizeof h), cudaMalloc(&by_cas, 4), cudaMalloc(&by_int, 4);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(by_cas, &low, 4, cudaMemcpyHostToDevice);
  cudaMemset(by_int, 0, 4);
  maxima<<<3, 64>>>(x, 500, by_cas, by_int);
  cudaMemcpy(&r, by_cas, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&ri, by_int, 4, cudaMemcpyDeviceToHost);
  cudaFree(x), cudaFree(by_cas), cudaFree(by_int);
  return r == 149.0f && ri == 0x43150000 ? 0 : 1;
}
