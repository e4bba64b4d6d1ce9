// Dynamic shared memory cut into doubles, ints and chars, each aligned.
#include <cstddef>

__global__ void mixed(double* out, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  double* d = reinterpret_cast<double*>(raw);
  int* i = reinterpret_cast<int*>(d + n);
  char* c = reinterpret_cast<char*>(i + n);
  const int t = threadIdx.x;
  if (t < n) {
    d[t] = 0.5 * t;
    i[t] = t;
    c[t] = t % 3;
  }
  __syncthreads();
  if (t < n)
    out[t] = d[n - 1 - t] + i[n - 1 - t] + c[n - 1 - t];
}

int main() {
  const int n = 50;
  double h[n], *out;
  cudaMalloc(&out, sizeof h);
  mixed<<<1, 64, n*(sizeof(double) + sizeof(int) + 1)>>>(out, n);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return h[0] == 24.5 + 49 + 1 && h[49] == 0 ? 0 : 1;
}
