// Places by the extents of the grid, which reaches beyond the volume.
// TODO(3)
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  const unsigned width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
  if (x < size.x && y < size.y && z < size.z) {
    cells[(z * height + y) * width + x] = digits(x, y, z);
  }
// END TODO(3)
