// Every block adds its total, and no two of them wait for each other.
// TODO(2)
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  float mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    mine += values[i];
  }
  places[threadIdx.x] = mine;
  sum_places();
  if (threadIdx.x == 0) {
    *sum += places[0];
  }
// END TODO(2)
