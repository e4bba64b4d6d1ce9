// In the last block, threads without an output never come to the barrier.
// TODO(1)
  const std::size_t i = first + threadIdx.x;
  const unsigned place = threadIdx.x + 1;
  tile[place] = i < n ? in[i] : 0;
  if (i < n) {
    __syncthreads();
    out[i] = (tile[place - 1] + tile[place] + tile[place + 1]) / 3;
  }
// END TODO(1)
