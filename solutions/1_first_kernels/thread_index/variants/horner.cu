// The same polynomials, nested.
// TODO(1)
  index = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
// END TODO(1)
// TODO(2)
  index = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  index = ((index * blockDim.z + threadIdx.z) * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
// END TODO(2)
