//! Shortest paths in place, where the owners of row k and column k write what is there already while others read it.
//! expect: note
//! status: 0
//! says: was there already
__global__ void shorten(float* distance, int n, int k) {
  int i = blockIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    distance[i * n + j] =  // fault
        fminf(distance[i * n + j], distance[i * n + k] + distance[k * n + j]);
}

int main() {
  const int n = 40;
  static float host[n * n];
  for (int i = 0; i < n * n; ++i)
    host[i] = i % (n + 1) == 0 ? 0.0f : float(i * 37 % 101 + 1);
  float* distance;
  cudaMalloc(&distance, sizeof host);
  cudaMemcpy(distance, host, sizeof host, cudaMemcpyHostToDevice);
  for (int k = 0; k < n; ++k)
    shorten<<<dim3(2, n), 32>>>(distance, n, k);
  cudaMemcpy(host, distance, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(distance);
}
