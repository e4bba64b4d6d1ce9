// The barrier stands between the steps, but it holds only the threads of one block; other blocks
// write what this one reads.
// TODO(1)
  const std::size_t pair = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::size_t distance = stride; distance < n; distance *= 2) {
    const std::size_t i = pair * 2 * distance;
    if (i + distance < n) {
      values[i] += values[i + distance];
    }
    __syncthreads();
  }
// END TODO(1)
// TODO(2)
  reduce_step(values, n, 1);
// END TODO(2)
