// The gaps between the rows are written, too.
// TODO(4)
    const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < pitch / sizeof(float)) {
      float* const element = row_of(image, pitch, row) + col;
      *element = col < cols ? *element * gain[row] : 0;
    }
// END TODO(4)
