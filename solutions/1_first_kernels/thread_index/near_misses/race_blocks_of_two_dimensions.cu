// The threads of a block are those of its first layer.
// TODO(2)
  const unsigned block = blockIdx.x + blockIdx.y * gridDim.x + blockIdx.z * gridDim.x * gridDim.y;
  index = block * blockDim.x * blockDim.y + index_in_block();
// END TODO(2)
