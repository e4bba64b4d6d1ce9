//! A kernel frees what the host has allocated.
//! expect: invalid_free
//! says: called free or delete
//! says: which host code made
//! says: Let the host call cudaFree
__global__ void take(int* in, int* out) {
  *out = *in;
  free(in);  // fault
}

int main() {
  int *in, *out, host = 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, &host, sizeof host, cudaMemcpyHostToDevice);
  take<<<1, 1>>>(in, out);
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
