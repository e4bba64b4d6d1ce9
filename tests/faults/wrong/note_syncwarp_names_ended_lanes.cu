//! __syncwarp() for all lanes where half of them have ended: works on today's devices, so a note.
//! expect: note
//! status: 0
//! says: __syncwarp
//! says: ended
__global__ void half(int* v) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane >= 16)
    return;
  s[lane] = v[lane];
  __syncwarp();  // fault
  v[lane] = s[15 - lane];
}

int main() {
  int* v;
  cudaMalloc(&v, 128);
  cudaMemset(v, 1, 128);
  half<<<1, 32>>>(v);
  cudaDeviceSynchronize();
  cudaFree(v);
}
