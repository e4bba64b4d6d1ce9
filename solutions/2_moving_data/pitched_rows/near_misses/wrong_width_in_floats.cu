// The width counts floats where bytes are wanted, so the allocation is too small.
// The copy is refused, and check throws.
// TODO(2)
  const std::size_t width = cols * sizeof *host;
  check(cudaMallocPitch(&image, pitch, cols, rows));
  check(cudaMemcpy2D(image, *pitch, host, width, width, rows, cudaMemcpyHostToDevice));
// END TODO(2)
