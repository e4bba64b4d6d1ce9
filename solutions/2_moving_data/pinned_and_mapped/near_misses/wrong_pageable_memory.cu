// Ordinary memory; where the device wants a part, the whole is copied.
// TODO(1)
  frame = new float[n];
// END TODO(1)
// TODO(2)
  delete[] frame;
// END TODO(2)
// TODO(3)
  float* copy = nullptr;
  check(cudaMalloc(&copy, n * sizeof *copy));
  check(cudaMemcpy(copy, frame, n * sizeof *copy, cudaMemcpyHostToDevice));
  gather_kernel<<<blocks_for(count), kThreads>>>(copy, index, out, count);
  check(cudaFree(copy));
// END TODO(3)
