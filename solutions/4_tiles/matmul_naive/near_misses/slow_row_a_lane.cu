// Right, but neighbouring lanes read from different rows of a: 32 sectors a request.
// TODO(2)
  const std::size_t row = blockIdx.y * kEdge + threadIdx.x;
  const std::size_t col = blockIdx.x * kEdge + threadIdx.y;
// END TODO(2)
