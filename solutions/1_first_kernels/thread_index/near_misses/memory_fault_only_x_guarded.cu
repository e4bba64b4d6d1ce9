// The grid reaches beyond the volume in all three directions.
// TODO(3)
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < size.x) {
    cells[(z * size.y + y) * size.x + x] = digits(x, y, z);
  }
// END TODO(3)
