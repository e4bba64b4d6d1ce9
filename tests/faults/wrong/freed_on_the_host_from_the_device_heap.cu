//! A kernel allocates rows with new[], the host frees them with cudaFree.
//! expect: invalid_free
//! says: A kernel has to give it back
__global__ void make(float **rows, int n) {
  rows[threadIdx.x] = new float[n];
  for (int i = 0; i < n; i++)
    rows[threadIdx.x][i] = i;
}

int main() {
  float **rows, *host[4];
  cudaMalloc(&rows, sizeof host);
  make<<<1, 4>>>(rows, 10);
  cudaMemcpy(host, rows, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++)
    cudaFree(host[i]);  // fault
  cudaFree(rows);
}
