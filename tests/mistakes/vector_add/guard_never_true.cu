// says: A kernel ran with 1 block of 256 threads, but no thread wrote to this array
// omits: No kernel was launched
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x > blockDim.x) {
    sum[i] = a[i] + b[i];
  }
// END TODO(1)
