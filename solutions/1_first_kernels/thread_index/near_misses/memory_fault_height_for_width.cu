// A row is blockDim.x long, not blockDim.y: indices collide, or are too large.
// TODO(1)
  index = threadIdx.x + threadIdx.y * blockDim.y + threadIdx.z * blockDim.x * blockDim.y;
// END TODO(1)
