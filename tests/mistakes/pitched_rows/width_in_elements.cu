// says: bytes
// omits: by the same amount
// TODO(2)
  check(cudaMallocPitch(&image, pitch, cols * sizeof *host, rows));
  check(cudaMemcpy2D(image, *pitch, host, cols * sizeof *host, cols, rows, cudaMemcpyHostToDevice));
// END TODO(2)
