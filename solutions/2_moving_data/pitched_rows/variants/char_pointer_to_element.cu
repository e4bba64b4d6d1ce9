// Computes the byte of the element, without a row.
// TODO(4)
    const std::size_t col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < cols) {
      char* const bytes = reinterpret_cast<char*>(image);
      float* const element = reinterpret_cast<float*>(bytes + row * pitch + col * sizeof(float));
      *element *= gain[row];
    }
// END TODO(4)
