// says: There are more threads than elements: put the access inside if (i < n)
// omits: never written
// TODO(1)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = a[i] + b[i];
// END TODO(1)
