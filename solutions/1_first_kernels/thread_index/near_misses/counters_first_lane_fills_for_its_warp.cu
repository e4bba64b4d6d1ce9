// Right, but the first lane of each warp fills the cells of all 32.
// TODO(3)
  const unsigned t = index_in_block();
  if (t % 32 == 0) {
    for (unsigned l = t; l < t + 32; ++l) {
      const unsigned x = blockIdx.x * blockDim.x + l % blockDim.x;
      const unsigned y = blockIdx.y * blockDim.y + l / blockDim.x % blockDim.y;
      const unsigned z = blockIdx.z * blockDim.z + l / blockDim.x / blockDim.y;
      if (x < size.x && y < size.y && z < size.z) {
        cells[(z * size.y + y) * size.x + x] = digits(x, y, z);
      }
    }
  }
// END TODO(3)
