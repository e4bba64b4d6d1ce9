// Right, but thread 0 goes through the values of the whole block.
// TODO(3)
  __shared__ float values[kThreads];
  values[threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned t = 1; t < kThreads; ++t) {
      value = fmaxf(value, values[t]);
    }
    atomic_max(residual, value);
  }
// END TODO(3)
