// says: ids_in_block, given (8, 5, 1)
// says: expected 1, got 1000
// TODO(1)
  index = (threadIdx.z * blockDim.x + threadIdx.x) * blockDim.y + threadIdx.y;
// END TODO(1)
