// All lanes write, meet at __syncwarp(), and then one of them fences and sets the flag: for all of them. Two buffers go
// back and forth between a warp that produces and one that consumes.
__global__ void hand_over(const int* in, int* out, int rounds) {
  __shared__ int buffer[2][32];
  __shared__ volatile int full[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x < 2) full[threadIdx.x] = 0;
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < rounds; round++) {
    const int b = round & 1;
    if (warp == 0) {
      while (full[b] != 0) __nanosleep(20);
      __threadfence_block();
      __syncwarp();
      buffer[b][lane] = in[round * 32 + lane];
      __syncwarp();
      if (lane == 0) {
        __threadfence_block();
        full[b] = 1;
      }
    } else {
      while (full[b] != 1) __nanosleep(20);
      __threadfence_block();
      __syncwarp();
      sum += buffer[b][31 - lane];
      __syncwarp();
      if (lane == 0) {
        __threadfence_block();
        full[b] = 0;
      }
    }
  }
  if (warp == 1) out[lane] = sum;
}

// The same between blocks: the last one adds up what the warps of all left in memory.
__global__ void sum_of_blocks(int* parts, int* arrived, int* total) {
  const int lane = threadIdx.x;
  parts[blockIdx.x * 32 + lane] = lane;
  __syncwarp();
  int ticket = 0;
  if (lane == 0) {
    __threadfence();
    ticket = atomicAdd(arrived, 1);
  }
  ticket = __shfl_sync(0xffffffffu, ticket, 0);
  if (ticket == static_cast<int>(gridDim.x) - 1) {
    __threadfence();
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; b++) sum += parts[b * 32 + 31 - lane];
    atomicAdd(total, sum);
  }
}

int main() {
  int host[32 * 8], *in, *out, *parts, *counters;
  for (int i = 0; i < 32 * 8; i++) host[i] = i / 32;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&parts, 20 * 32 * sizeof(int));
  cudaMalloc(&counters, 2 * sizeof(int));
  cudaMemset(counters, 0, 2 * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  hand_over<<<1, 64>>>(in, out, 8);
  sum_of_blocks<<<20, 32>>>(parts, counters, counters + 1);
  int sums[32], total;
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(&total, counters + 1, sizeof total, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  cudaFree(parts);
  cudaFree(counters);
  return sums[3] == 28 && total == 20 * 496 ? 0 : 1;
}
