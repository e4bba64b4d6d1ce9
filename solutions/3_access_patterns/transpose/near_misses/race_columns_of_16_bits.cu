// Row and column are numbers of 16 bits: the 65536th is the first again.
// TODO(2)
  const unsigned short row = blockIdx.x * kTile + threadIdx.x;
  for (unsigned k = 0; k < kTile; k += kRows) {
    const unsigned y = threadIdx.y + k;
    const unsigned short col = blockIdx.y * kTile + y;
    if (row < rows && col < cols) {
      out[col * rows + row] = tile[threadIdx.x * kPitch + y];
    }
  }
// END TODO(2)
