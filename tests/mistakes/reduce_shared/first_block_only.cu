// omits: one for each
// says: values alone, those of one block
// TODO(2)
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  places[threadIdx.x] = blockIdx.x == 0 && i < n ? values[i] : 0;
  sum_places();
  if (threadIdx.x == 0) {
    atomicAdd(sum, places[0]);
  }
// END TODO(2)
