// Ordinary memory that is pinned afterwards.
// TODO(1)
  frame = new float[n];
  check(cudaHostRegister(frame, n * sizeof *frame, cudaHostRegisterMapped));
// END TODO(1)
// TODO(2)
  check(cudaHostUnregister(frame));
  delete[] frame;
// END TODO(2)
