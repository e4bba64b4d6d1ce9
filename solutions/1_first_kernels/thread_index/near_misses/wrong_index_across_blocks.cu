// The index of the cell in a volume as wide as the grid: right for one dimension, but here the threads of one block
// must come before those of the next.
// TODO(2)
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  index = x + (y + z * gridDim.y * blockDim.y) * gridDim.x * blockDim.x;
// END TODO(2)
