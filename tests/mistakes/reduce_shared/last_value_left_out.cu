// says: The last value is missing in the sum
// omits: partial
// TODO(1)
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned i = 1; i + 1 < blockDim.x; ++i) {
      places[0] += places[i];
    }
  }
// END TODO(1)
