// atomicAdd for double as the guide writes it for old devices.
__device__ double add(double* address, double value) {
  unsigned long long* as_ull = (unsigned long long*)address;
  unsigned long long old = *as_ull, assumed;
  do {
    assumed = old;
    old = atomicCAS(as_ull, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void sum(double* out) {
  add(out, 0.5);
}

int main() {
  double *out, r;
  cudaMalloc(&out, sizeof(double));
  cudaMemset(out, 0, sizeof(double));
  sum<<<4, 64>>>(out);
  cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return r == 128.0 ? 0 : 1;
}
