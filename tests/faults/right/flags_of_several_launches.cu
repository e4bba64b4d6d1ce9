// Flags that are used in one launch after the other: cleared, with another value, or turned over.
__device__ void wait_for(volatile int* ready, int value) {
  if (threadIdx.x == 0) {
    while (*ready != value) {
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ void tell(volatile int* ready, int value) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    *ready = value;
  }
}

__global__ void hand_over(int* data, volatile int* ready, int value, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = value;
    tell(ready, value);
  } else {
    wait_for(ready, value);
    out[threadIdx.x] = data[63 - threadIdx.x];
  }
}

/// The reader takes the flag back. A second flag is set again, and nobody counts on it.
__global__ void hand_over_and_clear(int* data, volatile int* ready, volatile int* used, int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 3;
    tell(used, 1);
    tell(ready, 1);
  } else {
    bool was_used = *used != 0;
    wait_for(ready, 1);
    out[threadIdx.x] = data[63 - threadIdx.x] + was_used;
    tell(ready, 0);
  }
}

/// A barrier of the grid that counts up and is set back.
__global__ void two_phases(int* data, unsigned* arrived, volatile unsigned* phase, int* out) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned old = *phase;
    __threadfence();
    if (atomicAdd(arrived, 1) == gridDim.x - 1) {
      *arrived = 0;
      __threadfence();
      *phase = old + 1;
    } else {
      while (*phase == old) {
      }
    }
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      data[(blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x];
}

/// The last block by a counter that counts on.
__global__ void last_one(unsigned* counted, int* data, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicAdd(counted, 1) % gridDim.x == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x)
    out[threadIdx.x] = data[threadIdx.x];
}

/// The same by one that starts again.
__global__ void last_one_again(unsigned* counted, int* data, int* out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x;
    __threadfence();
    if (atomicInc(counted, gridDim.x - 1) == gridDim.x - 1) {
      __threadfence();
      for (int block = 0; block < gridDim.x; ++block)
        out[block] = data[block];
    }
  }
}

int main() {
  int *data, *flags, *out;
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMalloc(&flags, 4 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  for (int launch = 1; launch < 4; ++launch) {
    cudaMemset(flags, 0, 4 * sizeof(int));
    hand_over<<<2, 64>>>(data, flags, 1, out);
  }
  for (int launch = 2; launch < 5; ++launch)
    hand_over<<<2, 64>>>(data, flags, launch, out);
  cudaMemset(flags, 0, 4 * sizeof(int));
  for (int launch = 0; launch < 3; ++launch)
    hand_over_and_clear<<<2, 64>>>(data, flags, flags + 1, out);
  cudaMemset(flags, 0, 4 * sizeof(int));
  for (int launch = 0; launch < 3; ++launch)
    two_phases<<<4, 64>>>(data, (unsigned*)flags + 2, (unsigned*)flags + 3, out);
  cudaMemset(flags, 0, 4 * sizeof(int));
  for (int launch = 0; launch < 3; ++launch) {
    last_one<<<4, 64>>>((unsigned*)flags, data, out);
    last_one_again<<<4, 64>>>((unsigned*)flags + 1, data, out);
  }
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaFree(data);
  cudaFree(flags);
  cudaFree(out);
}
