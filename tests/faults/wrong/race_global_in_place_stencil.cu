//! A smoothing step in place: a[i] changes while its neighbours still read it.
//! expect: race
//! says: the 1024-byte allocation
__global__ void smooth(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    a[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];  // fault
  }
}

int main() {
  const int n = 256;
  float host[n];
  for (int i = 0; i < n; ++i)
    host[i] = float(i % 17);
  float* a;
  cudaMalloc(&a, sizeof host);  // allocation
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  smooth<<<4, 64>>>(a, n);
  cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(a);
}
