// says: expected "pinned host memory", got "device memory"
// omits: frame_alloc crashed
// TODO(1)
  check(cudaMalloc(&frame, n * sizeof *frame));
// END TODO(1)
// TODO(2)
  check(cudaFree(frame));
// END TODO(2)
