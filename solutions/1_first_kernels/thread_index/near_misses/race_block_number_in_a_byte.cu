// From block 256 on the numbers begin again.
// TODO(2)
  const unsigned char block =
      blockIdx.x + blockIdx.y * gridDim.x + blockIdx.z * gridDim.x * gridDim.y;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  index = block * threads + index_in_block();
// END TODO(2)
