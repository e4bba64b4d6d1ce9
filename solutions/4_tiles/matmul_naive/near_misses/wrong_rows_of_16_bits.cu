// Row and column are numbers of 16 bits: the 65536th is the first again.
// TODO(2)
  const unsigned short row = blockIdx.y * kEdge + threadIdx.y;
  const unsigned short col = blockIdx.x * kEdge + threadIdx.x;
// END TODO(2)
