// says: The pitch is 4 bytes, for rows of 1 floats
// says: cudaMallocPitch chooses such a pitch
// omits: does not hold
// TODO(2)
  *pitch = cols * sizeof *host;
  check(cudaMalloc(&image, *pitch * rows));
  check(cudaMemcpy(image, host, *pitch * rows, cudaMemcpyHostToDevice));
// END TODO(2)
