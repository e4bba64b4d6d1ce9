// One guard for the place: a row that is too long runs into the next one.
// TODO(3)
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  const unsigned i = (z * size.y + y) * size.x + x;
  if (i < size.x * size.y * size.z) {
    cells[i] = digits(x, y, z);
  }
// END TODO(3)
