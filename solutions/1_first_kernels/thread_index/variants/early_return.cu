// The guard turned round, and the place by 64-bit arithmetic.
// TODO(3)
  const uint3 cell = make_uint3(blockIdx.x * blockDim.x + threadIdx.x,
                                blockIdx.y * blockDim.y + threadIdx.y,
                                blockIdx.z * blockDim.z + threadIdx.z);
  if (cell.x >= size.x || cell.y >= size.y || cell.z >= size.z) {
    return;
  }
  const unsigned long long row = cell.z * 1ull * size.y + cell.y;
  cells[row * size.x + cell.x] = digits(cell.x, cell.y, cell.z);
// END TODO(3)
