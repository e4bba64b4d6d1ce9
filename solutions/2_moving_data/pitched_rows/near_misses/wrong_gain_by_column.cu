// The gain of the column, not of the row.
// TODO(4)
    const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < cols) {
      row_of(image, pitch, row)[col] *= gain[col % rows];
    }
// END TODO(4)
