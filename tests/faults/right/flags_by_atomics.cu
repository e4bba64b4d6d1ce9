// A consumer polls with atomicAdd(p, 0), the producer sets with atomicExch.
__global__ void pair(int* flag, float* box, float* out) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      box[0] = 3.25f;
      box[1] = 4.5f;
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (threadIdx.x == 0) {
      while (atomicAdd(flag, 0) == 0) {
      }
      __threadfence();
      *out = box[0] + box[1];
    }
  }
}

int main() {
  int* flag;
  float *box, *out, result = 0;
  cudaMalloc(&flag, 4);
  cudaMalloc(&box, 8);
  cudaMalloc(&out, 4);
  cudaMemset(flag, 0, 4);
  pair<<<2, 32>>>(flag, box, out);
  cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost);
  cudaFree(flag);
  cudaFree(box);
  cudaFree(out);
  return result == 7.75f ? 0 : 1;
}
