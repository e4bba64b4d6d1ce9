// A spin lock in global memory, one thread a block, fences on both sides.
__device__ int mutex = 0;

__device__ void lock() {
  while (atomicCAS(&mutex, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void unlock() {
  __threadfence();
  atomicExch(&mutex, 0);
}

__global__ void append(int* list, int* length) {
  if (threadIdx.x == 0) {
    lock();
    list[*length] = blockIdx.x;
    *length += 1;
    unlock();
  }
}

int main() {
  int *list, *length, host[40], n = 0, sum = 0;
  cudaMalloc(&list, sizeof host);
  cudaMalloc(&length, sizeof(int));
  cudaMemset(length, 0, sizeof(int));
  append<<<40, 64>>>(list, length);
  cudaMemcpy(&n, length, sizeof n, cudaMemcpyDeviceToHost);
  cudaMemcpy(host, list, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(list);
  cudaFree(length);
  for (int v : host)
    sum += v;
  return n == 40 && sum == 780 ? 0 : 1;
}
