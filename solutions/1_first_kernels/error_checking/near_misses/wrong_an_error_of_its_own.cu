// Every refusal becomes cudaErrorUnknown.
// TODO(2)
  error = cudaGetLastError();
  if (error != cudaSuccess) {
    return cudaErrorUnknown;
  }
// END TODO(2)
