// says: vector_add.cu:
// says: was last seen at line
// says: in thread 0 of block 0
// says: loop
// omits: never written
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  for (std::size_t k = i; k < n; k += 0) {
    sum[k] = a[k] + b[k];
  }
// END TODO(1)
