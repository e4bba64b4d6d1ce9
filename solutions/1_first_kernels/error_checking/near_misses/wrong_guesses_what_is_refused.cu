// Judges a launch by its numbers, not by the error that it left: there are other reasons, too.
// TODO(2)
  if (blocks == 0 || threads == 0 || threads > 1024) {
    cudaGetLastError();
    return cudaErrorInvalidConfiguration;
  }
// END TODO(2)
