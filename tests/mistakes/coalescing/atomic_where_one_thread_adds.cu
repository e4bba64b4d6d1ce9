// says: nothing to count, as kernels used this memory by atomics alone
// says: An element that one thread alone changes needs no atomic
// omits: no kernel did such a thing
// TODO(3)
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&temperatures[i * step], by);
  }
// END TODO(3)
