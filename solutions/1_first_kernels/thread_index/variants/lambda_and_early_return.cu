// A lambda for the index, a pointer to the layer.
// TODO(1)
  const auto flat = [](uint3 at, dim3 of) { return at.x + of.x * (at.y + of.y * at.z); };
  index = flat(threadIdx, blockDim);
// END TODO(1)
// TODO(2)
  const unsigned row = gridDim.x, layer = gridDim.x * gridDim.y;
  unsigned block = blockIdx.z * layer;
  block += blockIdx.y * row;
  block += blockIdx.x;
  index = index_in_block();
  for (unsigned d = blockDim.x; d != 0; d = 0) {
    index += block * d * blockDim.y * blockDim.z;
  }
// END TODO(2)
// TODO(3)
  uint3 at;
  at.x = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
  at.y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
  at.z = __umul24(blockIdx.z, blockDim.z) + threadIdx.z;
  const bool inside = at.x < size.x & at.y < size.y & at.z < size.z;
  unsigned* const layer = cells + at.z * size.y * size.x;
  if (!inside) return;
  layer[at.y * size.x + at.x] = digits(at.x, at.y, at.z);
// END TODO(3)
