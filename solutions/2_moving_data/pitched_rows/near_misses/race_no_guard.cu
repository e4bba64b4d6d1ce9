// Threads beyond the end of the row multiply, too: gaps, the next row, and
// what lies behind the last one.
// TODO(4)
    const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
    row_of(image, pitch, row)[col] *= gain[row];
// END TODO(4)
