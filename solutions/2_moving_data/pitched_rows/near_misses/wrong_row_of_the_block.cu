// The row is taken for the block's, also where a block has several.
// TODO(4)
    const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < cols) {
      row_of(image, pitch, blockIdx.y)[col] *= gain[blockIdx.y];
    }
// END TODO(4)
