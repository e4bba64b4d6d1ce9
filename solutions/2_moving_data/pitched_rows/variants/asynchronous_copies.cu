// Memory of cudaMalloc3D, a copy that is waited for, a loop along the row.
// TODO(2)
  const std::size_t width = cols * sizeof(float);
  cudaPitchedPtr memory{};
  check(cudaMalloc3D(&memory, make_cudaExtent(width, rows, 1)));
  image = static_cast<float*>(memory.ptr);
  *pitch = memory.pitch;
  check(cudaMemcpy2DAsync(image, *pitch, host, width, width, rows, cudaMemcpyDefault, nullptr));
  check(cudaStreamSynchronize(nullptr));
// END TODO(2)
// TODO(4)
    float* const begin = row_of(image, pitch, row);
    const float by = gain[row];
    for (std::size_t col = blockIdx.x * blockDim.x + threadIdx.x; col < cols; col += gridDim.x * blockDim.x) {
      begin[col] = by * begin[col];
    }
// END TODO(4)
