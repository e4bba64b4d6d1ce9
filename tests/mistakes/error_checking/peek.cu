// says: fill, given 1 block of 1025 threads
// says: left cudaErrorInvalidConfiguration pending
// TODO(2)
  error = cudaPeekAtLastError();
  if (error != cudaSuccess) return error;
// END TODO(2)
