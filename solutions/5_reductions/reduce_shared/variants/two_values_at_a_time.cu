// Two sums a thread, so that two loads are under way, and a tree that counts down.
// TODO(1)
  unsigned left = blockDim.x;
  __syncthreads();
  while (left != 1) {
    const unsigned half = left - left / 2;
    if (threadIdx.x < left / 2) {
      places[threadIdx.x] = places[threadIdx.x] + places[half + threadIdx.x];
    }
    __syncthreads();
    left = half;
  }
// END TODO(1)
// TODO(2)
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  float even = 0;
  float odd = 0;
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (; i + step < n; i += 2 * step) {
    even += values[i];
    odd += values[i + step];
  }
  places[threadIdx.x] = even + odd + (i < n ? values[i] : 0);
  sum_places();
  if (threadIdx.x == 0) {
    atomicAdd(sum, places[0]);
  }
// END TODO(2)
