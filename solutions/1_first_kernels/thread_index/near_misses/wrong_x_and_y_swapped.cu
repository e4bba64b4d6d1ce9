// y runs fastest here. Right for square shapes of one row only.
// TODO(1)
  index = threadIdx.y + threadIdx.x * blockDim.y + threadIdx.z * blockDim.x * blockDim.y;
// END TODO(1)
