// Waits before each round of loads instead of behind all of them: the last round is read too early.
// TODO(1)
  for (unsigned k = 0; k < kOutputs; k += kThreads) {
    __syncthreads();
    const std::size_t i = first + k + threadIdx.x;
    tile[1 + k + threadIdx.x] = i < n ? in[i] : 0;
  }
// END TODO(1)
